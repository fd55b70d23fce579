"""Boards, positions, games and records."""
