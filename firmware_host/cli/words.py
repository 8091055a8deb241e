"""`letterzone words`: check words; import, export and make packs of words."""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from pathlib import Path

from firmware_host.app.content import reasons
from firmware_host.app.content.languages import (
    languages_with,
    load_language,
    load_texts,
    owners_letters,
)
from firmware_host.app.content.packs import check
from firmware_host.app.content.tables import (
    Choice,
    KnownList,
    UploadedTable,
    cells_of,
    known_lists,
    read_table,
    read_text,
)
from firmware_host.board.entries import JOURNAL
from firmware_host.board.json import as_message
from firmware_host.board.messages import Message, Refused, Say, say
from firmware_host.cli import commands, spoken
from firmware_host.cli.places import board_folder_of, journal_alone, language_of
from firmware_host.cli.terminal import read_brought, write_given
from firmware_host.errors import SettingsError
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from firmware_host.languages import CODES
from firmware_host.limits import LIST_LETTERS
from firmware_host.texts.texts import Texts
from firmware_host.web.values import Checked
from firmware_host.words.folding import fold
from firmware_host.words.packs.kept import pack_setting, read_kept, with_keys
from firmware_host.words.packs.pack import Pack, in_order, read_packs, write_packs

#: The exit code if a word cannot be played.
UNPLAYABLE = 1

#: The sentence for each value of the fields of `Reasons`.
_WHY: Mapping[str, Mapping[str, Message]] = {
    "level": {
        "easy": say("word-list-easy"),
        "everyday": say("word-list-everyday"),
        "common": say("word-list-common"),
        "rare": say("word-list-rare"),
        "cards": say("word-list-cards"),
    },
    "source": {"hand": say("word-source-hand")},
    "not_drawn": {
        "never": say("word-stop-never"),
        "unfit": say("word-stop-unfit"),
        "peoples": say("word-stop-peoples"),
        "slang": say("word-stop-slang"),
        "half": say("word-stop-half"),
        "twofold": say("word-stop-twofold"),
        "obscure": say("word-stop-obscure"),
        "divided": say("word-stop-divided"),
    },
    "refused": {
        "name": say("word-no-name"),
        "abbreviation": say("word-no-abbreviation"),
        "foreign": say("word-no-foreign"),
        "possessive": say("word-no-possessive"),
        "prefix": say("word-no-prefix"),
        "slang": say("word-no-slang"),
        "unknown": say("word-no-unknown"),
    },
}


@commands.run.register
def check_words(given: commands.WordsCheck) -> int:
    """Print whether each given word can be played, and why; return the exit code."""
    code = language_of(given.language)
    letters = owners_letters(board_folder_of(given.folder, make=False))
    language, files = languages_with(letters)[code], reasons.load_reasons(code)
    done = 0
    for word in _given_words(given.words):
        folded = fold(word)
        faults = language.faults(folded, given.length)
        why = reasons.reasons_for(folded, language, files, reasons.load_forms(code))
        done = UNPLAYABLE if faults else done
        if given.json:
            print(json.dumps(_as_json(folded, faults, why), ensure_ascii=False))
        else:
            _print_word(folded, faults, why, load_texts(code))
    return done


def _given_words(words: Sequence[str]) -> Iterator[str]:
    """Yield the words of the command line; replace ``-`` by standard input."""
    for word in words:
        yield from sys.stdin.read().split() if word == "-" else (word,)


def _as_json(
    word: str, faults: Sequence[Refused], why: reasons.Reasons
) -> dict[str, object]:
    """Return the output of ``--json`` for one word, without empty reasons."""
    named = {one.name: getattr(why, one.name) for one in fields(why)}
    return {
        "word": word,
        "playable": not faults,
        "faults": [fault.code for fault in faults],
        **{name: value for name, value in named.items() if value},
    }


def _print_word(
    word: str, faults: Sequence[Refused], why: reasons.Reasons, texts: Texts
) -> None:
    """Print a word with its faults and the reasons from the word lists."""
    print(f"{word}:" if faults else f"{word}: {texts.say(say('word-playable'))}")
    for fault in faults:
        print(f"  - {texts.say(fault.reason)}")
    for one in why.forms:
        what = say(f"word-form-{one['form']}", word=one["lemma"])
        print(f"  - {texts.say(what)}")
    for field, sentences in _WHY.items():
        if sentence := sentences.get(getattr(why, field)):
            print(f"  - {texts.say(sentence)}")


# --- packs ---


@commands.run.register
def list_packs(given: commands.WordsPacks) -> None:
    """Print every pack: its key, its name, and its number of words."""
    for pack in _known(given):
        print(f"{pack.language} {pack.key}: {pack.name} ({len(pack.words)})")


@commands.run.register
def export_packs(given: commands.WordsExport) -> None:
    """Write a pack into a file; without a key all packs of this board."""
    if given.pack:
        found = [one for one in _known(given) if _is(one, given.pack)]
    else:
        found = [*_kept(given)]
    if not found:
        known = ", ".join(f"{one.language}/{one.key}" for one in _known(given))
        msg = f"{given.pack or 'packs'}: there is none; there are: {known}"
        raise SettingsError(msg)
    write_given(given.file, write_packs(found))


