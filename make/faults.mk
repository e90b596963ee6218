# Mass kills and long fuzzing; make test runs a short form of both (three random
# kills of the program and of the channel, every commit point).

FUZZTIME ?= 20s
FUZZIN   ?= .

.PHONY: faults fuzz
faults: test-cli ## over 1,000 seeded kill -9 of program and receiver, full disk, bad and pulled media, changed files, few handles, held and damaged database, jumping clock (docs/faults.md)
	LAUFZETTEL_TEST_CLI=$(TEST_CLI) nice -n 5 make/faults.sh

fuzz: ## every fuzz target below FUZZIN for FUZZTIME; names all that failed and the input of each
	@tmp=$$(mktemp -d); log=$$tmp/log; cache=$$(go env GOCACHE)/fuzz/laufzettel; ran=0; failed=; \
	for pkg in $$(git ls-files -z "$(FUZZIN)" | xargs -0 grep -l --include="*_test.go" "^func Fuzz" | xargs -n1 dirname | sort -u); do \
	  go test -tags ci -c -fuzz=. -o $$tmp/test ./$$pkg >$$log 2>&1 && names=$$(cd $$pkg && $$tmp/test -test.list '^Fuzz') || names=; \
	  if [ -z "$$names" ]; then cat $$log; failed="$$failed"$$'\n'"  $$pkg: builds no fuzz target"; fi; \
	  for f in $$names; do \
	    ran=$$((ran+1)); echo "$$pkg $$f"; \
	    if (cd $$pkg && $$tmp/test -test.run '^$$' -test.fuzz "^$$f$$" -test.fuzztime $(FUZZTIME) -test.fuzzcachedir $$cache/$$pkg) >$$log 2>&1; then grep execs $$log | tail -n 1; \
	    else cat $$log; input=$$(sed -n "s|.*Failing input written to |$$pkg/|p"'; s/.*failure while testing seed corpus entry: /seed /p' $$log | head -n 1); \
	      failed="$$failed"$$'\n'"  $$pkg $$f: $${input:-see above}"; fi; \
	  done; \
	done; rm -rf $$tmp; echo "$$ran fuzz targets ran for $(FUZZTIME) each"; \
	if [ "$$ran" -eq 0 ] || [ -n "$$failed" ]; then echo "failed:$$failed"; exit 1; fi
