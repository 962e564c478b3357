"""The command line: ``kosolver`` and ``python -m kosolver``."""

import sys

from . import _kosolver


def main() -> int:
    """Runs the command and returns its exit code."""
    return _kosolver.main([sys.executable, "-m", "kosolver"], sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
