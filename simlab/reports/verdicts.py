"""Yes or no: whether a question wants it, what makes the answer yes where nobody says, and what is said where no number can."""

import re

from simlab.stats.claims import LENGTHS

YES_OR_NO = re.compile(r"\s*(does|do|did|is|are|was|were|can|could|will|would|should|has|have)\b(?!.*\bor\b)", re.IGNORECASE | re.DOTALL)
ABOUT_CHANGE = re.compile(r"\b(matters?|changes?|differs?|difference)\b", re.IGNORECASE)
ABOUT_LENGTH = {
    "more": re.compile(r"\b(longer|slower|lengthens?|drags?)\b", re.IGNORECASE),
    "less": re.compile(r"\b(shorter|faster|quicker|shortens?)\b", re.IGNORECASE),
}
GIVEN = re.compile(r"(Yes|No|It depends|These games cannot tell|Nothing|The seats are)\b")
OPENING = re.compile(r"(With|Without|A|An|The|All|In|Of|At|No|Players|Somebody)\b")
UNSAID = "It is for you to judge"


def wants_verdict(question: str) -> bool:
    """`Is six playable?`, but not `Early or late?`"""
    return bool(YES_OR_NO.match(question))


def usual_yes(question: str, unit: str) -> str:
    """`Does it matter?` is answered yes by any change, `Are games shorter?` by fewer rounds; nothing where the words do not tell."""
    if not wants_verdict(question):
        return ""
    ways = [way for way, words in ABOUT_LENGTH.items() if words.search(question)]
    if len(ways) == 1 and unit in LENGTHS:
        return ways[0]
    return "changed" if ABOUT_CHANGE.search(question) else ""


def judged(question: str, text: str) -> str:
    """A question such as `Is it too cruel?` has no number that says yes: the answer says so, and tells what is known."""
    if not wants_verdict(question) or GIVEN.match(text):
        return text
    return f"{UNSAID}: {text[:1].lower() + text[1:] if OPENING.match(text) else text}"
