"""How results are presented: text tables, sections of pages, progress bars, the machine."""
