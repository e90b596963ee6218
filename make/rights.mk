rights-test: ## every command of the command line × every role (some 400 calls)
	CGO_ENABLED=0 LAUFZETTEL_ALL_RIGHTS=1 go test ./app/cli -run TestRights_ -v
.PHONY: rights-test

witness: ## every column of every table, and 1,000 random changes of log, statements and tables before acts that cannot be taken back
	CGO_ENABLED=0 LAUFZETTEL_MUTATIONS=1000 go test ./app/work -run 'TestWitness_RandomMutations|TestWitness_EveryColumn' -timeout 60m -v
.PHONY: witness

judges: ## both judges of papers, laufzettel-verify and docs/verify.sh, over every hostile paper, and over 60 changes of each kind
	CGO_ENABLED=0 LAUFZETTEL_JUDGES=all LAUFZETTEL_MUTATIONS=60 go test ./app/verify -count=1 -timeout 60m
.PHONY: judges
