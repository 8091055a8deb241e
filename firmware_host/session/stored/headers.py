"""The header of a game as the journal stores it."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from json import JSONEncoder

from firmware_host.board.entries import NewGame
from firmware_host.board.events import Button
from firmware_host.board.json import (
    Json,
    JsonObject,
    as_number,
    as_object,
    flag,
    number,
    numbers,
    read_object,
    text,
    texts,
)
from firmware_host.board.record import replace
from firmware_host.games.bots import Bot
from firmware_host.games.contract import GameSetup, Header, settled_of
from firmware_host.limits import SEATS
from firmware_host.session.setups import Player
from firmware_host.words.cards import read_cards
from firmware_host.words.language import Language

#: The fields of a header that are stored unchanged.
_PLAIN = tuple(one.name for one in fields(GameSetup) if one.name != "options")

#: Former keys of a header with their defaults, which each header still contains: the
#: house rules of word games before options existed.
_FORMER: Mapping[str, Json] = {"guess_tokens": [], "tokens_each": 3, "hand": "tap"}

#: The keys of `header_json`, and further keys in the journal.
_HEADER_KEYS = {
    *(*_PLAIN, *_FORMER, "language", "knobs", "words", "buttons", "letters"),
    *("animals", "bots", "when", "evening", "deck"),
}

#: Encodes JSON for headers: without spaces, and without escapes for letters.
_json = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def header_json(header: Header) -> dict[str, Json]:
    """Return a header as the journal stores it."""
    own = header.language.own.words(header.length) if header.length else ()
    plain = {one: getattr(header, one) for one in _PLAIN}
    return {
        "game": header.game,
        "language": header.language.code,
        **plain,
        **_FORMER,
        **({"knobs": dict(header.options)} if header.options else {}),
        **({"words": list(own)} if own else {}),
    }


def read_header(
    item: JsonObject, languages: Mapping[str, Language], *, letter_cards: bool = False
) -> Header:
    """
    Return the header that `header_json` wrote, also as an older version did.

    Args:
        item: The header in the journal.
        languages: Every language, by its code.
        letter_cards: True for a game that is played with the deck of letter cards.

    Raises:
        ValueError: It is none, or says more than this version knows.
    """
    if more := item.keys() - _HEADER_KEYS:
        msg = f"a header has no {min(more)}"
        raise ValueError(msg)
    words = texts({"words": (), **item}, "words")
    language = languages[text(item, "language")].with_own(words)
    if letter_cards:
        deck = as_object(item.get("deck", {}), "deck")
        named = read_cards(deck, "deck") if deck else {}
        language = language.with_named_cards(named)
    return Header(**settled_of(read_settled(item)), language=language)


def read_settled(item: JsonObject) -> GameSetup:
    """
    Return the settings that `header_json` wrote, without the language.

    Raises:
        ValueError: It has not these keys, or other values under them.
    """
    return GameSetup(
        game=text(item, "game"),
        seats=number(item, "seats"),
        length=number(item, "length"),
        board_makes=flag(item, "board_makes", default=False),
        rounds=number(item, "rounds", 1),
        first_zone=number(item, "first_zone", 0),
        options=tuple(_options(item)),
    )


def _options(item: JsonObject) -> Iterator[tuple[str, str | int]]:
    """Yield the options in what `header_json` wrote, also as an older version did."""
    each, tokens = numbers(item, "guess_tokens"), number(item, "tokens_each", 3)
    if each:
        by_seat = (*each, *(tokens,) * SEATS)[:SEATS]
        yield "guess_tokens", "".join(map(str, by_seat))
    elif tokens != _FORMER["tokens_each"]:
        yield "guess_tokens", tokens
    if text(item, "hand", "tap") != _FORMER["hand"]:
        yield "hand", text(item, "hand")
    for name, value in as_object(item.get("knobs", {})).items():
        yield name, value if isinstance(value, str) else as_number(value, name)


def with_date(game: NewGame, when: JsonObject) -> NewGame:
    """Return a new game whose header contains its date; no fold reads it."""
    if not when:
        return game
    return replace(game, header=_json({**read_object(game.header), "when": when}))


def with_evening(game: NewGame, code: str) -> NewGame:
    """Return a new game whose header contains the code of its evening."""
    return replace(game, header=_json({**read_object(game.header), "evening": code}))


def with_players(
    header: Header, players: tuple[Player, ...], *, letter_cards: bool = False
) -> str:
    """
    Return a header as the journal stores it, with who sat there, without names.

    Args:
        header: The header of the game.
        players: The players by seat.
        letter_cards: As in `read_header`.
    """
    buttons = [player.button or "" for player in players]
    animals = [player.animal or "" for player in players]
    letters = header.language.alphabet.changed()
    own: dict[str, Json] = {"buttons": buttons, "animals": animals}
    if any(player.bot for player in players):
        own["bots"] = [player.bot.text if player.bot else "" for player in players]
    own["letters"] = letters
    if letter_cards and (deck := header.language.named_cards):
        own["deck"] = deck
    return _json({**header_json(header), **own})


def players_of(item: JsonObject) -> tuple[Player, ...]:
    """
    Return the first players of a game from its header, without names.

    Raises:
        ValueError: A stored button or bot is unknown.
    """
    buttons = texts(item, "buttons")
    played = texts({"bots": ("",) * len(buttons), **item}, "bots")
    return tuple(map(player_of, buttons, played))


def player_of(button: str, bot: str) -> Player:
    """
    Return the player with a stored button and a stored `Bot.text`, each "" for none.

    Raises:
        ValueError: The button or the bot is unknown.
    """
    return Player(button=Button(button) if button else None, bot=Bot.read(bot))
