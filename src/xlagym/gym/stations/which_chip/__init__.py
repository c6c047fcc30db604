"""GYM·16, which chip: one chip's decisions for a program."""
