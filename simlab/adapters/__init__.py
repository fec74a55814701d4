"""simlab's games for other libraries: PettingZoo's environments, OpenSpiel's games. Each needs an extra: docs/adapters.md."""
