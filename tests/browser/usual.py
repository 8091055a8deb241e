"""The browser tests of ``./run test``: a journey and axe once for each page."""

from zlib import crc32

#: By file: the tests that `./run test` runs. Of those that stand in neither table a
#: fixed third is marked `ci`, and the rest `costly`.
USUAL = {
    "test_board.py": (
        "a_whole_game_from_the_demo_to_the_scoresheet",
        "a_guess_is_typed_in_place",
        "it_says_within_three_seconds",
    ),
    "test_every_page.py": ("",),
    "test_first_minute.py": ("the_first_minute_can_be_skipped",),
    "test_history.py": (
        "a_game_is_chosen_and_played_again_by_keyboard",
        "in_class_it_is",
    ),
    "test_hostility.py": ("a_page_behind_a_silent_proxy",),
    "test_instruments.py": (
        "axe_finds_a_planted_fault",
        "eyes_see_a_planted_fault",
        "nothing_is_found_where_nothing_is_wrong",
        "a_demo_is_stopped_and_killed",
    ),
    "test_remote.py": ("a_lesson_by_three_buttons",),
    "test_seat.py": (
        "a_hunch_is_only_mine",
        "a_pupil_comes_in_by_the_code_alone",
        "a_round_by_touch",
    ),
    "test_sound.py": ("a_real_clip_is_fetched", "nothing_is_heard_before_a_touch"),
    "test_teacher.py": ("a_lesson_by_its_buttons", "words_are_looked_through"),
    "test_usual.py": ("",),
    "test_wall.py": ("a_game_ends_on_the_podium", "it_shows_a_round_and_no_letter"),
}

#: By file: the tests that `./run test --ci` always runs.
IN_CI = {
    "test_first_minute.py": ("a_first_minute",),
    "test_board.py": ("a_pulled_plug_says_that_nothing_is_lost",),
    "test_choosing.py": ("every_game_is_chosen_without_scrolling",),
    "test_colour_blind.py": ("pieces_have_shapes_that_every_eye_tells_apart",),
    "test_endings.py": ("no_name_is_left_on_any_page_after_the_lesson",),
    "test_hall.py": ("a_key_is_typed_on_a_phone_that_plays",),
    "test_hostility.py": ("a_double_click_on_guess",),
    "test_keyword.py": ("two_play_from_choosing_to_the_scoresheet",),
    "test_kiosk.py": ("a_game_plays_itself_until_somebody_comes",),
    "test_menu.py": ("what_ends_a_game_asks_once",),
    "test_outside.py": ("a_game_brings_script_style_sentences_and_drawings",),
    "test_paper.py": ("the_scoresheet_is_that_of_the_box",),
    "test_plays.py": ("a_round_from_who_plays_to_its_end",),
    "test_remote.py": ("one_laptop_and_one_mouse_claim_the_class",),
    "test_seat.py": ("a_round_by_keyboard_alone",),
    "test_service.py": ("a_fault_and_its_next_step_are_seen_and_gone",),
    "test_spoken.py": ("a_round_reads_like_a_commentary",),
    "test_strangers.py": (
        "a_page_on_another_port_gets_nothing",
        "names_that_bite_are_only_names",
    ),
    "test_tablet.py": (
        "a_round_with_real_pieces_by_touch_alone",
        "two_fingers_in_one_zone",
    ),
    "test_wqrdles.py": ("two_race_from_choosing_to_the_scoresheet",),
}


def mark_of(file: str, name: str) -> str:
    """
    Return the pytest mark of a browser test; "" for one in the usual test run.

    Args:
        file: The name of its file.
        name: Its own name, with its parameters.
    """
    if any(name.startswith(f"test_{one}") for one in USUAL.get(file, ())):
        return ""
    if any(name.startswith(f"test_{one}") for one in IN_CI.get(file, ())):
        return "ci"
    return "ci" if crc32(f"{file} {name}".encode()) % 3 == 0 else "costly"
