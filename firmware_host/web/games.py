"""Which fields of each game's views may go out: a new game adds its lines here."""

from collections.abc import Mapping

#: What everybody may read, by game.
FIELDS: Mapping[str, tuple[str, ...]] = {
    "decipher": (
        "round",
        "rounds",
        "maker",
        "waiting",
        "length",
        "first_zone",
        "placed",
        "covered",
        "turn",
        "holding",
        "asked",
        "bonus_mode",
        "hidden",
        "bonus_left",
        "noes",
        "tokens",
        "seekers",
        "guesses",
        "last",
        "commitment",
        "totals",
        "over",
        "winners",
        "hand",
        "board_plays",
    ),
}

#: What only the maker's own place may read, by game; the first one marks the view.
SECRETS: Mapping[str, tuple[str, ...]] = {
    "decipher": ("word", "builds", "hidden"),
}
