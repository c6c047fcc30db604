"""GYM·20, who owns the peak: a live-range chart of one memory."""
