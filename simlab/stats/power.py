"""How many games would it take to tell? By the error seen so far, which falls with the square root of the games."""

from math import ceil, inf

from simlab.stats.compare import Difference
from simlab.stats.looks import ONCE, Look

POWER_80 = 0.8416212335729143  # normal quantile of the chance to see a difference that is there
POWER_95 = 1.6448536269514722  # ... of the chance to settle a check that is asked again


def games_to_tell(error: float, away: float, games: int, units: int, look: Look) -> int:
    """All games after which a number so far away from a line is off it 95 times in 100."""
    times = (look.width(units) + POWER_95) * error / away
    return ceil(games * times * times)


def more_games(found: Difference, games: int, small: float, look: Look = ONCE, strict: Look = ONCE) -> int:
    """Enough to see a difference of this size four times in five, or to call it none (`small`): whichever comes first."""
    value, error = found.estimate.value, found.estimate.std_error
    if not error or value is None:
        return games
    see = (strict.width(found.units) + POWER_80) * error / abs(value) if value else inf
    none = look.width(found.units) * error / max(small - abs(value), small / 2) if small else inf
    times = min(see, none)
    return max(1, ceil(games * (times * times - 1))) if times != inf else games
