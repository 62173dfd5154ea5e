"""Publishing: the site and the exports, read from the knowledge base."""
