"""What builds a site for the commands that do."""
