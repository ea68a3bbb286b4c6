"""What card games share; it knows none of them."""
