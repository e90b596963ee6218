# Reading room: measured promises and outside converters of issue 7.

SIARD_ROWS ?= 5000000

.PHONY: bench-siard
bench-siard: ## open a SIARD table of 5,000,000 rows: time of opening, of a page, memory
	LAUFZETTEL_SIARD_ROWS=$(SIARD_ROWS) go test -count=1 -timeout 30m -v -run '^TestLarge$$' ./viewer/siard