def _is(pack: Pack, wanted: str) -> bool:
    return wanted in (pack.key, f"{pack.language}/{pack.key}")


@commands.run.register
def import_packs(given: commands.WordsImport) -> None:
    """Import the packs of a file, while no daemon has the journal open."""
    text = read_brought(given.file, read_text, language_of(given.language)).text
    read = _accepted(read_packs(text, CODES), given)
    with Journal(journal_alone(board_folder_of(given.folder), "Word packs")) as journal:
        kept = read_kept(journal.settings()).values()
        packs = [pack for one in kept for pack in one.values()]
        found = _accepted(with_keys(read, packs), given)
        for pack in found:
            journal.put_setting(*pack_setting(pack.key, pack)).result()
    for pack in found:
        print(f"{pack.language} {pack.key}: {pack.name} ({len(pack.words)})")


def _accepted(
    packs: Sequence[Pack] | Refused, given: commands.WordsImport | commands.WordsMake
) -> Sequence[Pack]:
    """
    Return packs that a board stores.

    Raises:
        SettingsError: They are refused.
    """
    if isinstance(packs, Refused):
        said = load_texts(language_of(given.language)).say(packs.message)
        msg = f"{given.file}: {said}"
        raise SettingsError(msg)
    return packs


@commands.run.register
def make_pack(given: commands.WordsMake) -> None:
    """Make a pack from a table of words."""
    name = Path(given.file).stem[:LIST_LETTERS]
    kind = known_lists().get(given.from_) or KnownList(name=name, language="")
    code, licence = given.language or kind.language, given.licence or kind.licence
    if not licence.strip():
        msg = (
            f"{given.file}: say by --licence on what terms its words may be used;"
            " docs/packs.md says what is known of that"
        )
        raise SettingsError(msg)
    choice = Choice(
        column=given.column or kind.column,
        where={name: tuple(one.split(",")) for name, one in _pairs(given.where)},
        at_most={name: _limit(name, one) for name, one in _pairs(given.at_most)},
    )
    table = _table(given, choice)
    language = load_language(code or language_of(given.language))
    cells = cells_of(table, choice, given.file)
    checked = check("\n".join(cells), language, lines=True)
    laid = tuple(dict.fromkeys(one["word"] for one in checked if one["good"]))
    if not laid:
        names = ", ".join(table.names)
        msg = (
            f"{given.file}: no word can be played; say the column of the words by"
            f" --column; there are: {names}"
        )
        raise SettingsError(msg)
    pack = Pack(
        key="",
        name=given.name or kind.name,
        language=language.code,
        words=in_order(laid[: given.most]),
        level=given.level,
        topic=given.topic,
        licence=licence,
        author=given.author or kind.author,
    )
    text = write_packs([pack])
    _accepted(read_packs(text, CODES), given)
    write_given(given.to, text)
    _report(given, table, checked)


def _table(given: commands.WordsMake, choice: Choice) -> UploadedTable:
    """Read the table of a file; decide from the options whether it has a header."""
    read = partial(read_table, sheet=given.sheet)
    table = read_brought(given.file, read, language_of(given.language))
    named = {choice.column, *choice.where, *choice.at_most} - {"", "all"}
    has_names = not all(map(str.isdecimal, named))
    if given.head or has_names:
        table = replace(table, head=given.head != "no")
    return table


def _report(
    given: commands.WordsMake, table: UploadedTable, checked: Sequence[Checked]
) -> None:
    """Print the column that was read, and each bad word with its reasons."""
    texts = load_texts(language_of(given.language))
    bad = [one for one in checked if not one["good"]]
    column = given.column or table.names[table.best]
    lines = [
        *(
            f"{given.file}:{row}: {texts.say(say('file-quote'))}"
            for row in table.open_quotes
        ),
        *(f"{one['typed']}: {_reasons(one, texts.say)}" for one in bad),
        texts.say(
            say("file-words", column=column, n=len(checked) - len(bad), bad=len(bad))
        ),
    ]
    for line in lines:
        sys.stderr.write(f"{spoken.error(line, language_of(given.language))}\n")


def _reasons(word: Checked, speak: Say) -> str:
    return " ".join(speak(as_message(why)) for why in word["why"])


def _pairs(given: Iterable[str]) -> Iterable[tuple[str, str]]:
    for one in given:
        name, there, value = one.partition("=")
        if not there:
            msg = f"{one!r} must be COLUMN=VALUE"
            raise SettingsError(msg)
        yield name, value


def _limit(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        msg = f"{name}={text}: {text!r} is no number"
        raise SettingsError(msg) from None


def _known(given: commands.InFolder) -> Iterable[Pack]:
    yield from _kept(given)
    for code in CODES:
        yield from load_language(code).shipped.values()


def _kept(given: commands.InFolder) -> Iterable[Pack]:
    path = board_folder_of(given.folder, make=False) / JOURNAL
    if not path.exists():  # no game was played yet
        return
    with Reader(path) as journal:
        for packs in read_kept(journal.settings()).values():
            yield from packs.values()
