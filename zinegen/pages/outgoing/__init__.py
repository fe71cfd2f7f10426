"""What leaves the zine by mail: seasons and issues as text of 72 columns and as HTML, and whole messages."""
