"""
Changing a value into the next one, quickly.

`dataclasses.replace` calls `__init__`, which is slow where a class is frozen. A frozen
dataclass without slots has its fields in a dictionary, and copying that takes an eighth
of the time. So whatever changes with each event has no slots.
"""

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the checker knows each field of it, and its type
    from dataclasses import replace as replace  # noqa: PLC0414 - for others to import
else:

    def replace(value: Any, /, **changes: Any) -> Any:
        """
        Return *value* with some fields changed, as `dataclasses.replace` does.

        Args:
            value: A dataclass; one with slots is changed the slow way.
            changes: Its fields' names, each with what it is to be.

        Raises:
            TypeError: It has no such field.
        """
        if not hasattr(value, "__dict__"):
            return dataclasses.replace(value, **changes)
        fields = value.__dict__ | changes
        if len(fields) > len(value.__dict__):
            unknown = ", ".join(fields.keys() - value.__dict__.keys())
            msg = f"{type(value).__name__} has no field {unknown}"
            raise TypeError(msg)
        changed = object.__new__(type(value))
        object.__setattr__(changed, "__dict__", fields)
        return changed
