"""WQRDLES: players hide words, and every query marks all of them."""
