#!/usr/bin/env python3
"""eighth.py SEED PLANTS: prints the sheets as JSON."""
import json, sys
from eighth_set.gen import sheets
if __name__ == "__main__":
    json.dump(sheets(int(sys.argv[1]), int(sys.argv[2])), sys.stdout, ensure_ascii=False, indent=1)
    print()
