"""The paper on Durak for four, reproduced: E. Lipin, B. Tang, S. Worthy (2023)."""
