"""The character that stands where a role, code or a formula was taken out of a text."""

GAP = "\ufffc"
