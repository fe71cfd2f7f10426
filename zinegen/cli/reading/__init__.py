"""Commands that bring what was published to its readers: by mail, on paper, as books, by news to channels."""
