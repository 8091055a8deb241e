"""What all tests share."""

import pytest
from hypothesis import settings

# How fast something is, the benchmarks measure; a busy machine fails no promise.
settings.register_profile("house", deadline=None)
settings.load_profile("house")

#: The folders whose files take longest. Begun last, such a file would be waited for.
LONGEST = ("bare", "packaging", "browser", "people", "web", "world")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the files that take longest begin first."""

    def turn(item: pytest.Item) -> int:
        folder = item.path.parent.name
        return LONGEST.index(folder) if folder in LONGEST else len(LONGEST)

    items.sort(key=turn)
