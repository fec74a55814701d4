"""What a game asks in its own way (`studies=` in its `game.py`): the study of a game, and the games that have one."""

from typing import Any


def own_study(name: str, study: str) -> Any:
    """A game's own study of that name; nothing where it has none, and for orders that are no game's."""
    from simlab.contract.catalogue import load, titles

    return load(name).study(study) if name in titles() else None


def games_with(study: str) -> list[str]:
    from simlab.contract.catalogue import sound

    return [game.name for game in sound() if study in game.studies]
