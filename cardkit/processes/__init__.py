"""Threads, processes and clusters that share work, and programs that are spoken with in lines."""
