# Mass kills and long fuzzing; make test runs a short form of both.

FUZZTIME ?= 20s

.PHONY: faults fuzz
faults: ## 200 seeded kill -9 runs of the re-executed program
	LAUFZETTEL_KILL_RUNS=200 go test -tags ci -count=1 -timeout 60m -run 'Kill' ./app/cli ./sync/...

fuzz: ## every fuzz target for FUZZTIME
	@set -e; for pkg in $$(go list -tags ci ./...); do \
	  for f in $$(go test -tags ci -list '^Fuzz' $$pkg 2>/dev/null | grep '^Fuzz'); do \
	    echo "$$pkg $$f"; go test -tags ci -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$pkg; done; done
