"""What programs of readers fetch: feeds of issues and seasons, and calendars of deadlines."""
