"""From a deadline to a record: count, lock, judge, and make the next folder."""
