"""Threads, processes and clusters that share work, and programs that exchange lines with this one."""
