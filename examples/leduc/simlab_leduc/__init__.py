"""Leduc poker: one card each, one for all; bet before and after it is shown, a pair wins."""
