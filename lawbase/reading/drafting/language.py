"""A first language file: how the texts cite, from what stands before and after addresses."""

from __future__ import annotations

from lawbase.model import Edition


def draft_language(edition: Edition) -> str:
    raise NotImplementedError
