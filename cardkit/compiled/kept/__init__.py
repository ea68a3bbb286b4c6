"""Compiled code on disk, and the digests that tell whether it is still true."""
