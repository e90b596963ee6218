# What no program reaches is dead, tests or not (make/dead/main.go says who is excused).

.PHONY: dead

dead: $(TOOLS)/deadcode ## fail where code is that no program reaches
	$(TOOLS)/deadcode -tags ci -json ./... | go run ./make/dead

$(TOOLS)/deadcode:
	GOBIN=$(TOOLS) GOFLAGS= go install golang.org/x/tools/cmd/deadcode@v0.38.0
