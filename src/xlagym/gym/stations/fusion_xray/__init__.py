"""GYM·07, the fusion x-ray: what XLA received and what it decided, side by side."""
