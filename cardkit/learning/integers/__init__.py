"""Networks in whole numbers: layers, and files."""
