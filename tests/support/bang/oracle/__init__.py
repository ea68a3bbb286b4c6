"""A slow and obvious referee of Bang!, written from ``docs/bang/reference.md`` alone, with lists, sets and generators.

It shares no code with the package: the fast engine is tested against it after every ply, what seats know included.
"""
