# Deliveries by finding code: wrong, right and nearly wrong; own content, given away (CC0).

CORPUS_OUT ?= corpus-out

.PHONY: corpus
corpus: ## write the corpus of defects, with an index by code, into CORPUS_OUT (corpus-out)
	go run -tags ci ./make/corpus $(CORPUS_OUT)
