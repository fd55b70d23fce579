"""Reasoning about a view: knowledge, search, odds and values."""
