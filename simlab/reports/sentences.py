"""Numbers as sentences that a friend would say: the number, what it is compared with, which way, and how surely."""

from collections.abc import Sequence
from math import hypot, inf

from simlab.reports.claims import Apart
from simlab.reports.comparing import Compared, State
from simlab.reports.names import level_words, place_of, policy_title, variant_title, who, with_point, with_variant
from simlab.reports.others import again
from simlab.reports.rundir import Row, Run
from simlab.reports.wording import apart_at, decimals, error_of, plain, sentence

LOSSES = {" wins {}": " loses {}", " gains {}": " loses {}", " brings {}": " costs {}", " scores {}": " loses {}"}
LITTLE = 0.1  # of a difference that was seen: a bound below that says nothing
LISTED = 3  # variants that are told beside the strongest
NAMED = 2  # variants without a difference that are named


# --- numbers with their units -------------------------------------------------------------------------------------------------------


def scale_of(run: Run, metric: str) -> float:
    return 100.0 if run.is_rate(metric) else 1.0


def unit_of(run: Run, metric: str) -> str:
    """` %`, ` rounds`, or nothing."""
    unit = "%" if run.is_rate(metric) else str(run.column(metric)["unit"])
    return f" {unit}" if unit else ""


def gap_unit(run: Run, metric: str, digits: str = "") -> str:
    """The unit of a difference, of which there is one or several."""
    unit = " points" if run.is_rate(metric) else unit_of(run, metric)
    return unit.removesuffix("s") if digits == "1" else unit


def as_written(run: Run, metric: str, value: float) -> str:
    """A number that somebody named: `25 %`"""
    return f"{scale_of(run, metric) * value:,.10g}{' %' if run.is_rate(metric) else ''}"


def in_digits(run: Run, row: Row, places: int) -> str:
    return plain(scale_of(run, row["metric"]) * row["estimate"], places)


def places_for(run: Run, rows: Sequence[Row], gap: float = 0.0) -> int:
    """Digits that suit numbers which stand beside each other, and show that they differ where they do."""
    scale = scale_of(run, rows[0]["metric"])
    values = [scale * row["estimate"] for row in rows]
    error = scale * max(error_of(row) for row in rows)
    least = scale * min((error_of(row) for row in rows if error_of(row)), default=gap)
    return apart_at(decimals(error, *values), max(least, 0.0), *values) if len(rows) > 1 else decimals(error, *values)


def with_ends(run: Run, row: Row) -> str:
    """`77.0 % (76.9 to 77.1)`; what never varies is so in every game."""
    scale, error = scale_of(run, row["metric"]), scale_of(run, row["metric"]) * error_of(row)
    value, unit = scale * row["estimate"], unit_of(run, row["metric"])
    if row["ci_low"] is None or row["ci_low"] == row["ci_high"]:
        return f"{plain(value, decimals(error, value))}{unit}"
    low, high = scale * row["ci_low"], scale * row["ci_high"]
    places = apart_at(decimals(error, value), error, low, high)
    return f"{plain(value, places)}{unit} ({plain(low, places)} to {plain(high, places)})"


# --- clauses ------------------------------------------------------------------------------------------------------------------------


def clause(run: Run, row: Row, number: str, of_whom: str = "") -> str:
    """`the first to reach the target wins 77 % of the games`; of the seat or player of the row, or of whoever is said."""
    column = run.column(row["metric"])
    says = str(column.get("says") or "")
    point = run.point_of(row)
    if not says:
        of = [
            part
            for part in (who(run, row, row["variant"], point), "" if place_of(row) is not None else level_words(run, row["level"]))
            if part
        ]
        return f"{run.metric_name(row['metric'])}{' of ' + ', '.join(of) if of else ''}: {number}"
    level = "" if place_of(row) is not None else level_words(run, row["level"])
    return says.format(number, who=of_whom or who(run, row, row["variant"], point) or "a player", level=level, unit=run.unit)


def cell_words(run: Run, variant: str, row: Row, own_variant: bool = True) -> str:
    """`with sudden death and 4 players`; nothing where there is one cell."""
    parts = [variant_title(run, variant)] if own_variant and len(run.variants) > 1 else []
    first = with_variant(run, variant) if parts else ""
    where = run.where(row).replace(", ", " and ")
    if not first:
        return with_point(run, run.point_of(row))
    return f"{first} and {where}" if where else first


