"""The engine as files of a site: the program's judging half in an archive, and what runs it in a browser."""
