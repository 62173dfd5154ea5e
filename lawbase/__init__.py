"""The Laws of Duplicate Bridge as a cross-linked, aligned and searchable knowledge base."""

__version__ = "0.1.0"
