"""GYM·13, count the fusions."""
