"""What an owner may settle: the board profile, read and checked."""
