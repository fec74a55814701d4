"""How fast simlab is, measured against peers and against its own bars. `python -m benchmarks` writes docs/performance.md."""
