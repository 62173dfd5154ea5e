"""``python -m lawbase`` is the command ``lawbase``."""

from lawbase.cli import main

main()
