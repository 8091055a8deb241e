"""The table: takes events, stores their facts, then shows the result."""
