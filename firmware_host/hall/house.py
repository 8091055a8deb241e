"""The message by which Home Assistant finds a board by itself (MQTT discovery)."""

from collections.abc import Iterator
from json import dumps

from firmware_host.board.json import Json
from firmware_host.board.moments import What
from firmware_host.hall.lines import OFFLINE, ONLINE, topic

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
    Yield the MQTT topic and message that announce a board to Home Assistant.

    It is one message for the whole device: an event for each answer, and a binary
    sensor for each lamp.

    Args:
        board: The key of the board in its topics.
        name: The name of the board.
        version: The version of this program.

    Source: the page "MQTT" of Home Assistant, "Device discovery payload"; tested with
    the schemas of Home Assistant 2026.2.
    """
    components: dict[str, Json] = {
        "answer": {
            "platform": "event",
            "name": "Answer",
            "unique_id": f"letterzone-{board}-answer",
            "default_entity_id": f"event.letterzone_{board}_answer",
            "event_types": ["yes", "no"],
            # Dark lamps are no event: nothing is rendered for them.
            "value_template": "{{ {'event_type': value} | tojson"
            " if value in ('yes', 'no') }}",
            "icon": "mdi:alphabetical-variant",
        }
    }
    for answer, title in (("yes", "Yes"), ("no", "No")):
        components[answer] = {
            "platform": "binary_sensor",
            "name": title,
            "unique_id": f"letterzone-{board}-{answer}",
            "default_entity_id": f"binary_sensor.letterzone_{board}_{answer}",
            "payload_on": answer,
            "value_template": f"{{{{ value if value == '{answer}' else 'OFF' }}}}",
        }
    device: dict[str, Json] = {
        "device": {
            "identifiers": [f"letterzone-{board}"],
            "name": name,
            "manufacturer": "Letterzone",
            "model": "Letterzone",
            "sw_version": version,
        },
        "origin": {"name": "Letterzone", "sw_version": version},
        "components": components,
        "availability_topic": topic(board, "state"),
        "payload_available": ONLINE,
        "payload_not_available": OFFLINE,
        "state_topic": topic(board, "answer"),
        "qos": 1,
    }
    yield f"{PREFIX}/device/letterzone-{board}/config", dumps(device)
