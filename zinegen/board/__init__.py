"""The board: provinces with their ground and marks on the mesh, and what follows from them."""
