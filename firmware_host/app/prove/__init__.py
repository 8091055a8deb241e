"""Proofs of the claims that no owner of a board has confirmed yet."""
