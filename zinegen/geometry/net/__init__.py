"""The second way to draw an event: a neighbourhood is drawn anew on a net of triangles."""