# --- a comparison -------------------------------------------------------------------------------------------------------------------


def gap_words(found: Compared, sized: bool = False, sign: int = 1) -> str:
    """`23.0 points less, 22.9 to 23.1`; with its size in standard deviations of single games. `sign`: -1 where losses are told."""
    run, metric = found.run, found.metric
    scale, error = scale_of(run, metric), scale_of(run, metric) * error_of(found.row)
    value, unit = scale * abs(found.difference), gap_unit(run, metric)
    word = "more" if sign * found.difference > 0 else "less"
    if not found.row["std_error"]:
        digits = plain(value, decimals(error, value))
        return f"{digits}{gap_unit(run, metric, digits)} {word}, in every game"
    near, far = (scale * end for end in found.ends)
    places = apart_at(decimals(error, value), error, near, far)
    size = f"; {size_words(found.size)} standard deviations" if sized and found.size < inf else ""
    return f"{plain(value, places)}{unit} {word}, {plain(near, places)} to {plain(far, places)}{size}"


def size_words(size: float) -> str:
    """`1.3`, `0.04`, `less than 0.01`"""
    return "less than 0.01" if size < 0.01 else plain(size, 1 if size >= 0.1 else 2)


def is_about_one_player(found: Compared) -> bool:
    """Does the variant only put another player in the place that the number is of?"""
    place = place_of(found.row)
    if place is None:
        return False
    point = found.run.point_of(found.row)
    mine, theirs = (found.run.specs(name, point)[place] for name in (found.of, found.against))
    names = [policy_title(found.run, found.run.specs(variant, point)[place]) for variant in found.run.variants]
    return str(mine) != str(theirs) and names.count(policy_title(found.run, mine)) == 1


def baseline_words(found: Compared) -> str:
    """`with sudden death`, or whose number it is compared with."""
    if is_about_one_player(found):
        place, point = place_of(found.row) or 0, found.run.point_of(found.row)
        specs = found.run.specs(found.against, point)
        same = len({str(spec) for spec in specs}) == 1
        return "an even share" if same and found.metric.startswith("win") else f"for {policy_title(found.run, specs[place])}"
    return with_variant(found.run, found.against)


def head_words(found: Compared) -> str:
    """`with sudden death and 4 players`, or only the table where the clause names the player."""
    if is_about_one_player(found):
        return with_point(found.run, found.run.point_of(found.row))
    return cell_words(found.run, found.of, found.row)


def numbers(found: Compared, sign: int = 1) -> tuple[str, str]:
    """Both numbers, as digits that show the difference."""
    mine, theirs = ({**row, "estimate": sign * row["estimate"]} for row in (found.value(found.of), found.value(found.against)))
    places = places_for(found.run, [mine, theirs], abs(found.difference))
    if found.state is State.SETTLED:  # on the same deals a difference is better known than what differs
        scale = scale_of(found.run, found.metric)
        places = apart_at(places, scale * error_of(found.row), scale * mine["estimate"], scale * theirs["estimate"])
    return in_digits(found.run, mine, places) + unit_of(found.run, found.metric), beside_it(found, theirs, places)


def beside_it(found: Compared, row: Row, places: int) -> str:
    """The number that another is compared with: without its unit but for per cent, and in a word where it is nothing."""
    digits, unit = in_digits(found.run, row, places), unit_of(found.run, found.metric)
    if found.run.is_rate(found.metric):
        return digits + unit
    if not unit or float(digits.replace(",", "")):
        return digits
    return "next to none" if row["estimate"] else "none"


def sign_of(found: Sequence[Compared]) -> int:
    """-1 where all numbers are less than nothing and the clause has a word for that: what is won is lost."""
    values = (one.value(variant)["estimate"] for one in found for variant in (one.of, one.against))
    return -1 if loss_verb(found[0].run, found[0].metric) and all(value < 0 for value in values) else 1


