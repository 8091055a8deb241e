"""The board profile: a TOML file that the owner writes, read and checked."""
