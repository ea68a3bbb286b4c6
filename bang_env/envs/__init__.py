"""Bang!'s environments for PettingZoo and Gymnasium."""
