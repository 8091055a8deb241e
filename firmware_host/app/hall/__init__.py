"""The board's voice in a house or a hall, and the hall that listens: by MQTT."""
