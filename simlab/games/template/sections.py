"""The knobs of One-card poker by what they are about."""

SECTIONS = {
    "The table": ["players", "deals"],
    "The stakes": ["ranks", "ante", "bet"],
}
