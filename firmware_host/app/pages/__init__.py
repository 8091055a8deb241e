"""The pages: a separate process that reaches the table only through ports."""
