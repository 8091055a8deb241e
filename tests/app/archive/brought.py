"""Backups from elsewhere, which arrive piece by piece as a page sends them."""

from firmware_host.app.archive.backups import PIECE_BYTES
from firmware_host.board.messages import Refused


def bring(backups, file):
    """Return the number of the backup that a file has become, or its refusal."""
    size, answer = file.stat().st_size, Refused("backup-file")
    with file.open("rb") as content:
        for at in range(0, size, PIECE_BYTES):
            last = at + PIECE_BYTES >= size
            answer = backups.arrive(content.read(PIECE_BYTES), at=at, last=last)
            if isinstance(answer, Refused):
                break
    return answer
