"""Rules questions as data: scenario files and questions of other programs."""
