"""Exact answers that any game may ask for: the best draw, the best card."""
