"""`letterzone backup`: a copy of the journal, beside it."""

from firmware_host.app.archive.backups import Backups
from firmware_host.app.content.languages import load_texts
from firmware_host.board.messages import say
from firmware_host.cli import commands
from firmware_host.cli.places import folder_of, journal_in, language_of


@commands.run.register
def backup(given: commands.Backup) -> None:
    """Make a backup, also while a board is playing, and say where it lies."""
    path = journal_in(folder_of(given.folder, make=False))
    backups, texts = Backups(path), load_texts(language_of(given.language))
    made = backups.make_if_new() if given.if_new else backups.make()
    told = say("backup-none")
    if made is not None:
        told = say("backup-made", path=str(backups.path(made)))
    print(texts.say(told))
