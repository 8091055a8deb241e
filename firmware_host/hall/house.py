"""What Home Assistant is told, so that it finds a board by itself (MQTT discovery)."""

from collections.abc import Iterator
from json import dumps

from firmware_host.board.json import Json
from firmware_host.board.moments import What
from firmware_host.hall.lines import NONE, OFFLINE, ONLINE, topic

#: Where Home Assistant looks for what there is.
PREFIX = "homeassistant"

#: What an answer can be: of each, what happened.
ANSWERS = {
    What.YES: "yes",
    What.RIGHT: "yes",
    What.NO: "no",
    What.WRONG: "no",
}


def discovery(board: str, name: str, version: str) -> Iterator[tuple[str, str]]:
    """
    Yield a topic and its message for each thing that a board is to a house.

    Args:
        board: What it is known by.
        name: What it is called.
        version: Of the program.
    """
    device: dict[str, Json] = {
        "identifiers": [f"letterzone-{board}"],
        "name": name,
        "manufacturer": "Letterzone",
        "model": "Letterzone",
        "sw_version": version,
    }
    shared: dict[str, Json] = {
        "availability_topic": topic(board, "state"),
        "payload_available": ONLINE,
        "payload_not_available": OFFLINE,
        "state_topic": topic(board, "answer"),
        "device": device,
        "origin": {"name": "Letterzone", "sw_version": version},
        "qos": 1,
    }
    sensor: dict[str, Json] = {
        **shared,
        "name": "Answer",
        "unique_id": f"letterzone-{board}-answer",
        "object_id": f"letterzone_{board}_answer",
        "device_class": "enum",
        "options": ["yes", "no", NONE],
        "icon": "mdi:alphabetical-variant",
    }
    yield f"{PREFIX}/sensor/letterzone-{board}/answer/config", dumps(sensor)
    for answer, title in (("yes", "Yes"), ("no", "No")):
        lamp: dict[str, Json] = {
            **shared,
            "name": title,
            "unique_id": f"letterzone-{board}-{answer}",
            "object_id": f"letterzone_{board}_{answer}",
            "payload_on": answer,
            "value_template": f"{{{{ value if value == '{answer}' else 'OFF' }}}}",
        }
        yield f"{PREFIX}/binary_sensor/letterzone-{board}/{answer}/config", dumps(lamp)
