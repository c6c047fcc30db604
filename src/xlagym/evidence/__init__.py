"""Read side: evidence text and protos become dataclasses. Never imports jax, never opens a path."""
