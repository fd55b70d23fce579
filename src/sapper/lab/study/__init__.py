"""Studies, which are complete experiments with stored games and a report."""
