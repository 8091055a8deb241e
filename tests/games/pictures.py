"""The table screen and the zones as short texts."""

from firmware_host.board.faces import Face, Lamp, ZoneFace
from firmware_host.board.messages import Message


def text(message: Message | str | int | None) -> str:
    """Return a message as its code and its values."""
    if not isinstance(message, Message):
        return "" if message is None else str(message)
    values = " ".join(f"{name}={text(value)}" for name, value in message.values)
    return f"{message.code}({values})" if values else message.code


def zone(face: ZoneFace) -> str:
    """Return the content of a zone; a dash if it is outside the word."""
    card = face.card and f"[{face.card.text}{face.card.suit[:1].upper()}]"
    parts = [
        "" if face.lamp is Lamp.DARK else str(face.lamp),
        text(face.word),
        "".join(map(str, face.placed)) if any(face.placed) else "",
        "x" + "".join(str(int(one)) for one in face.covered)
        if any(face.covered)
        else "",
        face.letter or "",
        "/" + "".join(map(str, face.build)) if any(face.build) else "",
        face.spelled or "",
        str(face.mark or ""),
        card or "",
        "" if face.in_word else "-",
    ]
    return " ".join(filter(None, parts)) or "."


def table(face: Face) -> tuple[str, str, str]:
    """Return the table screen: the big line, the small one, the small print."""
    line = text(face.table.line)
    if face.table.kind is not None:
        line += f" <{face.table.kind}>"
    return line, text(face.table.status), text(face.table.note)


def zones(face: Face) -> str:
    """Return all zones, one after another."""
    return " | ".join(map(zone, face.zones))
