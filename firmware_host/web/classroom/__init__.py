"""The class: signing in, lessons, word packs, and the history for a teacher."""
