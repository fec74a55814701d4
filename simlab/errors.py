"""What can go wrong, said to the person who caused it.

SimlabError                 anything simlab says no to: one clear line, exit code 2
├── InputError              something typed is wrong
│   ├── CardError           a card that cannot be read, or stands twice
│   ├── RulesError          a knob out of range, or knobs that do not go together
│   ├── UnknownName         no game, policy, knob, metric or column of that name (with the nearest right word)
│   ├── ScenarioError       a scenario file: file, line and column
│   └── IllegalAction       a move the rules do not allow here
├── PolicyError             a policy of the user's: does not compile, wrong return, illegal move
├── GameError               a game that breaks the contract (found by `contract.check`), or does not compile
│   └── Fault               a game or a policy that failed while it was played: game, seed, decision, seat, source line
└── RunError                the run directory: locked, read-only, full, corrupt, or made by other rules or code
"""

from collections.abc import Iterable
from difflib import get_close_matches


class SimlabError(Exception):
    exit_code = 2


class InputError(SimlabError):
    pass


class CardError(InputError):
    pass


class RulesError(InputError):
    pass


class UnknownName(InputError):
    def __init__(self, what: str, name: object, known: Iterable[str]) -> None:
        super().__init__(f"no {what} {str(name)!r}{nearest(name, known)}")

    def __reduce__(self) -> tuple[type[InputError], tuple[str]]:
        """As it comes back from another process: the sentence is made."""
        return InputError, (str(self),)


class ScenarioError(InputError):
    pass


class IllegalAction(InputError):
    pass


class PolicyError(SimlabError):
    pass


class GameError(SimlabError):
    pass


class Fault(GameError, PolicyError):
    """Somebody's code failed in the middle of a game; `actions` lead to the decision, none where there is nothing to show."""

    def __init__(self, sentence: str, actions: Iterable[int] | None = None) -> None:
        super().__init__(sentence)
        self.actions = None if actions is None else tuple(actions)


class RunError(SimlabError):
    pass


def nearest(word: object, known: Iterable[str]) -> str:
    """` (did you mean 'basic'?)`, or the whole list where it is short, or nothing."""
    names = [str(name) for name in known]
    folded = [name.casefold() for name in names]  # BASIC is near to basic
    close = get_close_matches(str(word).casefold(), folded, n=1, cutoff=0.5)
    if close:
        return f" (did you mean {names[folded.index(close[0])]!r}?)"
    if 0 < len(names) <= 8:
        return f" (there are: {', '.join(names)})"
    return ""
