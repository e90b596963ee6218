#!/usr/bin/env python3
"""A gold set of German papers with invented personal data: eleventh.py SEED PLANTS > set.json"""
import json
import sys
from eleventh_set.plan import build

if __name__ == "__main__":
    sheets, _ = build(sys.argv[1], int(sys.argv[2]))
    json.dump(sheets, sys.stdout, ensure_ascii=False, indent=1)
    print()
