"""Draws with a joker, ranges against each other, and a table game: exact answers, in seconds of processor time."""

import time
from collections.abc import Callable

from benchmarks.timing import Row
from simlab.ranking.range_equity import range_equity
from simlab.studies.draw.measure import DrawGame, pay_table
from simlab.studies.equity.ranges import Question, table_of
from simlab.studies.table_games.measure import House
from simlab.studies.table_games.shapes import table_game

ONE = "22-88,AKs,AQs,A9s,A8s,KQs,K9s,QTs,AKo,AQo,KQo,JTs"  # about a hundred hands each on this flop
TWO = "99+,AJs,ATs,KJs,KTs,QJs,Q9s,T9s,AJo,ATo,KJo,QJo,98s"
FLOP = "2c 7d Th"


def measure() -> list[Row]:
    question = Question((ONE, TWO), board=FLOP)
    sizes = " x ".join(str(held.combinations) for held in table_of(question)[0].ranges)
    return [
        Row("exact return of a draw game with a joker (53 cards)", seconds(lambda: DrawGame(pay_table("joker_kings")).mean), "s", bar=5.0),
        Row(f"range against range, {sizes} hands, flop given, exact", seconds(lambda: range_equity(table_of(question)[0])), "s", bar=2.0),
        Row(
            "any hand against any hand, flop given, exact",
            seconds(lambda: range_equity(table_of(Question(("any", "any"), board=FLOP))[0])),
            "s",
        ),
        Row("Caribbean stud, all 20 trillion deals", seconds(lambda: House(table_game("caribbean_stud")).answer), "s"),
    ]


def seconds(work: Callable[[], object]) -> float:
    """Of one thread, the second time: the first compiles."""
    work()
    started = time.thread_time()
    work()
    return time.thread_time() - started
