"""Values from outside fit a JSON Schema, or an error says why not."""

from copy import deepcopy

import fastjsonschema
import pytest
from hypothesis import given, strategies as st

from firmware_host.board.schema import MisfitError, fit, fits, read_schema
from firmware_host.settings.keys import SCHEMA as PROFILE

#: Each keyword once.
WHOLE = {
    "type": "object",
    "required": ["zone"],
    "additionalProperties": False,
    "properties": {
        "zone": {"type": "integer", "minimum": 1, "maximum": 6},
        "kind": {"type": "string", "enum": ["red", "green"], "default": "red"},
        "name": {"type": "string", "minLength": 1, "maxLength": 3},
        "host": {"type": "string", "pattern": "^[a-z]+:[0-9]+$", "title": "HOST:PORT"},
        "fast": {"type": "boolean"},
        "pins": {
            "type": "array",
            "maxItems": 2,
            "items": {"type": "integer", "enum": [1, 2, 3]},
        },
        "lamp": {
            "type": "object",
            "default": {},
            "propertyNames": {"enum": ["1", "2"]},
            "additionalProperties": {"type": "integer", "minimum": 2, "maximum": 9},
        },
    },
}

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-1, 10)
    | st.sampled_from(["", "red", "green", "blue", "a:1", "a:", "a:1\n", "Ann", "four"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["1", "2", "3", "zone"]), inner, max_size=2)
    ),
    max_leaves=5,
)
#: Objects that are right in most keys, so that both answers come up for each.
NEARLY = st.fixed_dictionaries(
    {},
    optional={
        "zone": st.integers(0, 7),
        "kind": st.sampled_from(["red", "green", "grey"]),
        "name": st.text("ab", max_size=4),
        "host": st.sampled_from(["a:1", "a:1\n", "a:", "1:a"]),
        "fast": st.booleans(),
        "pins": st.lists(st.integers(0, 3), max_size=3),
        "lamp": st.dictionaries(
            st.sampled_from(["1", "2", "3"]), st.integers(1, 10), max_size=2
        ),
        "more": SCALARS,
    },
)


def judged(check, value):
    """Return the value that fastjsonschema fills in, or None if it refuses it."""
    try:
        return check(deepcopy(value))  # it fills in the very value
    except fastjsonschema.JsonSchemaValueException:
        return None


CHECK = fastjsonschema.compile(WHOLE)


@given(NEARLY | VALUES)
def test_the_same_fits_as_with_fastjsonschema(value):
    """The same values fit as with fastjsonschema, with the same defaults filled in."""
    before = repr(value)
    assert fits(value, WHOLE) is (judged(CHECK, value) is not None)
    assert repr(value) == before
    if fits(value, WHOLE):
        assert fit(value, WHOLE) == judged(CHECK, value)


def test_the_profiles_schema_is_one_for_others_too():
    """The profile's schema gives the same defaults with fastjsonschema."""
    least = {"name": "least", "zones": 3, "pins": {"factory": "mock"}}
    check = fastjsonschema.compile(PROFILE)
    filled = judged(check, judged(check, least))  # it goes one table deep at a time
    assert fit(least, PROFILE) == filled
    assert fit(least, PROFILE)["web"] == {"listen": "127.0.0.1:8080"}


#: The keys that there are, as a sentence has them.
KNOWN = "known are: zone, kind, name, host, fast, pins, lamp"


@pytest.mark.parametrize(
    ("value", "path", "says"),
    [
        ([], "", "this must be a group of keys, not []"),
        ({}, "zone", "zone is missing; add zone, which must be 1 to 6"),
        ({"zone": True}, "zone", "zone must be 1 to 6, not True"),
        ({"zone": 7}, "zone", "zone must be 1 to 6, not 7"),
        ({"zone": 1, "kind": "blue"}, "kind", "kind must be red or green, not 'blue'"),
        ({"zone": 1, "name": 4}, "name", "name must be a text, not 4"),
        ({"zone": 1, "name": "Anna"}, "name", "name must be a text, not 'Anna'"),
        ({"zone": 1, "host": "a"}, "host", "host must be HOST:PORT, not 'a'"),
        ({"zone": 1, "fast": 1}, "fast", "fast must be true or false, not 1"),
        ({"zone": 1, "pins": 1}, "pins", "pins must be a list, not 1"),
        ({"zone": 1, "pins": [1, 9]}, "pins.1", "pins.1 must be 1, 2 or 3, not 9"),
        ({"zone": 1, "lamp": {"3": 2}}, "lamp.3",
         "lamp has no key 3; known are: 1, 2"),
        ({"zone": 1, "lamp": {"2": 1}}, "lamp.2", "lamp.2 must be 2 to 9, not 1"),
        ({"zone": 1, "colour": 1}, "colour",
         f"there is no key colour; {KNOWN}"),
        ({"zone": 1, "pin": 1}, "pin",
         f"there is no key pin; perhaps pins is meant; {KNOWN}"),
        ({"zone": 1, "Hosst": 1}, "Hosst",
         f"there is no key Hosst; perhaps host is meant; {KNOWN}"),
        ({"zone": 1, "lamp": {"": 2}}, "lamp.", "lamp has no key ; known are: 1, 2"),
        ({"zone": 2.0}, "zone", "zone must be 1 to 6, without a point, not 2.0"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told_in_one_sentence(value, path, says):
    """The error says what is wrong, where, and what is allowed."""
    with pytest.raises(MisfitError) as fault:
        fit(value, WHOLE)
    assert (fault.value.path, str(fault.value)) == (path, says)


def test_a_text_that_is_too_long_is_told_so():
    """The error of a long text is its schema's title."""
    short = {"type": "string", "maxLength": 3, "title": "a text of at most 3 letters"}
    with pytest.raises(MisfitError, match=r"^name must be a text of at most 3"):
        fit("Anna", short, "name")


def test_a_long_value_is_shown_in_part():
    """A long value is cut in the error."""
    with pytest.raises(MisfitError) as fault:
        fit(["word"] * 99, {"type": "array", "maxItems": 9}, "words")
    shown = str(fault.value).partition(", not ")[2]
    assert len(shown) == 63
    assert shown.endswith("...")


def test_a_value_may_be_of_one_type_or_another():
    """A value may have one of several types; true is no number."""
    either = {"type": ["string", "integer"]}
    assert fits("tap", either)
    assert fits(3, either)
    with pytest.raises(MisfitError, match=r"^hand must be a text or a whole number,"):
        fit(True, either, "hand")  # noqa: FBT003 - a value like any other


def test_a_schema_may_name_a_part_of_itself():
    """A `$ref` is resolved, and keys beside it have priority."""
    schema = read_schema(
        '{"$defs": {"pin": {"type": "integer", "title": "a pin"}},'
        ' "type": "array", "items": {"$ref": "#/$defs/pin", "title": "a free pin"}}'
    )
    assert schema["items"] == {"type": "integer", "title": "a free pin"}
    with pytest.raises(MisfitError, match=r"^1 must be a free pin, not 'x'$"):
        fit([1, "x"], schema)


def test_keys_that_nobody_has_named_may_all_be_there():
    """`additionalProperties` allows any key whose value fits."""
    schema = {"type": "object", "additionalProperties": {"type": "integer"}}
    assert fit({"a": 1, "b": 2}, schema) == {"a": 1, "b": 2}
    assert not fits({"a": "1"}, schema)
