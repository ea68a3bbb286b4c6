"""What contests need that knows no game: workers, spaces of specs, programs asked line by line."""
