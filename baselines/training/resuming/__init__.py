"""What lets a run be interrupted and resumed: checkpoints, a folder of its own, and seeds for each update."""
