"""Issues and games as documents: PDF for paper, EPUB for readers of books, of the views that pages have."""
