"""The reader of a book's own subject index: topics, subtopics, where they lead."""
