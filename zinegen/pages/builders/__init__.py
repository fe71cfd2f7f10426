"""From games and records to views, a module for each kind of page."""
