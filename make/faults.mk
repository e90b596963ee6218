# Mass kills and long fuzzing; make test runs a short form of both.

FUZZTIME ?= 20s

.PHONY: faults fuzz
faults: ## 600 seeded kill -9 runs of the program, 500 of the channel with a real receiver; full disk, few handles, held and damaged database, jumping clock
	LAUFZETTEL_KILL_RUNS=600 go test -tags ci -count=1 -timeout 60m -run 'Kill' ./app/cli
	LAUFZETTEL_FAULTS=1 go test -tags ci -count=1 -timeout 30m -run 'FullDisk|FewHandles|Database|ClockJumps' ./app/cli
	LAUFZETTEL_KILL_RUNS=500 go test -tags ci -count=1 -timeout 60m -run 'Kill|Cut|Pipeline|Repeated|Late|Twice|FullDisk' ./sync/...

fuzz: ## every fuzz target for FUZZTIME
	@set -e; for pkg in $$(go list -tags ci ./...); do \
	  for f in $$(go test -tags ci -list '^Fuzz' $$pkg 2>/dev/null | grep '^Fuzz'); do \
	    echo "$$pkg $$f"; go test -tags ci -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$pkg; done; done
