"""What a position is worth: features, playouts, alpha-beta to a fixed depth."""
