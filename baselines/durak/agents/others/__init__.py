"""Rule-based players of other projects, written anew from their descriptions."""
