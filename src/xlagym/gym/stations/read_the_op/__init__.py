"""GYM·15, read the op: one line of a dump, one question a file."""
