"""Games played: looking at them again, and putting them right."""

from firmware_host.web.rules import Rule

RULES: tuple[Rule, ...] = ()
