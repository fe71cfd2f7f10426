"""One front over several zines, made from the `zine.json` of each."""
