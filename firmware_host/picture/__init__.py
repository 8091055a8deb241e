"""From a face to light: one-bit pictures of 128x64, and the lamps' patterns."""
