"""How strong a bot can be: who plays a seat, where it is no person."""

#: The weakest first; a game has those in its `Game.BOTS`.
EASY, FAIR, SHARP = STRENGTHS = ("easy", "fair", "sharp")

#: What is drawn beside a bot's name, where a person has the symbol of a button.
SYMBOL = "bot"
