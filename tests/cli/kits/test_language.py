"""`letterzone language`: a copy of English, and what is missing in it."""

from firmware_host.cli.main import main
from tests.cli.command import started


def test_a_language_is_begun_and_checked(tmp_path, monkeypatch):
    """What is still English is counted; a promise that is broken is named."""
    monkeypatch.chdir(tmp_path)
    assert main(["language", "new", "es"]) == 0
    assert main(["language", "check", "es"]) == 0
    path = tmp_path / "es" / "texts.po"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('msgstr "YES"', 'msgstr ""'), encoding="utf-8")
    assert main(["language", "check", "es", "--language", "de"]) == 1


def test_a_folder_that_is_none_is_one_line(tmp_path):
    done = started("language", "check", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
