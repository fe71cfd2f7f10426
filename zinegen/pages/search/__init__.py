"""What readers find by words: orders, press, provinces and pages, and the page on which they look."""
