"""One idea, one function: all who use it tell the same of it, over every capture of the store."""
