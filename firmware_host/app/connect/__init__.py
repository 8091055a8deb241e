"""Programs at a board that plays elsewhere: who plays there, and who listens."""
