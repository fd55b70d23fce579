"""Grading: an agent's decisions are examined and turned into a mark."""
