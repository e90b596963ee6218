# 200 decisions by keys in the built window, on 2,000 Vorgänge with 20,000 documents.

.PHONY: drive
drive: cli setup-smoke window ## drive 200 appraisal decisions by keys under Xvfb on 20,000 documents
	.ci/appraise-drive $(BIN)/laufzettel $(BIN)/laufzettel-cli
