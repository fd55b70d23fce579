"""Whole experiments: planned, played in blocks, kept, and told."""
