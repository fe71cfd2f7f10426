"""What each page shows, as plain frozen data."""
