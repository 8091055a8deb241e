"""
Translates the command's own texts into the language of the terminal.

Code contains English. Each sentence is looked up in the language's texts.po: under
``help`` as it is, and under ``error`` by its template. English opens no file.
"""

import os
from functools import cache
from typing import TYPE_CHECKING

from firmware_host.languages import CODES, FIRST, FOLDER

if TYPE_CHECKING:
    from firmware_host.texts.catalogue import Catalogue
    from firmware_host.texts.templates import Templates

#: The context of help texts in a catalogue.
HELP = "help"


def language() -> str:
    """Return the language of the terminal; English if it is not supported."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        code = os.environ.get(name, "").partition(".")[0].partition("_")[0]
        if code:
            return code if code in CODES else FIRST
    return FIRST


def help_text(sentence: str, code: str = "") -> str:
    """Return a help text in the terminal's language, or in the language `code`."""
    catalogue = _catalogue(code or language())
    found = catalogue.find(HELP, sentence) if catalogue else None
    return sentence if found is None else found


def error(line: str, code: str = "") -> str:
    """Return an error message on one line, in that language."""
    line = " ".join(line.split())
    templates = _templates(code or language())
    return templates.translate(line) if templates else line


@cache
def _catalogue(code: str) -> "Catalogue | None":
    if code == FIRST:
        return None
    from firmware_host.errors import SettingsError  # noqa: PLC0415 - English needs none
    from firmware_host.texts.catalogue import Catalogue  # noqa: PLC0415 - likewise

    try:
        return Catalogue((FOLDER / code / "texts.mo").read_bytes())
    except (OSError, SettingsError):  # then in English
        return None


@cache
def _templates(code: str) -> "Templates | None":
    catalogue = _catalogue(code)
    if catalogue is None:
        return None
    from firmware_host.texts.templates import CONTEXT, Templates  # noqa: PLC0415 - likewise

    return Templates(
        (template, text)
        for context, template, text in catalogue.sentences()
        if context == CONTEXT
    )
