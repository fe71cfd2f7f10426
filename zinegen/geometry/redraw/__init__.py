"""The drawing follows an event: lines flow, are cut and joined, and keep their distance."""
