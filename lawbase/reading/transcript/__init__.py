"""The reader of a damaged transcript: one stream of text whose outline its sister edition knows."""
