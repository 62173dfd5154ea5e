"""Edition -> references, terms, index entries: what a text speaks of is found, then resolved."""
