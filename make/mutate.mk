# One token of the widgets changed at a time: are the tests of the views such that they notice?

MUTANTS ?= 100
SEED ?= 0

.PHONY: mutate
mutate: ## change one token of views/kit at a time (MUTANTS=100 SEED=0: drawn): at least 80 % must be noticed by tests
	LAUFZETTEL_PDFIUM_CACHE=$(TEST_PDFIUM) go run ./make/mutate -n $(MUTANTS) -seed $(SEED) -least 80 views/kit ./views/pageview ./views/book ./views/transmit ./views/inbox
