# Personal data: what the rules find on sheets another hand drew (docs/sensitivity.md).

GOLD ?= 500

.PHONY: sensitivity
sensitivity: ## judge the rules for personal data with three seeds drawn now, every miss listed
	go test -count=1 -tags ci -v -run '^TestGold$$' ./viewer/sensitivity -gold $(GOLD) -seed 0
