"""What cards are worth, and playouts."""
