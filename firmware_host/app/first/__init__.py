"""The first switch-on of a card: what it asks, and what it does with the answer."""
