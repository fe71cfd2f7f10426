"""The records of judged seasons: written, read and compared."""
