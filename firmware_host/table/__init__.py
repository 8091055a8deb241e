"""The table: takes events, stores what they bring, then shows it."""
