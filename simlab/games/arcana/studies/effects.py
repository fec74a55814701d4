"""What Arcana's suits are worth: who draws a card that lies at a known depth, and what each effect brings the one who discards.

Out of games that a policy plays with itself discards are taken, one of a game at most, all as likely. The card laid there is
exchanged for the one in question and the game goes on twice from that very moment: once with the effect of this one discard, once
without it. Luck is keyed by the turn (AR-1.8), so both go on with the same deals, and the difference is what the effect was worth.
Games are independent of each other, so intervals come from the spread of the differences.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from simlab.contract.columns import SIXTIETHS
from simlab.errors import InputError
from simlab.games.arcana.ranking.multiset import SUIT
from simlab.games.arcana.rules import HANDS, WINDOW, DeckModel, Rules, Suit, UnfixMode
from simlab.games.arcana.studies.discards import LAID, Did, Discards, Fate, Field
from simlab.play.drivers import roll, roll_rounds
from simlab.play.seats import Player
from simlab.players.registry import make_line_up
from simlab.runs.backends import ALL_CORES, Backend, Crew
from simlab.runs.probing import look_into
from simlab.runs.progress import Progress
from simlab.scenarios.plan import Plan
from simlab.stats.adjust import is_settled
from simlab.stats.clustered import clustered_ratio
from simlab.stats.estimates import UNKNOWN, Estimate, as_dict, proportion
from simlab.stats.ledger import Claim, Ledger, p_value_of_range
from simlab.stats.likelihood import farthest_from_nothing
from simlab.studies.ask import Ask

Array = npt.NDArray[Any]

PILOT, NEARLY_ALL = 200, 0.98  # games that say how many discards nearly all games have: later ones are never taken
STANDINGS = ("nobody has bid", "own bid stands", "only others have bid")
GOALS = {"coins": "coins won in the deal", "points": "points at the end of the game", "win": "share of the win"}
SCALES = {"coins": 1.0, "points": 1.0, "win": 1.0 / SIXTIETHS}
LEDGER = Ledger(effect=4, standing=2, played=2, depth=1, fates=1, erased=1)  # what the page may say, and what each weighs
ENOUGH = 150  # games in which an effect must have come up for a verdict: the spread of a few says little


# ---- exactly, where nothing interferes (checks E7 and E7b)


@dataclass(frozen=True)
class Situation:
    """What happens between the discard and the draws; who draws the card at depth 1, 2, ... in places after the discarder."""

    name: str
    words: str
    draws: tuple[int, ...]

    def places(self, depth: int) -> int | None:
        """How many places after the discarder; nobody where no cards are drawn."""
        return self.draws[depth - 1] if depth <= len(self.draws) else None

    def said(self, depth: int) -> str:
        place = self.places(depth)
        return "nobody" if place is None else place_name(place)


def situations(rules: Rules, left: int = 0) -> list[Situation]:
    """Every seat draws all it may in its turn (one with its discard), the discarder `left` more in this one; no Sword, no Cups."""
    places, later = rules.players, rules.response_turns
    turn, bonus = rules.extra_draws + 1, rules.showdown_draw
    first = (-later) % places  # the first bidder, in the turn of the showdown
    own = [0] * left

    def turns(begin: int, end: int) -> list[int]:
        return [place % places for place in range(begin, end) for _ in range(turn)]

    def whole(*parts: Sequence[int]) -> tuple[int, ...]:
        return tuple(place for part in parts for place in part)[:WINDOW]

    rest = turns(1, WINDOW + 2)
    after = turns(later + 1, later + WINDOW + 2)
    next_bids = [1 % places] * bonus
    return [
        Situation("none", "nobody bids", whole(own, rest)),
        Situation("bidder", "the discarder has made the first bid, nobody answers", whole(own, turns(1, later + 1), [0] * bonus, after)),
        Situation("answered", "the discarder has made the first bid, the next seat answers",
                  whole(own, turns(1, later + 1), [0] * bonus, next_bids, after)),
        Situation("answers", "the discarder answers in the turn of the showdown", whole(own, [first] * bonus, [0] * bonus, rest)),
        Situation("silent", "the discarder does not answer in the turn of the showdown", whole(own, [first] * bonus, rest)),
    ]  # fmt: skip


# ---- sampled


class Worth(NamedTuple):
    """What an effect brings, in how many games, and how many errors from nothing that is at most, by the likelihood of these games."""

    gain: Estimate
    games: int
    at_most: float


@dataclass(frozen=True)
class DiscardTrials:
    """Of every game the discard taken out of it, and what each card did there: `rows[game, card, Field]`."""

    ask: Ask
    rules: Rules
    cards: tuple[int, ...]
    stands: Array  # who had bid, card laid; of games that had the discard drawn for them
    rows: Array

    @property
    def games(self) -> int:
        return len(self.rows)

    def own_plants(self, depth: int) -> Array:
        """Games in which the discard that was taken out was a Sword of this depth by the player's own choice."""
        return np.array([card // SUIT == Suit.SWORDS and self.rules.depth(int(card)) == depth for card in self.stands[:, 1]], bool)

    def fates(self, card: int, where: Array | None = None) -> list[tuple[str, Estimate]]:
        """Who drew the card that this one made known: shares of all games, or of these, with Wilson intervals."""
        found = self.rows[:, self.cards.index(card), Field.FATE]
        found = found[(found >= 0) & (True if where is None else where)]
        names = [*(place_name(place) for place in range(self.rules.players)), "erased by Cups", "still in the deck"]
        codes = [*range(self.rules.players), Fate.ERASED, Fate.LEFT]
        return [(name, proportion(int((found == code).sum()), len(found))) for name, code in zip(names, codes, strict=True)]

    def worth(self, cards: Sequence[int], did: Did, goal: str, standing: int | None = None, suit: int | None = None) -> Worth:
        """What an effect brings: the mean over games of the mean over these cards, where they did this."""
        field, columns = Field[goal.upper()], [self.cards.index(card) for card in cards]
        rows = self.rows[self.chosen(standing, suit)][:, columns]
        here = rows[..., Field.DID] == did
        gains = (rows[..., field] - rows[..., field + 3]) * SCALES[goal]
        counted = here.sum(axis=1)
        per_game = (gains * here).sum(axis=1)[counted > 0] / counted[counted > 0]
        return Worth(clustered_ratio(per_game, np.ones(len(per_game))), len(per_game), farthest_from_nothing(per_game))

    def chosen(self, standing: int | None, suit: int | None) -> Array:
        """Games whose discard was made in this standing, and was of this suit."""
        keep = np.ones(self.games, bool)
        if standing is not None:
            keep &= self.stands[:, 0] == standing
        if suit is not None:
            keep &= self.stands[:, 1] // SUIT == suit
        return keep


def place_name(place: int) -> str:
    return {0: "the discarder", 1: "the next seat"}.get(place, f"{place} seats on")


def sample(ask: Ask, cards: Sequence[int], folder: Path | None = None, *, crew: Crew | Backend = ALL_CORES, fresh: bool = False,
           progress: Progress | None = None) -> DiscardTrials:  # fmt: skip
    """Play the games and lay each of the cards in each of them."""
    plan, rules = table_of(ask)
    if rules.deck_model == DeckModel.FINITE and rules.unfix_mode == UnfixMode.CONCEAL:
        raise InputError("cards cannot be exchanged in packs whose cards stay what they are: effects are tried with unfix_mode: return")
    probe = Discards(tuple(cards), most_discards(plan))
    ((stands, rows),) = look_into(plan, probe, folder, crew=crew, fresh=fresh, policy_files=ask.policy_files, progress=progress)
    there = stands[:, 0] >= 0
    if there.sum() < 2:
        raise InputError(f"fewer than two of {ask.rollouts} games had a discard to try: play more games")
    return DiscardTrials(ask, rules, tuple(cards), stands[there], rows[there])


def table_of(ask: Ask) -> tuple[Plan, Rules]:
    """The plan of an ask, and its rules."""
    plan = ask.plan()
    return plan, cast(Rules, plan.points[0].arms[0].rules)


def line_up_of(plan: Plan) -> list[Player]:
    arm = plan.points[0].arms[0]
    return make_line_up(plan.game, arm.policies, arm.rules, plan.own)


def most_discards(plan: Plan) -> int:
    """How many discards nearly all games have."""
    line_up = line_up_of(plan)
    if any(player.python for player in line_up):
        raise InputError("a policy in plain Python is too slow for this")
    games = roll(plan.game, line_up, plan.points[0].arms[0].rules.lower(), plan.scenario.seed, 0, PILOT)
    return max(1, int(np.quantile(games["discards_suit"].sum(axis=1), NEARLY_ALL)))


def plant_of(ask: Ask, depth: int) -> tuple[DiscardTrials, int]:
    """Only a Sword that plants at this depth, and which card that is."""
    _, rules = table_of(ask)
    swords = acting_at(rules, Suit.SWORDS)
    if depth not in swords or not rules.swords_effect:
        raise InputError(f"under these rules no Sword plants at depth {depth}")
    return sample(ask, [swords[depth]]), swords[depth]


# ---- the study


def acting_at(rules: Rules, suit: Suit) -> dict[int, int]:
    """The lowest card of this suit that acts at each depth."""
    found: dict[int, int] = {}
    for card in range(SUIT * suit, SUIT * (suit + 1)):
        found.setdefault(rules.depth(card), card)
    return dict(sorted(found.items()))


@dataclass(frozen=True)
class Line:
    """One effect in one kind of position: what it brings, by goal."""

    effect: str
    kind: str  # effect, depth, standing, played
    depth: int | None
    standing: str | None
    games: int
    gains: dict[str, Estimate]
    at_most: dict[str, float]  # errors from nothing, by the likelihood of the games


@dataclass(frozen=True)
class Winners:
    """Showdowns of one kind: how many, and how often each category won."""

    name: str
    deals: int
    shares: dict[str, Estimate]


@dataclass(frozen=True)
class Effects:
    """Everything about one table."""

    trials: DiscardTrials
    lines: tuple[Line, ...]
    winners: tuple[Winners, ...]

    @property
    def rules(self) -> Rules:
        return self.trials.rules

    def of(self, kind: str) -> list[Line]:
        return [line for line in self.lines if line.kind == kind]

    def claims(self, kind: str, goal: str) -> list[Claim]:
        """The gains of this kind: which are surely not nothing, all that the page may say taken together."""
        lines = self.of(kind)
        found = [line.gains[each] if line.games >= ENOUGH else UNKNOWN for each in GOALS for line in lines]
        at_most = [line.at_most[each] for each in GOALS for line in lines]
        claims = LEDGER.judge(kind, found, [line.games for _ in GOALS for line in lines], at_most=at_most)
        begin = list(GOALS).index(goal) * len(lines)
        return claims[begin : begin + len(lines)]

    def settled(self, kind: str, goal: str) -> list[bool]:
        return [claim.holds for claim in self.claims(kind, goal)]

    def is_depth_felt(self, found: Sequence[Estimate]) -> bool:
        """Whether planted cards surely do not come back equally often from all depths."""
        known = [one for one in found if one.std_error is not None]
        values, errors = ([part or 0.0 for part in parts] for parts in ([one.value for one in known], [one.std_error for one in known]))
        return is_settled(LEDGER.correct("fates", [p_value_of_range(values, errors, [self.trials.games] * len(known))])[0])

    def fates(self) -> dict[int, list[tuple[str, Estimate]]]:
        """By depth, who drew the card that a Sword planted there."""
        return {depth: self.trials.fates(card) for depth, card in acting_at(self.rules, Suit.SWORDS).items()}

    def as_json(self) -> dict[str, Any]:
        ask, rules = self.trials.ask, self.rules
        head = {"game": "arcana", "players": rules.players, "policy": ask.policy, "rules": rules.changed(), "seed": ask.seed}
        return {
            **head,
            "games": self.trials.games,
            "lines": [
                {**{name: getattr(line, name) for name in ("effect", "kind", "depth", "standing", "games")},
                 **{goal: as_dict(gain) for goal, gain in line.gains.items()}}
                for line in self.lines
            ],
            "winning_hands": [
                {"showdowns": kind.name, "deals": kind.deals, "hand": hand, **as_dict(found)}
                for kind in self.winners for hand, found in kind.shares.items()
            ],
            "fates": [{"depth": depth, "who": who, **as_dict(found)} for depth, rows in self.fates().items() for who, found in rows],
        }  # fmt: skip


COIN, WAND = 4, 28 + 6  # a Six of Coins, an Eight of Wands


def effects(ask: Ask, folder: Path | None = None, *, crew: Crew | Backend = ALL_CORES, fresh: bool = False,
            progress: Progress | None = None) -> Effects:  # fmt: skip
    """The worth of every suit's effect, by depth, by who has bid, and as the policy itself plays it."""
    _, rules = table_of(ask)
    swords, cups = acting_at(rules, Suit.SWORDS), acting_at(rules, Suit.CUPS)
    cards = (LAID, COIN, WAND, *swords.values(), *cups.values())
    trials = sample(ask, cards, folder, crew=crew, fresh=fresh, progress=progress)
    return Effects(trials, tuple(lines_of(trials, swords, cups)), tuple(winners(ask)))


def lines_of(trials: DiscardTrials, swords: Mapping[int, int], cups: Mapping[int, int]) -> Iterator[Line]:
    kinds: list[tuple[str, Did, Suit, list[int]]] = [
        ("Six of Coins", Did.FED, Suit.COINS, [COIN]),
        ("Sword plant", Did.PLANTED, Suit.SWORDS, list(swords.values())),
        ("Wand recycle", Did.TOOK, Suit.WANDS, [WAND]),
        ("Cups reveal", Did.REVEALED, Suit.CUPS, list(cups.values())),
        ("Cups erasure", Did.ERASED, Suit.CUPS, list(cups.values())),
    ]
    for name, did, _, cards in kinds:
        yield line(trials, name, "effect", cards, did)
    for name, did, suit, _ in kinds:
        yield line(trials, "Coins" if did == Did.FED else name, "played", [LAID], did, suit=suit)
    for name, did, _, cards in kinds:
        for standing in range(len(STANDINGS)):
            yield line(trials, name, "standing", cards, did, standing=standing)
    for depth, card in swords.items():
        yield line(trials, "Sword plant", "depth", [card], Did.PLANTED, depth)
        for standing in range(len(STANDINGS)):
            yield line(trials, "Sword plant", "depth and standing", [card], Did.PLANTED, depth, standing)
    for depth, card in cups.items():
        yield line(trials, "Cups reveal", "cups by depth", [card], Did.REVEALED, depth)


def line(trials: DiscardTrials, name: str, kind: str, cards: Sequence[int], did: Did, depth: int | None = None, standing: int | None = None,
         suit: int | None = None) -> Line:  # fmt: skip
    found = {goal: trials.worth(cards, did, goal, standing, suit) for goal in GOALS}
    games = next(iter(found.values())).games
    gains, at_most = {goal: worth.gain for goal, worth in found.items()}, {goal: worth.at_most for goal, worth in found.items()}
    return Line(name, kind, depth, None if standing is None else STANDINGS[standing], games, gains, at_most)


# ---- who bid first


def winners(ask: Ask) -> Iterator[Winners]:
    """Winning categories by who bid first and whether that seat was answered and won; games are what is independent."""
    plan, rules = table_of(ask)
    _, rows, owner = roll_rounds(plan.game, line_up_of(plan), rules.lower(), ask.seed, 0, ask.rollouts)
    held = rows["n_subs"] > 0
    rows, owner = rows[held], owner[held]
    alone, first = rows["n_subs"] == 1, rows["first_seat"] == rows["winner_seat"]
    kinds = {f"seat {seat} bid first": rows["first_seat"] == seat for seat in range(rules.players)}
    kinds |= {"first bid, not answered": alone, "first bid, answered, won": ~alone & first, "an answer won": ~alone & ~first}
    for name, mine in kinds.items():
        deals = np.bincount(owner[mine], minlength=ask.rollouts).astype(float)
        shares = {}
        for code, hand in enumerate(HANDS):
            won = np.bincount(owner[mine & (rows["cat_best"] == code)], minlength=ask.rollouts).astype(float)
            shares[hand] = clustered_ratio(won, deals)
        yield Winners(name, int(mine.sum()), shares)
