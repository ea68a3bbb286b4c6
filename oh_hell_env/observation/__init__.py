"""Observations: an information set as a vector, and the legal actions as a mask.

`oh_hell_env.observation.pieces` is the one table of the encoding. The vector, the Gymnasium spaces, the table in the
documentation and `Encoding.decode` are derived from it.
"""
