"""Read side: evidence text and protos become plain dataclasses. Never imports jax, never opens a path."""
