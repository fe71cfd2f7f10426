"""What people write, read; and what the program writes of orders."""
