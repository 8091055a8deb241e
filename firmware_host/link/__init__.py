"""The Pi's side of the wire to the controller: turns bytes into events. Pure."""
