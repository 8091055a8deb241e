"""What all tests share."""

from hypothesis import settings

# How fast something is, the benchmarks measure; a busy machine fails no promise.
settings.register_profile("house", deadline=None)
settings.load_profile("house")
