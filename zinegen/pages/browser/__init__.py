"""What runs in the reader's browser, and what is made ready for it: nothing here draws or opens a file."""
