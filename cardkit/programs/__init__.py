"""Programs in any language as agents."""