def comparison(found: Compared, sized: bool = False, sign: int = 1) -> str:
    """One sentence without its full stop, whatever is known of the difference."""
    run = found.run
    mine, theirs = numbers(found, sign)
    said = clause(run, {**found.row, "variant": found.of}, mine)
    said = as_lost(run, found.metric, said) if sign < 0 else said
    head = head_words(found)
    whole = f"{head} {said}" if head else said
    base = baseline_words(found)
    instead = f"{theirs} {base}" if base != "an even share" else f"{theirs}, an even share"
    if found.state is State.SETTLED:
        return f"{whole} instead of {instead} ({gap_words(found, sized, sign)}){again(run, found.row)}"
    if found.state is State.SAME:
        return f"{whole}, {like(base, 'exactly ')}, in every game"
    if found.state is State.NONE:
        return f"{whole}, {like(base)} ({theirs}): the difference is at most {bound_words(found)}"
    return f"these games cannot tell: {whole} and {instead}, a difference of {open_words(found, sign)}{needs(found)}"


def like(base: str, how: str = "") -> str:
    """`as with sudden death`, `much as written`"""
    return f"{how or 'much '}{base}" if base.startswith("as ") else f"{how}as {base}"


def bound_words(found: Compared) -> str:
    scale = scale_of(found.run, found.metric)
    bound = scale * found.bound
    return f"{plain(bound, decimals(bound / 10, bound))}{gap_unit(found.run, found.metric)}"


def open_words(found: Compared, sign: int = 1) -> str:
    """`0.2 points (-0.3 to 0.7)`"""
    scale = scale_of(found.run, found.metric)
    error = scale * error_of(found.row)
    low, high = sorted(sign * scale * end for end in found.open_ends)
    value = sign * scale * found.difference
    places = apart_at(decimals(error, value, low, high), error, low, high)
    return f"{plain(value, places)}{gap_unit(found.run, found.metric)} ({plain(low, places)} to {plain(high, places)})"


def needs(found: Compared) -> str:
    return f"; about {found.needed} more games would tell" if found.needed else ""


def strongest(found: Sequence[Compared], own: bool = False) -> Compared:
    """The settled one of the largest effect, or of its `own` beyond what longer games do; where none is settled, the one nearest to it."""
    settled = [one for one in found if one.state is State.SETTLED]
    if settled:
        return max(settled, key=lambda one: one.own_size if own else one.size)
    return min(found, key=lambda one: 2.0 if one.row["p_holm"] is None else one.row["p_holm"])


def farthest(found: Sequence[Compared]) -> Compared:
    """Of comparisons of one number, all in its unit: the settled one with the largest difference."""
    settled = [one for one in found if one.state is State.SETTLED]
    return max(settled, key=lambda one: abs(one.difference)) if settled else strongest(found)


def compared(found: Sequence[Compared], sized: bool = False) -> str:
    """One sentence about one number of several variants or several points: the farthest in full, the others beside it."""
    main = farthest(found)
    beside = [one for one in found if one.of == main.of and one.against == main.against and one is not main]
    known = {id(one) for one in (*beside, main)}
    others = [one for one in found if id(one) not in known and same_point(one, main)]
    sign = sign_of([main, *beside, *(one for one in others if one.state is State.SETTLED)])
    return comparison(main, sized, sign) + variants_beside(main, others, sign) + points_beside(main, beside, sign)


def same_point(one: Compared, other: Compared) -> bool:
    return one.run.where(one.row) == other.run.where(other.row)


def points_beside(main: Compared, beside: Sequence[Compared], sign: int) -> str:
    """What the same variants do elsewhere: the weakest, and whether it turns round."""
    if not beside or main.state is not State.SETTLED:
        return ""
    turned = [one for one in beside if one.state is State.SETTLED and one.difference * main.difference < 0]
    weakest = max(turned, key=lambda one: one.size) if turned else min(beside, key=lambda one: one.size)
    mine, theirs = numbers(weakest, sign)
    where = with_point(main.run, main.run.point_of(weakest.row))
    word = "the other way" if turned else "least"
    if weakest.state is State.SETTLED:
        return f"; {word} {where}: {mine} instead of {theirs}"
    return f"; {where} there is no difference that these games can see ({mine} and {theirs})"


