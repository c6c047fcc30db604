"""GYM·08, the timeline x-ray: one run or one schedule as rows of bars."""
