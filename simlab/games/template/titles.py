"""What players call the numbers, knobs and policies of one-card poker."""

from simlab.words.titles import PER_CENT, Title, Titles

TITLES = Titles(
    metrics={
        "rounds": Title("deals in a game", "a game has {}", "deals"),
        "net": Title("chips won", "{who} wins {} a game"),
        "pot": Title("pot", "the pot holds {}"),
        "end": Title("how the last deal ends", "{} of the games end {level}", PER_CENT),
        "first_bet": Title("deals that open with a bet", "{} of the deals open with a bet", PER_CENT),
        "opened": Title("opening bets", "a player with {level} opens with a bet {} of the time", PER_CENT),
        "could_open": Title("chances to open", "a game gives {} to open with {level}", "chances"),
        "bluff_caught": Title("bluffs that are called", "{level} is caught bluffing in {} of the games", PER_CENT),
    },
    knobs={
        "ranks": "{} ranks",
        "ante": "ante {}",
        "bet": "bet {}",
        "deals": "{} deal(s) in a game",
    },
    about={
        "ranks": ("opened", "first_bet", "end"),
        "ante": ("pot",),
        "bet": ("pot",),
        "deals": ("rounds",),
    },
    policies={
        "always_bet": "the player who always bets",
        "honest": "the honest player",
        "equilibrium": "the perfect player",
    },
    levels={
        "checked": "with two checks",
        "folded": "with a fold",
        "called": "with a call",
        "none": "nobody",
    },
)
