"""The experiments of A. Zarlykov's bachelor thesis (2023), run again and extended; see ``durak reproduce``."""
