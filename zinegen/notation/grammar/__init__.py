"""The language of order lines: words, names, slots, patterns, forms, and canonical text."""
