"""What is odd in the source texts, found by holding languages, editions and structure together."""
