"""The Seismic games: players tear borders apart and join provinces."""
