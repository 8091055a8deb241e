"""Word packs: shipped with the program, typed by a teacher, or imported."""
