"""Commands that bring what was published to its readers: by mail, and by news to channels."""
