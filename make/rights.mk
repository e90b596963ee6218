rights-test: ## every command of the command line × every role (some 400 calls)
	CGO_ENABLED=0 LAUFZETTEL_ALL_RIGHTS=1 go test ./app/cli -run TestRights_ -v
.PHONY: rights-test

witness: ## every column of every table, and 1,000 random changes of log, statements and tables before acts that cannot be taken back
	CGO_ENABLED=0 LAUFZETTEL_MUTATIONS=1000 go test ./app/work -run 'TestWitness_RandomMutations|TestWitness_EveryColumn' -timeout 60m -v
.PHONY: witness

judges: ## both judges of papers, laufzettel-verify and docs/verify.sh, over every hostile paper, and over 60 changes of each kind
	CGO_ENABLED=0 LAUFZETTEL_JUDGES=all LAUFZETTEL_MUTATIONS=60 go test ./app/verify -count=1 -timeout 120m
.PHONY: judges

# Programs of other days: 0.1.0 as testdata/0.1.0 was made, and the last one before the log of
# receipts and manifests /2. Built once, from the history.
OLD_COMMITS ?= 2e73687 379597f1
OLD_PROGRAMS := $(OLD_COMMITS:%=.cache/old/laufzettel-cli-%)

old-new: cli $(OLD_PROGRAMS) ## programs of earlier commits and today's send each other packages over the channel, both ways
	make/oldnew.sh $(BIN)/laufzettel-cli $(OLD_PROGRAMS)
.PHONY: old-new

.cache/old/laufzettel-cli-%:
	@mkdir -p .cache/old/$*
	git archive $* | tar x -C .cache/old/$*
	cd .cache/old/$* && go build -trimpath -o ../laufzettel-cli-$* ./app/cli
	@rm -rf .cache/old/$*

bombs: ## every bomb of defect S11 in children of its own: largest resident memory of each, at most 512 MB, into docs/bombs.md
	CGO_ENABLED=0 LAUFZETTEL_BOMBS=$(CURDIR)/docs/bombs.md go test -tags ci ./viewer/child -run TestS11_Bombs -count=1 -timeout 30m -v
.PHONY: bombs
