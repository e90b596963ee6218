# Public corpora with a verdict: expected / found / agree.

.PHONY: corpora
corpora: ## check every public sample with a verdict; exit 1 on a disagreement docs/corpora.md does not explain
	go run ./transfer/corpora -data $(SHARED) -reasons docs/corpora.md
