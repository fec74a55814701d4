"""How a round between two should be bet, computed: what hands become is counted from deals, the bets on them are looked at whole."""
