"""Source text -> edition: every character of the source is read as exactly one thing."""
