"""From views to the files of the site: layout, templates, maps, feeds, and the cache."""
