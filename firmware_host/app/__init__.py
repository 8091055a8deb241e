"""The application layer: opens files, creates parts and connects the other layers."""
