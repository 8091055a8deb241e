"""The table: it hears, writes down, and then shows. The only floor that waits."""
