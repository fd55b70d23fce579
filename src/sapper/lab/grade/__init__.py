"""Grading an agent: every decision examined, and a mark made of it."""
