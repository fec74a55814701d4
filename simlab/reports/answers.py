"""The answer to a run's question, in one to three sentences; and all else that its numbers bear.

What the question is about stands in the scenario (`ask:`); without it the most surprising of the headline numbers answer. A sentence is
silent, or says that these games cannot tell, when its numbers do not bear it: every claim is in the page's ledger.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

from simlab.reports.claims import SHARES, Apart, are_equals, is_of_somebody, line_looks, meant, trends_of, whose
from simlab.reports.comparing import LENGTHS, Compared, State, comparisons
from simlab.reports.gained import gained
from simlab.reports.names import level_words, place_of, who, with_point
from simlab.reports.rundir import Row, Run
from simlab.reports.seats import each_words, seats_sentence, sweep_sentence, who_sentence
from simlab.reports.sentences import (
    as_loss,
    as_written,
    cell_words,
    clause,
    compared,
    comparison,
    farthest,
    finish,
    strongest,
    trend,
    turned_round,
    value,
    with_ends,
)
from simlab.reports.stops import stops
from simlab.reports.verdicts import judged, usual_yes, wants_verdict
from simlab.reports.wording import sentence
from simlab.words.asked import BY_PLAYER, EVERYTHING, line_of, named_number

MOST = 14  # sentences; the tables have the rest
MOST_ANSWER = 3
QUIET_LEVELS = 6  # a metric with more entries than this is for the charts
DULL = ("decisions", "plies", "n_draw_decisions")  # what people name last
LISTED = 2  # points of a sweep that are told besides the lowest and the highest
MUCH = 1.0  # standard deviations of single games by which a longer or shorter game is no detail
CANNOT = "these games cannot tell"


@dataclass(frozen=True)
class Asked:
    """One thing that the question is about."""

    text: str  # as in a scenario: `win[seat=0]`
    of: str = ""
    against: str = ""
    yes: str = ""

    @property
    def metric(self) -> str:
        return named_number(self.text)[0]

    @property
    def only(self) -> dict[str, str]:
        """What narrows the number down."""
        return named_number(self.text)[1]

    @property
    def is_about_seats(self) -> bool:
        """Who wins, rather than how much one of them?"""
        return self.metric in SHARES and not self.only.keys() & {"seat", "level"}

    def fits(self, row: Row) -> bool:
        return all(str(row[key]) == wanted for key, wanted in self.only.items())


@dataclass(frozen=True)
class Answer:
    """A sentence, and what it is about."""

    text: str
    metric: str


def asked(run: Run) -> list[Asked]:
    """What the scenario says that its question is about."""
    found = [Asked(ask["metric"], ask["of"], ask["against"], ask["yes_if"]) for ask in run.manifest.get("ask", [])]
    texts = [meant(run, one.text, {}) if not one.only else one.text for one in found]
    return [
        replace(one, text=text, yes=one.yes or unsaid_yes(run, one.metric, k))
        for k, (one, text) in enumerate(zip(found, texts, strict=True))
    ]


def unsaid_yes(run: Run, metric: str, place: int) -> str:
    """What makes the first answer yes where the scenario does not say."""
    return usual_yes(run.question, str(run.column(metric)["unit"])) if place == 0 else ""


def answers(run: Run) -> list[Answer]:
    """The answer first asked for; what is most surprising where nothing is."""
    if is_about_everything(run):
        return changed_most(run)[:MOST_ANSWER]
    wanted = asked(run)
    found = [answer_to(run, ask) for ask in wanted] if wanted else surprises(run)
    unique = list({one.text: one for one in found if one is not None}.values())
    if unique:
        unique[0] = replace(unique[0], text=judged(run.question, unique[0].text))
    return unique[:MOST_ANSWER] or [Answer(finish("nothing was found that these games can tell"), "")]


def answer(run: Run) -> list[str]:
    """The same as plain sentences."""
    return [one.text for one in answers(run)]


def answer_to(run: Run, ask: Asked) -> Answer | None:
    """One sentence for one thing asked: a line, a comparison, a sweep, or a number."""
    line = line_of(ask.yes)
    if line is not None:
        return about_line(run, ask, *line)
    if ask.metric in whose(run) and ask.metric not in SHARES and not ask.only.keys() & {"seat", "level"}:
        return about_whom(run, ask)
    found = [one for one in comparisons(run, ask.metric, ask.of, ask.against) if ask.fits(one.row)] if "variant" not in ask.only else []
    if found:
        return about_comparison(run, ask, found)
    rows = [row for row in run.rows(ask.metric) if ask.fits(row) and row["variant"] in (ask.of or run.variants[0], ask.only.get("variant"))]
    if not rows:
        return None
    return about_sweep(run, ask, rows) if len({run.cell_number(row) for row in rows}) > 1 else about_number(run, ask, rows)


# --- a comparison -------------------------------------------------------------------------------------------------------------------


def about_comparison(run: Run, ask: Asked, found: Sequence[Compared]) -> Answer:
    """About the entry (seat, level) that changes most."""
    main = strongest(found)
    mine = [one for one in found if same_entry(one.row, main.row)]
    return Answer(with_verdict(compared(mine), ask.yes, farthest(mine), mine), ask.metric)


def with_verdict(text: str, yes: str, main: Compared, found: Sequence[Compared]) -> str:
    """`Yes: ...`, `No: ...`; what is open says so itself."""
    word = verdict(yes, main.state, main.difference)
    turned = any(one.state is State.SETTLED and one.difference * main.difference < 0 for one in found)
    if word and turned and yes in ("more", "less") and main.state is State.SETTLED:
        word = "It depends"
    return finish(f"{word}: {text}" if word else text)


def verdict(yes: str, state: State, difference: float) -> str:
    """What a direction makes of a difference: yes, no, or nothing where that is open or was not asked."""
    if not yes or state is State.OPEN:
        return ""
    settled = state is State.SETTLED
    wanted = {"more": settled and difference > 0, "less": settled and difference < 0, "changed": settled, "same": not settled}
    return "Yes" if wanted[yes] else "No"


# --- who ------------------------------------------------------------------------------------------------------------------------------


def about_whom(run: Run, ask: Asked) -> Answer:
    """Which seat or player has most of it, or least: of the variant that is named, or of the one that is compared with the first."""
    variant = ask.of or ask.only.get("variant") or run.variants[len(run.variants) == 2]
    rows = [row for row in run.rows(ask.metric, variant) if ask.fits(row)]
    cells = by_cell(run, rows)
    ends = [cells[0], cells[-1]] if len(cells) > 1 else cells
    return Answer(finish("; ".join(who_sentence(run, cell) for cell in ends)), ask.metric)


# --- a sweep ------------------------------------------------------------------------------------------------------------------------


def about_sweep(run: Run, ask: Asked, rows: Sequence[Row]) -> Answer:
    """Where the number is lowest and highest over the grid, if the sweep surely moves it; of seats, which is best where."""
    if ask.is_about_seats:
        cells = by_cell(run, rows)
        return Answer(finish(sweep_sentence(run, cells)), ask.metric)
    known = {key: found for key, found in trends_of(run).items() if key[0] == ask.metric and ask.fits(found.low)}
    if known:
        found = max(known.values(), key=lambda one: one.least)
        rises = run.cell_number(found.low) < run.cell_number(found.high)
        return Answer(finish(prefixed(verdict(ask.yes, State.SETTLED, 1.0 if rises else -1.0), whole_trend(run, found))), ask.metric)
    groups = [row for row in rows if (row["seat"], row["level"]) == (rows[0]["seat"], rows[0]["level"])]
    low, high = (pick(groups, key=lambda row: row["estimate"]) for pick in (min, max))
    if len(groups) == 1:
        return about_number(run, ask, groups)
    if low["estimate"] == high["estimate"]:
        same = f"{clause(run, low, with_ends(run, low))} {with_point(run, run.point_of(low))}, and the same everywhere"
        return Answer(finish(prefixed(verdict(ask.yes, State.SAME, 0.0), same)), ask.metric)
    first, last = sorted((low, high), key=run.cell_number)
    places = [with_point(run, run.point_of(row)) for row in (first, last)]
    ends = f"{clause(run, first, with_ends(run, first))} {places[0]} and {with_ends(run, last)} {places[1]}"
    doubt = f"{CANNOT} whether that changes"
    return Answer(finish(f"{doubt}: {ends}" if wants_verdict(run.question) else f"{ends}; {doubt}"), ask.metric)


def by_cell(run: Run, rows: Sequence[Row]) -> list[list[Row]]:
    """The rows of each cell, cells in their order. One look at each row: a sweep may have ten thousand points."""
    cells: dict[int, list[Row]] = {}
    for row in rows:
        cells.setdefault(run.cell_number(row), []).append(row)
    return [cells[number] for number in sorted(cells)]


def whole_trend(run: Run, found: Apart) -> str:
    """Where the number is lowest and where it is highest, and the other points of a short sweep."""
    ends = {run.cell_number(found.low), run.cell_number(found.high)}
    same = [row for row in run.rows(found.low["metric"], found.low["variant"]) if same_entry(row, found.low)]
    rest = [row for row in same if run.cell_number(row) not in ends]
    losses = {bool(as_loss(run, row)) for row in same}
    if not 0 < len(rest) <= LISTED or len(losses) > 1:
        return trend(run, found)
    told = [turned_round(row) for row in rest] if True in losses else rest
    return f"{trend(run, found)}; {', '.join(f'{with_ends(run, row)} {with_point(run, run.point_of(row))}' for row in told)}"


def prefixed(word: str, text: str) -> str:
    return f"{word}: {text}" if word else text


# --- a number, and a line that it should lie beyond -----------------------------------------------------------------------------------


def about_number(run: Run, ask: Asked, rows: Sequence[Row]) -> Answer:
    """A number alone; of several levels the two largest, of seats whether they are even, of equals what each has."""
    if ask.is_about_seats and len(rows) > 1:
        return Answer(finish(seats_sentence(run, rows)), ask.metric)
    if is_of_somebody(rows) and are_equals(run, rows[0]):
        return Answer(finish(each_words(run, rows)), ask.metric)
    live = sorted((row for row in rows if row["estimate"] is not None), key=lambda row: -row["estimate"])
    said = value(run, live[0])
    if len(live) > 1 and live[1]["level"] is not None:
        said += f"; next, {clause(run, live[1], with_ends(run, live[1]))}"
    return Answer(finish(said), ask.metric)


def about_line(run: Run, ask: Asked, sign: str, line: float) -> Answer | None:
    """Does the number lie beyond the line? The one that is worst off decides."""
    variant = ask.of or run.variants[0]
    rows = [row for row in run.rows(ask.metric) if ask.fits(row) and row["variant"] == variant]
    if not rows:
        return None
    worst = (min if sign == ">" else max)(rows, key=lambda row: row["estimate"])
    look, strict = line_looks(run, len(rows))
    times = strict.width(worst["rollouts"]) / look.width(worst["rollouts"])
    low, high = (
        worst["estimate"] - times * (worst["estimate"] - worst["ci_low"]),
        worst["estimate"] + times * (worst["ci_high"] - worst["estimate"]),
    )
    beyond, short = (low > line, high < line) if sign == ">" else (high < line, low > line)
    whole = [row for row in rows if row is not worst]
    best = (max if sign == ">" else min)(rows, key=lambda row: row["estimate"])
    rest = f"; {with_ends(run, best)} {with_point(run, run.point_of(best))}" if whole and best is not worst else ""
    head = "Yes" if beyond else "No" if short else sentence(CANNOT)
    return Answer(finish(f"{head}: {value(run, worst)}{beyond_words(run, worst, line, beyond or short)}{rest}"), ask.metric)


def beyond_words(run: Run, row: Row, line: float, surely: bool) -> str:
    """`, less than 25 %`; nothing is no line that needs to be said, and what is lost is not compared with it."""
    if not line or as_loss(run, row):
        return ""
    word = f"{'more' if row['estimate'] > line else 'less'} than" if surely else "which may be more or less than"
    return f", {word} {as_written(run, row['metric'], line)}"


# --- nothing asked: what is most surprising -----------------------------------------------------------------------------------------


def surprises(run: Run) -> list[Answer]:
    """The largest effects of the headline numbers first; where nothing is settled, the first number and what it would take."""
    if len(run.variants) > 1:
        return changes(run, [metric for metric in run.headline if metric != "capped"])
    found = [Asked(metric) for metric in run.headline if metric != "capped"]
    told = [one for one in (answer_to(run, ask) for ask in found) if one is not None]
    return sorted(told, key=lambda one: CANNOT in one.text.lower())


def changes(run: Run, metrics: Sequence[str]) -> list[Answer]:
    """What the variants change most, in standard deviations of single games; one sentence for each metric."""
    found = [(metric, list(comparisons(run, metric))) for metric in metrics]
    known = [(metric, rows) for metric, rows in found if rows]
    every = [one for _, rows in known for one in rows]
    if len(known) > 1 and all(one.state is State.SAME for one in every):
        return [Answer(finish(nothing_changed(run, every)), known[0][0])]
    settled = [(metric, rows) for metric, rows in known if strongest(rows).state is State.SETTLED]
    order = sorted(settled, key=lambda one: -strongest(one[1]).size) or known[:1]
    return [about_comparison(run, Asked(metric, yes=unsaid_yes(run, metric, k)), rows) for k, (metric, rows) in enumerate(order)]


def is_about_everything(run: Run) -> bool:
    """`ask: "*"`: whatever changed."""
    return any(ask["metric"] == EVERYTHING for ask in run.manifest.get("ask", []))


def changed_most(run: Run) -> list[Answer]:
    """Of all columns: what the variants change, each with its size in standard deviations of single games.

    First what the knob is there for that was turned, then what else it does, the largest first. A longer game has more of everything: it
    is told as longer, and counts by what they change beyond that.
    """
    metrics = [name for name in run.results["metric"].unique(maintain_order=True) if run.mixed or not name.endswith(BY_PLAYER)]
    found = [list(comparisons(run, metric)) for metric in metrics]
    settled = [rows for rows in found if rows and strongest(rows).state is State.SETTLED]
    if not settled:
        return [Answer(finish(nothing_changed(run, [one for rows in found for one in rows])), "")]
    mains = [strongest(rows, own=True) for rows in settled]
    mains.sort(key=lambda one: (one.metric in DULL, -one.rank))
    answers: dict[str, Answer] = {}
    for one in in_order(mains):
        told = about_change(one)
        answers.setdefault(told.text.partition(" (")[0], told)  # two columns may count the same
    return list(answers.values())


def in_order(mains: Sequence[Compared]) -> list[Compared]:
    """As a person would tell changes: what was meant, then what else it does.

    Of what is meant by one knob the largest; one of what a rule takes away, as it takes much with it, and one of what it fixes. The length
    is told once, and early if it changes much.
    """
    wanted, kin = intended(mains)
    every = [*wanted, *(one for one in mains if one not in wanted)]
    lengths, fixed = [one for one in every if one.metric in LENGTHS], [one for one in every if one.is_fixed]
    late = [*lengths[1:], *fixed[1:], *kin]
    late += [one for one in every if one.is_absence and one not in late][1:]
    order = sorted(every, key=lambda one: one in late and one not in wanted)
    if lengths and lengths[0].size >= MUCH and order.index(lengths[0]) > 1:
        order.remove(lengths[0])
        order.insert(1, lengths[0])
    return order


def intended(mains: Sequence[Compared]) -> tuple[list[Compared], list[Compared]]:
    """For each knob that was turned the largest change of what it is there for, but first what it takes away or brings; and the others."""
    run = mains[0].run
    subjects = list(dict.fromkeys(metrics for variant in run.variants[1:] for metrics in run.about(variant)))
    groups = [sorted((one for one in mains if one.metric in metrics), key=lambda one: not one.is_absence) for metrics in subjects]
    first = {group[0].metric for group in groups if group}
    return [one for one in mains if one.metric in first], [one for group in groups for one in group if one.metric not in first]


def about_change(main: Compared) -> Answer:
    mine = [one for one in comparisons(main.run, main.metric) if same_entry(one.row, main.row)]
    return Answer(finish(compared(mine, sized=True)), main.metric)


def same_entry(one: Row, other: Row) -> bool:
    return (one["seat"], one["level"]) == (other["seat"], other["level"])


def nothing_changed(run: Run, found: Sequence[Compared]) -> str:
    """Nothing differs in any game, or nothing that so many games show."""
    numbers = len({one.metric for one in found})
    if all(one.state is State.SAME for one in found):
        return f"nothing changes: all {numbers} numbers are exactly the same in every game"
    known = [one for one in found if one.size < inf]
    most = max((one for one in known if one.state is State.OPEN), key=lambda one: one.size, default=None)
    rest = f"; nearest to a change: {comparison(most).removeprefix(CANNOT + ': ')}" if most else ""
    return f"{CANNOT}: none of {numbers} numbers changes for certain{rest}"


def metric_entry(run: Run, row: Row) -> str:
    """`length of a game`, `share of the win of the first seat`, `how games end: a fold`"""
    name, level = run.metric_name(row["metric"]), level_words(run, row["level"])
    of = who(run, row, row["variant"], run.point_of(row))
    if of:
        name = f"{name} of {of}"
    return f"{name}: {level}" if level and not of.startswith(level) and place_of(row) is None else name


# --- all that a run says ------------------------------------------------------------------------------------------------------------


def findings(run: Run) -> list[str]:
    """The answer, what else the headline numbers say, who wins, what was cut short, and whether it was played long enough."""
    more = changed_most(run) if is_about_everything(run) else surprises(run)
    about = [*answer(run), *(finish(text) for text in stops(run)), *(one.text for one in more)]
    rest = [*about, *sweeps(run), *chances(run), *capped_games(run), *gained(run)]
    found = list(dict.fromkeys(rest))
    return found if len(found) <= MOST else [*found[:MOST], f"{len(found) - MOST} more findings are in the report."]


def sweeps(run: Run) -> Iterator[str]:
    """What the sweep moves for certain, in the first variant."""
    for found in trends_of(run).values():
        yield finish(whole_trend(run, found))


def chances(run: Run) -> Iterator[str]:
    """Are the seats even? Asked only where the same policy sits at every seat; otherwise who wins how much."""
    if "win" not in run.headline:
        return
    for point in run.points:
        for variant in run.variants:
            rows = run.rows("win", variant, point)
            if len(rows) > 1 and not (run.manifest["rotate_seats"] and len(set(run.policies(variant, point))) > 1):
                yield finish(seats_sentence(run, rows))


def capped_games(run: Run) -> Iterator[str]:
    """Games that did not come to an end by the rules."""
    for row in run.rows("capped"):
        if row["estimate"] > 0:
            head = cell_words(run, row["variant"], row)
            share = with_ends(run, row)
            yield finish(f"{head + ' ' if head else ''}{share} of the games are stopped by the cap: they are in the averages")
