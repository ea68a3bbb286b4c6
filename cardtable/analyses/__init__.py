"""What analyses of several games share."""
