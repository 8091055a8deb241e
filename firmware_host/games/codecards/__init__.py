"""Code cards."""
