"""What a site has of its games: each loaded, its pages, and what lasts from one build to the next."""
