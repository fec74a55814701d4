"""`simlab dials`: who turns the knobs when nobody is named."""

import json

from tests.commands.typed import typed


def test_where_the_usual_player_cannot_play_every_step_uniform_plays(tmp_path):
    """Equilibrium play is known for a bet of 1 only, so it could not show what a bet of 2 does."""
    found = json.loads(typed("dials", "template", "--games", 200, "--json", "--out", tmp_path))
    assert {row["knob"] for row in found["steps"]} == {"ranks", "ante", "bet", "deals"}
