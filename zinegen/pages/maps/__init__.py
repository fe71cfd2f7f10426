"""The maps of a site: what is drawn for its pages, the files it goes into, and what is kept of it."""
