"""A person at the table: one seat is theirs, policies have the others. Undo, and a file from which the game goes on.

Others are asked anew whenever the game is rebuilt, so that their memories and their luck stand where they stood: a game that was
left and taken up again is the game that was never left.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from simlab.contract.catalogue import load
from simlab.contract.game import Game
from simlab.contract.minds import forget
from simlab.contract.telling import Moment, for_seat, sentence, sight_of, standing_words, telling_of
from simlab.disk import storage
from simlab.errors import IllegalAction, InputError, nearest
from simlab.jit import copied
from simlab.play.faults import asked
from simlab.play.seats import Player, seated
from simlab.play.table import Table
from simlab.play.transcript import Saved, Transcript


@dataclass(frozen=True)
class Played(Transcript):
    """A transcript that knows which seat a person had, and who had the others. Plain transcripts read as well: nobody's seat."""

    you: int = -1
    policies: Sequence[str] = ()  # by seat; the person's own entry is who gives hints

    @classmethod
    def of(cls, saved: Saved) -> Self:
        plain = saved.game, saved.version, saved.rules, saved.seed, saved.index, tuple(saved.actions)
        return cls(*plain, saved.you, tuple(saved.policies))

    def check_game(self) -> None:
        super().check_game()
        players = self.model().players
        if self.you >= players or len(self.policies) not in (0, players):
            raise InputError(f"it has {players} seats; a person's is {self.you}, and {len(self.policies)} policies are named")

    def check(self) -> None:
        """Can this game be gone on with?"""
        players = self.model().players
        if not 0 <= self.you < players or len(self.policies) != players:
            raise InputError(f"this transcript of {self.game} names no seat for a person: it can be told and coached, not played on")


class Session:
    """The game under way, always at the person's turn or over."""

    def __init__(self, played: Played, line_up: Sequence[Player]) -> None:
        played.check()
        self.played, self.line_up = played, line_up
        self.game: Game = load(played.game)
        self.telling = telling_of(self.game)
        self.news: list[str] = []  # what has happened since the person last acted
        self.rebuild(played.actions)
        self.news = []
        self.go_on()

    @property
    def you(self) -> int:
        return self.played.you

    @property
    def over(self) -> bool:
        return self.table.over

    def rebuild(self, actions: Sequence[int]) -> None:
        """The table after these actions."""
        self.table = Table(self.game, self.played.model(), self.played.seed, self.played.index)
        _, solved, minds = seated(self.line_up)
        self.sitting = [player.act for player in self.line_up], solved, minds
        self.decisions: list[int] = []  # numbers of the person's own choices
        forget(self.sitting[2], self.table.key, self.played.model().players)
        for action in actions:
            if self.table.over or not self.table.allows(action):
                raise InputError(f"action {len(self.table.actions)} ({action}) of this transcript is not legal there")
            if self.table.seat != self.you and asked(self.table, self.sitting) != action:
                raise InputError("the others play differently now: this game cannot be gone on with")
            self.apply(action)

    def apply(self, action: int) -> None:
        if self.table.seat == self.you and len(self.table.legal()) > 1:
            self.decisions.append(len(self.table.actions))
        now = int(self.table.state.round)
        moment = self.watched(action)
        self.news += [f"seat {moment.seat} {deed}"] if moment.seat != self.you and (deed := self.telling.deed(moment)) else []
        self.news += self.telling.results(moment)
        standing = self.game.standing
        if standing is not None and int(self.table.state.round) != now and not self.table.over:
            points = standing(self.table.state)[: int(self.table.rules.players)]
            self.news.append(f"round {now} is over; it stands {standing_words(points)}")

    def watched(self, action: int) -> Moment:
        """The action taken, with what it looks like from the person's seat before and after."""
        table = self.table
        state, seat, actor, before = copied(table.state), table.seat, table.view(), table.view(self.you)
        name = self.game.text.action_name(actor, table.rules, action)
        table.apply(action)
        return Moment(state, seat, action, name, actor, before, table.view(self.you), table.rules, table.over, table.state)

    @property
    def told(self) -> list[str]:
        """What has happened since the person last acted, in sentences to that person."""
        return [sentence(for_seat(news, self.you)) for news in self.news]

    def ending(self) -> list[str]:
        """`You win.` `At the end: you 21, seat 1 13.`: who has the win, and how it stands."""
        players = int(self.table.rules.players)
        shares = [seat for seat, share in enumerate(self.table.tally.win[:players]) if share]
        who = " and ".join("you" if seat == self.you else f"seat {seat}" for seat in shares)
        verb = "share the win" if len(shares) > 1 else "win" if self.you in shares else "wins"
        lines = [sentence(f"{who} {verb}") if shares else "Nobody wins."]
        if self.game.standing is not None:
            standing = standing_words(self.game.standing(self.table.state)[:players])
            lines.append(sentence(for_seat(f"at the end: {standing}", self.you)))
        return lines

    def go_on(self) -> None:
        """Others act, and forced moves are made, until the person has a choice."""
        while not self.table.over:
            mine, legal = self.table.seat == self.you, self.table.legal()
            if mine and len(legal) > 1:
                return
            if mine:
                self.news.append(f"you have no choice: {self.table.names()[legal[0]]}")
                self.apply(legal[0])
            else:
                self.apply(asked(self.table, self.sitting))

    def sight(self) -> list[str]:
        """The table as the person sees it."""
        return [for_seat(line, self.you) for line in sight_of(self.game, self.table.view(self.you), self.table.rules)]

    def act(self, word: str) -> None:
        """The person's choice, by name or number; then the others."""
        action = self.choice(word)
        self.news = []
        self.apply(action)
        self.go_on()

    def choice(self, word: str) -> int:
        """The action meant: its number, its name, or the beginning of one name only."""
        names = self.table.names()
        said = " ".join(word.lower().replace("_", " ").split())
        if said.isdigit() and int(said) in names:
            return int(said)
        plain = {n: name.lower().replace("_", " ") for n, name in names.items()}
        alike = [n for n, name in plain.items() if name == said] or [n for n, name in plain.items() if name.startswith(said)]
        if len(alike) == 1 and said:
            return alike[0]
        if len(alike) > 1 and said:
            raise IllegalAction(f"{word!r} may mean {' or '.join(repr(names[n]) for n in alike[:4])}")
        raise IllegalAction(f"{word!r} is not one of your actions{nearest(word, names.values())}")

    def advice(self, player: Player) -> int:
        """What this player would choose now, in the person's place."""
        _, solved, minds = seated([player] * self.played.model().players)
        forget(minds, self.table.key, self.played.model().players)
        return asked(self.table, ([player.act] * len(minds), solved, minds))

    def undo(self) -> bool:
        """Back to the person's last choice; False at the beginning."""
        if not self.decisions:
            return False
        self.rebuild(self.table.actions[: self.decisions[-1]])
        self.news = []
        return True

    def record(self) -> Played:
        p = self.played
        return Played(p.game, p.version, p.rules, p.seed, p.index, tuple(self.table.actions), p.you, tuple(p.policies))

    def save(self, path: Path) -> None:
        """Whole or not at all."""
        with storage(path.parent):
            path.parent.mkdir(parents=True, exist_ok=True)
            self.record().write(path)
