"""The forms of issues are as GitHub reads them, and ask in both languages."""

from pathlib import Path

import fastjsonschema
import pytest
import yaml

FORMS = Path(__file__).parents[1] / ".github" / "ISSUE_TEMPLATE"
NAMES = sorted(path.name for path in FORMS.glob("*.yml") if path.name != "config.yml")

#: Source: "Syntax for GitHub's form schema", docs.github.com.
VALID = fastjsonschema.compile(
    {
        "type": "object",
        "required": ["name", "description", "body"],
        "properties": {
            "name": {"type": "string", "minLength": 3},
            "description": {"type": "string", "minLength": 3, "maxLength": 200},
            "labels": {"type": "array", "items": {"type": "string"}},
            "body": {
                "type": "array",
                "minItems": 1,
                "items": {
                    "type": "object",
                    "required": ["type", "attributes"],
                    "properties": {
                        "type": {"enum": ["markdown", "textarea", "input", "dropdown"]},
                        "id": {"type": "string", "pattern": "^[a-z0-9-]+$"},
                        "attributes": {
                            "type": "object",
                            "properties": {
                                "label": {"type": "string"},
                                "value": {"type": "string"},
                                "description": {"type": "string"},
                                "placeholder": {"type": "string"},
                                "render": {"type": "string"},
                                "options": {"type": "array", "uniqueItems": True},
                            },
                            "additionalProperties": False,
                        },
                        "validations": {
                            "type": "object",
                            "properties": {"required": {"type": "boolean"}},
                        },
                    },
                    "additionalProperties": False,
                },
            },
        },
        "additionalProperties": False,
    }
)


def read(name):
    return yaml.safe_load((FORMS / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_a_form_can_be_read(name):
    form = read(name)
    VALID(form)
    asked = [one for one in form["body"] if one["type"] != "markdown"]
    assert len({one["id"] for one in asked}) == len(asked)
    labels = [form["name"], *(one["attributes"]["label"] for one in asked)]
    assert all("·" in label or label.startswith("`letterzone ") for label in labels)


def test_a_form_that_is_none_is_found():
    form = read(NAMES[0])
    form["body"][0]["type"] = "question"
    with pytest.raises(fastjsonschema.JsonSchemaException):
        VALID(form)


def test_there_is_a_form_for_what_people_send():
    assert NAMES == ["fault.yml", "idea.yml", "word.yml"]
