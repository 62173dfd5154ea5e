"""Editions -> threads, concordance, word-level changes: one provision followed everywhere."""
