"""What many games share: betting, bidding, tricks, passing, melds, climbing. Kernels that an engine calls; each is optional."""
