"""What travels in the wheel beside the code: the site's sources, and the corpus unless told not to.

    LAWBASE_WITHOUT_TEXTS=1 python -m build --wheel

makes a wheel that holds no text of anybody else's; ``lawbase --corpus DIR`` gives it a corpus.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class DataHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the folders of data to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before a wheel is written; an editable one reads the checkout."""
        if version == "editable":
            return
        names = ["site"] if os.environ.get("LAWBASE_WITHOUT_TEXTS") else ["corpus", "site"]
        for name in names:
            build_data["force_include"][str(Path(self.root) / name)] = f"lawbase/data/{name}"
