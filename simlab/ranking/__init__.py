"""Which hand wins: rankers for one hand (`scalar`, `wild`) and for many (`batch`), in words (`text`), with exact odds (`counting`)
and hand against hand (`versus`). All take an `Order` (`orders`); `contract.orders` finds that of a game by its name.
"""
