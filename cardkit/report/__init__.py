"""Presentation of results: text tables, sections of pages, progress bars, the machine."""
