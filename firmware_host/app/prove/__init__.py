"""What nobody has proven yet, and the walk on which an owner proves it."""
