"""Pages, assets and links; written beside the old site and swapped in whole."""
