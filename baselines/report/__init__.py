"""What contests come to: tables, pages, the worst opponent of an agent, how well intervals cover."""
