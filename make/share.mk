# File shares judged against tables of truths that another hand plants; seeds are drawn anew at every run.

.PHONY: share share-full share-hard
share: cli ## three small shares of planted truths: recall and precision per kind, misses listed; exit 1 below what is asked (needs Python)
	@python3 -B make/share/run.py $(BIN)/laufzettel-cli

share-full: cli ## the same with 30,829 files in 5,048 folders of 13 levels
	@python3 -B make/share/run.py $(BIN)/laufzettel-cli --files 30829 --folders 5048 --seeds 1

share-hard: cli ## shares that make trouble at full size: 1,000,000 empty files, 200,000 in one folder, loops, no rights, written while read (needs Python)
	@python3 -B make/share/hard.py $(BIN)/laufzettel-cli
