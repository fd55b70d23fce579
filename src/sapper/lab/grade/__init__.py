"""Grading: examines an agent's decisions and gives it a mark."""
