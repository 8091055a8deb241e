"""Stored games: history, corrections, backups, replay and erasure."""
