"""The knowledge base as tables with foreign keys, for SQLite and PostgreSQL alike."""
