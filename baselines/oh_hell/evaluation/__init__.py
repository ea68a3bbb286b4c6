"""Values of cards, and playouts."""
