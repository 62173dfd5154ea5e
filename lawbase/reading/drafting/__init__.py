"""A first profile for a source that has none: what its own regularities tell, with the evidence."""

from lawbase.reading.drafting.draft import draft_edition
from lawbase.reading.drafting.language import draft_language

__all__ = ["draft_edition", "draft_language"]
