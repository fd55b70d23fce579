"""Studies: complete experiments with stored games and a report."""
