"""Reading of order texts: orders, and findings on lines that are none."""
