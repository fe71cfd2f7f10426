"""Forms that stand for files: their keys as fields, in the words of the guide."""
