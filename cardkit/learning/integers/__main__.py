"""``python -m cardkit.learning.integers`` writes a network's file anew in whole numbers."""

from cardkit.learning.integers.files import main

main()
