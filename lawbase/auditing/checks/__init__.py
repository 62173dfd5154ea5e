"""The checks: functions from the collated texts to findings, several of one subject in a module.

A module lists its checks in ``CHECKS``; every module here is found by itself. What a finding says
is a sentence in every file of ``auditing/messages/``, under the name that the check gives it.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import iter_modules

from lawbase.auditing.collation import Collation
from lawbase.model import Finding

Check = Callable[[Collation], Iterator[Finding]]
MODULES = tuple(import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__))
SUBJECTS: tuple[tuple[Check, ...], ...] = tuple(module.CHECKS for module in MODULES)
