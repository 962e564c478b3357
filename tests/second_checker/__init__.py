"""A second checker of certificates, written from docs/certificate.md and docs/rule-language.md alone.

It shares no code and no language with the program: boards, captures, the steps of every rule, the
format and the logic are all here. It is slow and plain. `python -m second_checker FILE…`, from this
directory, checks files.
"""

from .boards import Board, Rejected
from .proof import verify, verify_all
from .rules import KO

__all__ = ["KO", "Board", "Rejected", "verify", "verify_all"]
