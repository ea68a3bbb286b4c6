"""How results are told: text tables, sections of pages, progress bars, the machine."""
