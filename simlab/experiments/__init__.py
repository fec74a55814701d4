"""From a scenario to numbers with their uncertainty: scenario, blocks, statistics, store."""