def variants_beside(main: Compared, others: Sequence[Compared], sign: int) -> str:
    """The variants next to it with their numbers, and how many more there are."""
    if main.state is not State.SETTLED or not others:
        return ""
    if main.turned:  # the first variant against several: the others are baselines
        return ""
    settled = sorted((one for one in others if one.state is State.SETTLED), key=lambda one: -abs(one.difference))
    turned = [one for one in settled if one.difference * main.difference < 0]
    if turned and settled.index(turned[0]) >= LISTED:  # what goes the other way is not left out
        settled.remove(turned[0])
        settled.insert(LISTED - 1, turned[0])
    said = [f"{numbers(one, sign)[0]} {beside_words(one)}" for one in settled[:LISTED]]
    rest = len(settled) - len(said)
    silent = [one for one in others if one.state is not State.SETTLED]
    parts = [", ".join(said)] if said else []
    parts += [f"{rest} more change{'s' if rest == 1 else ''} it too"] if rest else []
    named = " or ".join(beside_words(one) for one in silent) if len(silent) <= NAMED else f"for {len(silent)} others"
    parts += [f"no difference seen {named}"] if silent else []
    return "; " + "; ".join(parts) if parts else ""


def beside_words(one: Compared) -> str:
    if is_about_one_player(one):
        place = place_of(one.row) or 0
        return f"for {policy_title(one.run, one.run.specs(one.of, one.run.point_of(one.row))[place])}"
    return with_variant(one.run, one.of)


# --- a sweep, a number alone --------------------------------------------------------------------------------------------------------


def trend(run: Run, found: Apart) -> str:
    """Along a sweep: the number where it is lowest and where it is highest, in the order of the sweep."""
    first, last = sorted((found.low, found.high), key=lambda row: run.cell_number(row))
    lead = f"{with_variant(run, first['variant'])} " if len(run.variants) > 1 else ""
    lost = bool(as_loss(run, first) and as_loss(run, last))
    said = as_loss(run, first) if lost else clause(run, first, with_ends(run, first))
    end = with_ends(run, turned_round(last) if lost else last)
    ends = f"{with_point(run, run.point_of(first))} but {end} {with_point(run, run.point_of(last))}"
    return f"{lead}{said} {ends}{apart_words(run, found)}"


def apart_words(run: Run, found: Apart) -> str:
    """`, at least 3.9 rounds apart`; nothing where that would be next to nothing."""
    scale = scale_of(run, found.low["metric"])
    least, error = scale * found.least, scale * hypot(error_of(found.low), error_of(found.high))
    shown = plain(least, decimals(error, least))
    seen = scale * (found.high["estimate"] - found.low["estimate"])
    return f", at least {shown}{gap_unit(run, found.low['metric'])} apart" if float(shown.replace(",", "")) > LITTLE * seen else ""


def value(run: Run, row: Row) -> str:
    """`a game takes 16.6 rounds (16.5 to 16.7)`, with the cell where there are several; what is less than nothing is lost."""
    head = cell_words(run, row["variant"], row)
    said = as_loss(run, row) or clause(run, row, with_ends(run, row))
    exact = ", in every game" if row["ci_low"] is not None and row["ci_low"] == row["ci_high"] else ""
    return f"{head} {said}{exact}" if head else f"{said}{exact}"


def as_loss(run: Run, row: Row) -> str:
    """`the first seat loses 0.06 chips (0.02 to 0.10) a game`, where that is surely so and the clause has a word for it."""
    if not loss_verb(run, row["metric"]) or row["ci_high"] is None or row["ci_high"] >= 0:
        return ""
    return as_lost(run, row["metric"], clause(run, row, with_ends(run, turned_round(row))))


def turned_round(row: Row) -> Row:
    """With the other sign."""
    return {**row, "estimate": -row["estimate"], "ci_low": -row["ci_high"], "ci_high": -row["ci_low"]}


def loss_verb(run: Run, metric: str) -> str:
    """The word of a metric's clause that has an opposite, if there is any."""
    says = str(run.column(metric).get("says") or "")
    return next((verb for verb in LOSSES if verb in says), "")


def as_lost(run: Run, metric: str, said: str) -> str:
    """A clause with the opposite of its word."""
    verb = loss_verb(run, metric)
    return said.replace(verb.format(""), LOSSES[verb].format(""), 1)


def finish(text: str) -> str:
    """With a capital letter and a full stop."""
    return sentence(text.strip().removesuffix(".")) + "."
