"""The reader of a damaged transcript: one stream of text whose outline its sister edition knows."""

from lawbase.reading.transcript.reader import read_transcript

__all__ = ["read_transcript"]
