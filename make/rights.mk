rights-test: ## every command of the command line × every role (some 400 calls)
	CGO_ENABLED=0 LAUFZETTEL_ALL_RIGHTS=1 go test ./app/cli -run TestRights_ -v
.PHONY: rights-test
