"""Search: documents from the knowledge base, an index of them, and answers ranked from it."""

USUAL_HITS = 10
"""How many hits an answer has unless other is asked."""
MOST_HITS = 200
"""How many may be asked for on the command line and over HTTP."""
