"""Values of positions: features, playouts, alpha-beta to a fixed depth."""
