"""GYM·03, spot the decision: lines of StableHLO that nobody wrote."""
