import sys

from . import verify

for name in sys.argv[1:]:
    with open(name, "rb") as certificate:
        value, lemmas = verify(certificate.read())
    print(f"{name}: value {value}, {lemmas} lemmas")
