"""simlab: Monte Carlo strategy analysis for home-brew card games."""

__version__ = "0.1.0"
