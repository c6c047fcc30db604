"""The store: manifests, lookup, hashes, health, and readings cached by content."""
