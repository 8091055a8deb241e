"""
Immutable records, which are created and copied with changes quickly.

`dataclasses.replace` calls `__init__`, which is slow where a class is frozen. A frozen
dataclass without slots has its fields in a dictionary, and copying that takes an eighth
of the time. So a record has no slots.
"""

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
class Record:
    """
    The base class of immutable values: each subclass is a dataclass.

    Equality, hash and representation are defined here once, not generated for each
    class. The `__init__` of a class is generated when its first instance is created.
    That saves three quarters of the time that a dataclass costs at the start of a
    board, and the memory of unused classes. A field that must not be printed is a
    ``field(repr=False)``, as in any dataclass.

    Args:
        kw_only: True if fields can only be given by name.
        tag: The name of the class in stored data; see `tagged`.
    """

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[object]]]
        TAG: ClassVar[str]

    def __init_subclass__(cls, *, kw_only: bool = False, tag: str = "") -> None:
        super().__init_subclass__()
        cls.TAG = tag
        own = [one for one in vars(cls).values() if isinstance(one, dataclasses.Field)]
        some = any(not one.compare or one.hash is False for one in own)
        eq = some or cls.__eq__ is not Record.__eq__
        dataclasses.dataclass(
            init=False, repr=False, eq=eq, unsafe_hash=eq, kw_only=kw_only
        )(cls)
        if "__init__" not in vars(cls):
            setattr(cls, "__init__", _first_init)  # noqa: B010 - mypy allows no assignment

    def __post_init__(self) -> None:
        """Check the fields of a new value; most classes have nothing to check."""

    def __setattr__(self, name: str, value: object) -> None:
        msg = f"{name} cannot be changed"
        raise dataclasses.FrozenInstanceError(msg)

    def __delattr__(self, name: str) -> None:
        msg = f"{name} cannot be deleted"
        raise dataclasses.FrozenInstanceError(msg)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return tuple(self.__dict__.values()).__hash__()

    def __repr__(self) -> str:
        shown = (one.name for one in dataclasses.fields(self) if one.repr)
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__qualname__}({fields})"


def _first_init(self: Record, *args: object, **named: object) -> None:
    """Generate the `__init__` of a class, store it in the class, and call it."""
    init = _make_init(type(self))
    setattr(type(self), "__init__", init)  # noqa: B010 - mypy allows no assignment
    init(self, *args, **named)


def _make_init(cls: type[Record]) -> Callable[..., None]:
    """
    Return the `__init__` of a record: its fields are the arguments.

    All fields are set at once, which takes half of the time that a frozen dataclass
    needs to set each field. A field with `init=False` is left to `__post_init__`.
    """
    scope: dict[str, object] = {"_set": object.__setattr__, "_unset": object()}
    args, named, values = ["self"], list[str](), list[str]()
    for at, one in enumerate(one for one in dataclasses.fields(cls) if one.init):
        name, arg, value = one.name, one.name, one.name
        if one.default is not dataclasses.MISSING:
            scope[f"_{at}"], arg = one.default, f"{name}=_{at}"
        elif one.default_factory is not dataclasses.MISSING:
            scope[f"_{at}"], arg = one.default_factory, f"{name}=_unset"
            value = f"_{at}() if {name} is _unset else {name}"
        (named if one.kw_only else args).append(arg)
        values.append(f"{name!r}: {value}")
    args += ["*", *named] if named else []
    lines = [
        f"def __init__({', '.join(args)}):",
        f"    _set(self, '__dict__', {{{', '.join(values)}}})",
    ]
    if cls.__post_init__ is not Record.__post_init__:
        lines.append("    self.__post_init__()")
    exec("\n".join(lines), scope)  # noqa: S102 - field names alone, as in dataclasses
    return cast("Callable[..., None]", scope["__init__"])


def tagged(tag: str) -> Callable[[type[T]], type[T]]:
    """
    Return a decorator that sets the name of a class in stored and published data.

    The tag stays when the class is renamed, so old journals are still read. A field
    that is renamed keeps its old name with ``field(metadata={"tag": "old"})``.

    Args:
        tag: The name, such as ``tap``.
    """

    def mark(cls: type[T]) -> type[T]:
        type.__setattr__(cls, "TAG", tag)  # a TypedDict declares no such attribute
        return cls

    return mark


def tag_of(cls: type) -> str:
    """Return the tag of a class, or its name if it has no tag of its own."""
    own: str = cls.__dict__.get("TAG", "")
    return own or cls.__name__


def field_tag(field: "dataclasses.Field[object]") -> str:
    """Return the name of a field in stored and published data."""
    tag: str = field.metadata.get("tag", field.name)
    return tag


def put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return *row* with *value* at one place, counted from 0."""
    return (*row[:at], value, *row[at + 1 :])


if TYPE_CHECKING:  # a type checker knows the type of each field
    from dataclasses import replace as replace  # noqa: PLC0414 - for others to import
else:

    def replace(value: T, /, **changes: object) -> T:
        """
        Return *value* with some fields changed, as `dataclasses.replace` does.

        Args:
            value: A dataclass instance; one with slots is copied more slowly.
            changes: The new value of each field to change, by the field's name.

        Raises:
            TypeError: *value* has no such field.
        """
        if not type(value).__dictoffset__:
            return dataclasses.replace(value, **changes)
        fields = value.__dict__ | changes
        if len(fields) > len(value.__dict__):
            unknown = ", ".join(fields.keys() - value.__dict__.keys())
            msg = f"{type(value).__name__} has no field {unknown}"
            raise TypeError(msg)
        changed = object.__new__(type(value))
        object.__setattr__(changed, "__dict__", fields)
        return changed
