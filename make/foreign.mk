# Deliveries that other hands made: checked as they arrive, compared with the verdict expected.

.PHONY: foreign
foreign: cli ## check 78 e-Akten deliveries made by foreign scripts; exit 1 on any not as expected (needs Python, 7zip)
	@if [ -d ../shared/tools/foreign ]; then ../shared/tools/foreign/eakten/run.py $(BIN)/laufzettel-cli; else echo "../shared fehlt: left out"; fi
