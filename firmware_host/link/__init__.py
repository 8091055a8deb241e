"""The Pi's side of the wire to the zone controller: bytes in, events out. Pure."""
