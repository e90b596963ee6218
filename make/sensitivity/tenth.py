#!/usr/bin/env python3
"""Gold set 'tenth': tenth.py SEED PLANTS -> JSON list of sheets; tenth.py --test SEED PLANTS checks it."""
import sys
from tenth_set.gen import main
main(sys.argv[1:])
