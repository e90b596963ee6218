# File shares judged against tables of truths that another hand plants; seeds are drawn anew at every run.

.PHONY: share share-full share-hard share-million share-window
share: cli ## three small shares of planted truths: recall and precision per kind, misses listed; exit 1 below what is asked (needs Python)
	@python3 -B make/share/run.py $(BIN)/laufzettel-cli

share-full: cli ## the same with 30,829 files in 5,048 folders of 13 levels
	@python3 -B make/share/run.py $(BIN)/laufzettel-cli --files 30829 --folders 5048 --seeds 1

share-hard: cli ## shares that make trouble at full size: 1,000,000 empty files, 200,000 in one folder, loops, no rights, written while read (needs Python)
	@python3 -B make/share/hard.py $(BIN)/laufzettel-cli

share-million: cli ## a share of 1,000,000 files the whole path: largest memory and time of every step; exit 1 above 400 MB (needs Python, 10 GB in TMPDIR)
	@python3 -B make/share/million.py $(BIN)/laufzettel-cli

share-window: cli window eyes ## the workplace in the built window on a checked share (DATA, ID): pictures light and dark at 1366x768 in shots-out/share, times read off the screen
	@python3 -B make/share/window.py $(BIN)/laufzettel $(BIN)/laufzettel-cli $(DATA) $(ID) shots-out/share
