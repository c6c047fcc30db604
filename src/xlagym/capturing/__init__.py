"""Write side: the only part of xlagym that runs JAX programs."""
