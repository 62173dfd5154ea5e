"""Search: documents from the knowledge base, an index of them, and answers ranked from it."""
