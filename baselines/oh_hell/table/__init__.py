"""What the baselines of Oh Hell! bring to the table's page: analyses of positions."""
