"""GYM·17, hidden or waiting: a transfer in a schedule."""
