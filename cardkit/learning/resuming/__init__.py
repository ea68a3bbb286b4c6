"""Resuming of runs: checkpoints, a folder for each run, and seeds for each update."""
