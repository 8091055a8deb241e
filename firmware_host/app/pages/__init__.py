"""The pages: a process of their own, which sees the table by its ports alone."""
