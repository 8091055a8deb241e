"""Tags: which tag is on which piece, tile or card."""
