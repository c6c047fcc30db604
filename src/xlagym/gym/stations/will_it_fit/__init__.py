"""GYM·19, will it fit: a tile of a kernel."""
