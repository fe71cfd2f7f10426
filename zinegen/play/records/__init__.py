"""Records of seasons: what was judged, as data and as the text of `result.json`."""
