"""What pydantic finds wrong with data that people write, in their words: `must be a whole number`, `must be at most 6`.

Whoever reads a file says where the trouble is and which words are known there; what the trouble is, is said here alone.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

Found = Mapping[str, Any]  # one of `ValidationError.errors()`
UNKNOWN, MISSING, OWN_WORDS = "extra_forbidden", "missing", ("value_error", "assertion_error")
KEY = "[key]"  # how a place ends where the name of a value is wrong, not the value
MUST = "must be"
MOST_SHOWN = 60  # letters of what was given

NUMBER, WHOLE, TRUTH, TEXT, LIST, BLOCK = "a number", "a whole number", "true or false", "text", "a list", "a block of `name: value` lines"
KINDS = {
    "int_type": WHOLE, "int_parsing": WHOLE, "int_from_float": WHOLE, "int_parsing_size": "smaller", "float_type": NUMBER,
    "float_parsing": NUMBER, "finite_number": "a number that is not infinite", "bool_type": TRUTH, "bool_parsing": TRUTH,
    "string_type": TEXT, "string_unicode": TEXT, "list_type": LIST, "tuple_type": LIST, "dict_type": BLOCK, "mapping_type": BLOCK,
    "model_type": BLOCK, "model_attributes_type": BLOCK, "none_required": "none",
}  # fmt: skip
BOUNDS = {
    "greater_than_equal": "at least {ge:.15g}", "greater_than": "more than {gt:.15g}", "less_than_equal": "at most {le:.15g}",
    "less_than": "less than {lt:.15g}", "literal_error": "{expected}", "string_too_long": "at most {max_length} letters long",
    "string_too_short": "at least {min_length} letters long", "string_pattern_mismatch": "a word of letters, digits and underscores",
}  # fmt: skip


def first(error: ValidationError) -> Found:
    """What to complain of: unknown keys before all else, for they are what misspelled keys look like."""
    return min(error.errors(), key=lambda found: found["type"] != UNKNOWN)


def any_of(tried: Sequence[Found]) -> str:
    """The same value tried as each kind that it may be: `must be a whole number, or one of last, random`."""
    said = list(dict.fromkeys(map(in_words, tried)))
    return said[0] + "".join(f", or {one.removeprefix(MUST).strip()}" for one in said[1:])


def in_words(found: Found) -> str:
    """`must be a whole number`; a check of our own has its own words."""
    kind, more = found["type"], found.get("ctx", {})
    if kind in OWN_WORDS:
        return str(more["error"])
    if kind == "invalid_key" or KEY in found["loc"]:
        return "names must be words"
    if kind in KINDS:
        return f"{MUST} {KINDS[kind]}"
    if kind in ("too_long", "too_short"):
        return f"must have {entries(kind, more)}, has {more['actual_length']}"
    if kind in BOUNDS:
        return f"{MUST} {BOUNDS[kind].format_map(more)}"
    return f"{found['msg'][:1].lower()}{found['msg'][1:]}"


def entries(kind: str, more: Found) -> str:
    """`at most 6 entries`"""
    bound, count = ("at most", more["max_length"]) if kind == "too_long" else ("at least", more["min_length"])
    return f"{bound} {count} {'entry' if count == 1 else 'entries'}"


def place_of(found: Found) -> tuple[str, ...]:
    """The keys that lead there."""
    return tuple(str(part) for part in found["loc"] if part != KEY)


def shortened(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 3] + "..."
