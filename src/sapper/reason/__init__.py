"""What follows from a view: knowledge, search, odds, values."""
