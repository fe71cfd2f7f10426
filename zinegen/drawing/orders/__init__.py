"""What is drawn of orders: arrows and their ways, marks of builds and retreats, of changes of the map."""
