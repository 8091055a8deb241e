"""The engines: rules and nothing but rules. Pure."""
