"""The results of contests: tables, pages, an agent's worst opponent, coverage of intervals."""
