"""GYM·14, which pass did it: a module before and after one pass."""
