"""Attacks by a pupil, a foreign file or a bad card, with the tests that make them."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]

#: A try that takes longer has failed, in seconds.
LONGEST_S = 300.0

HOLDERS = "tests/web/people/test_holders.py::test_"
DOOR = "tests/web/people/test_door.py::test_"
SIGNING = "tests/web/classroom/test_signing.py::test_"
RESTORING = "tests/app/daemon/test_restoring.py::test_"

#: Each by what somebody wants. The first five come by plain HTTP, from the address of
#: one laptop with many windows.
TRIES: dict[str, tuple[str, ...]] = {
    "read a team's secret": (
        f"{HOLDERS}no_window_reads_a_teams_secret_whenever_it_comes",
        f"{HOLDERS}a_window_that_comes_late_does_not_play_for_its_team",
        f"{HOLDERS}who_came_late_plays_from_the_next_round",
    ),
    "come back by an old code and read": (
        f"{HOLDERS}a_code_for_coming_back_opens_no_secret_and_throws_nobody_off",
        f"{HOLDERS}a_code_for_coming_back_throws_nobody_off_who_makes_a_word",
        f"{HOLDERS}a_return_code_puts_no_laptop_into_a_second_team",
    ),
    "sit down early and read": (
        f"{HOLDERS}at_home_nobody_takes_a_place_to_read_its_secret",
        f"{HOLDERS}a_place_without_a_phone_is_no_window_to_a_word_made_at_the_board",
        f"{HOLDERS}one_laptop_is_in_one_team",
        f"{HOLDERS}one_laptop_keeps_one_place_when_the_players_become_teams",
    ),
    "read a hand of letters": (
        "tests/web/test_keyword.py::test_two_hands_and_words_are_the_same_to_everybody_else",
        "tests/web/test_keyword.py::test_no_browser_says_which_cards_come",
        "tests/web/test_keyword.py::test_with_real_cards_no_page_knows_a_card_of_a_hand",
    ),
    "find out a hidden card": (
        "tests/web/test_codecards_hidden.py",
        "tests/web/test_codecards_leaks.py::test_a_refused_card_takes_and_touches_the_same",
        "tests/web/test_codecards_leaks.py::test_an_answer_takes_and_touches_the_same_whatever_is_hit",
    ),
    "become somebody else": ("tests/web/test_persons.py",),
    "read a copy that the timer made": (
        "tests/app/archive/test_cutting.py",
        "tests/app/archive/test_backups.py::test_it_opens_no_class_and_no_room",
    ),
    "keep the teacher out": (
        f"{SIGNING}who_guesses_waits_and_nobody_else",
        f"{SIGNING}guesses_from_everywhere_keep_nobody_out",
        f"{SIGNING}a_browser_that_knew_the_passphrase_is_never_kept_waiting",
        f"{SIGNING}a_stamp_is_nobody_elses_and_dies_with_the_passphrase",
        f"{SIGNING}codes_cannot_be_tried_by_the_thousand",
    ),
    "take every place, and come back": (
        f"{DOOR}one_laptop_does_not_take_all_places",
        f"{DOOR}who_was_sent_away_stays_away",
        f"{DOOR}no_public_document_has_the_code",
        f"{DOOR}a_class_behind_one_address_comes_in_by_the_teachers_hand",
        f"{DOOR}phones_of_one_address_are_shown_together",
    ),
    "flip a bit on the card": ("tests/app/test_flips.py",),
    "bring a copy of one's own making": (
        f"{RESTORING}strange_tables_triggers_and_views_are_refused",
        f"{RESTORING}a_header_that_says_nothing_is_refused",
        f"{RESTORING}another_boards_waits_for_somebody_to_answer_for_it",
        f"{RESTORING}another_boards_key_opens_nothing_here",
        f"{RESTORING}the_passphrase_stays_the_boards_own",
        f"{RESTORING}one_that_does_not_start_twice_goes_again",
        "tests/app/archive/test_trial.py",
    ),
}


def missing() -> Iterator[str]:
    """Yield each test that is named here and is nowhere."""
    for tests in TRIES.values():
        for one in tests:
            file, _, name = one.partition("::")
            text = (ROOT / file).read_text(encoding="utf-8")
            if not re.search(rf"def {name}\(" if name else r"def test_", text):
                yield one


def tried() -> bool:
    """Try everything, print a line for each, and return whether all of it held."""
    print(f"\n{'somebody wants to':36} tests  seconds")
    held = True
    for wish, tests in TRIES.items():
        began = time.monotonic()
        words = (sys.executable, "-m", "pytest", "-q", "-m", "not long", *tests)
        try:
            done = subprocess.run(
                words,
                cwd=ROOT,
                check=False,
                capture_output=True,
                text=True,
                timeout=LONGEST_S,
            )
            told, failed = done.stdout, done.returncode != 0
        except subprocess.TimeoutExpired:
            told, failed = "", True
        passed = re.search(r"(\d+) passed", told)
        number, took_s = passed[1] if passed else "0", time.monotonic() - began
        why = "\n".join(re.findall(r"(?m)^(?:FAILED|ERROR) .*", told))
        held = held and not failed
        print(f"{wish:36} {number:>5} {took_s:8.1f}  ", end="")
        print(f"FAILS\n{why}" if failed else "holds", flush=True)
    return held
