"""A first profile for a source that has none: its own regularities tell it, with evidence."""
