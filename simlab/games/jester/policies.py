"""Rule-of-thumb players of Jester."""

POLICIES = ()
