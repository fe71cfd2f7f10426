"""From views to the files of the site: layout, templates and feeds."""
