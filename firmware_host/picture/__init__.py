"""Faces as pictures of 128x64 pixels of mode "1", and the patterns of the lamps."""
