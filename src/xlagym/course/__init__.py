"""What authors write: chapters, glossary, sources, and the Markdown roles they use."""
