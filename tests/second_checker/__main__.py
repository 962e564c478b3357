import sys

from . import verify_all

files = []
for name in sys.argv[1:]:
    with open(name, "rb") as certificate:
        files.append(certificate.read())
results = verify_all(files)
for name, found in zip(sys.argv[1:], results):
    print(f"{name}: value {found[0]}, {found[1]} lemmas" if isinstance(found, tuple) else f"{name}: {found}")
sys.exit(any(isinstance(found, str) for found in results))
