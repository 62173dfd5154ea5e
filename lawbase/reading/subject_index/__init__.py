"""The reader of a book's own subject index: topics, subtopics, where they lead."""

from lawbase.reading.subject_index.citations import IndexLayout
from lawbase.reading.subject_index.reader import read_index

__all__ = ["IndexLayout", "read_index"]
