"""The notation of orders: reading, checking and writing order lines, and findings on what is wrong."""
