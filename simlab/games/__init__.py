"""The games: a folder each, whole; `contract.catalogue` finds them."""
