"""GYM·12, the pass quiz: a pass by its name."""
