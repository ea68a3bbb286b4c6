"""Pictures of card games: shapes and painters, cards, the table with its seats, a window; and plots of results."""
