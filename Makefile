# Laufzettel. The README's commands are `make demo`, `make run` and `make test`;
# `make help` lists the rest. Rooms add rules in make/*.mk.

SHELL := /bin/bash
.DEFAULT_GOAL := help
export GOFLAGS := -buildvcs=false
# The fast path needs no C compiler; only the window and the race detector do.
export CGO_ENABLED := 0

BIN     := bin
TOOLS   := $(CURDIR)/.cache/tools
VERSION := $(shell sed -n 's/^Version *= *"\(.*\)"/\1/p' FyneApp.toml)
# The commit and its date, not the day of the build: the same source gives the same bytes.
# Unpacked from a tar of git archive, packaging/source names both; a repository around such
# a folder is not ours.
ifeq ($(shell git rev-parse --is-inside-work-tree --show-prefix 2>/dev/null),true)
COMMIT  := $(shell git describe --always --abbrev=40 --dirty --exclude '*' 2>/dev/null)
COMMITTED := $(shell git log -1 --format=%cI 2>/dev/null)
else
ARCHIVED := $(shell sed -n '/^[0-9a-f]* [0-9T:+-]*$$/p' packaging/source)
COMMIT  := $(word 1,$(ARCHIVED))
COMMITTED := $(word 2,$(ARCHIVED))
endif
OFFICE  := laufzettel/app/work/office
LDFLAGS := -s -w -X $(OFFICE).Version=$(VERSION) -X $(OFFICE).Commit=$(COMMIT) -X $(OFFICE).CommitDate=$(COMMITTED)
# no_animations: a caret that fades costs a third of a processor where the screen is drawn by software.
# no_emoji: 4 MB that the toolkit reads anew with every font; the system's font has them.
WINDOW_TAGS := migrated_fynedo,no_animations,no_emoji
DEMO    ?= demo-out
SHARED  := ../shared/testdata
# Go's own limit of ten minutes a package is too short for app/cli on a slow machine.
TEST_FLAGS := -tags ci -vet=off -timeout 30m
BASE       ?= HEAD
TEST_PDFIUM := $(CURDIR)/.cache/test/pdfium
TEST_CLI   := $(CURDIR)/.cache/test/laufzettel-cli.test

include make/*.mk

.PHONY: demo run test lint help cli verify window setup unit smoke clean unit-fast test-cli check-shared

demo: cli ## run the whole path on bundled samples, without a display, to a verified receipt
	./$(BIN)/laufzettel-cli demo --out $(DEMO)

run: demo window ## the same, then open the desktop on it
	./$(BIN)/laufzettel --data $(DEMO)/workspace

test: setup unit smoke ## install what is missing and pass all tests

cli: ## build the command line program
	go build -trimpath -ldflags '$(LDFLAGS)' -o $(BIN)/laufzettel-cli ./app/cli

verify: ## build laufzettel-verify, one static file: papers verified without a workspace
	go build -trimpath -ldflags '$(LDFLAGS)' -o $(BIN)/laufzettel-verify ./app/verify

window: setup-window ## build the desktop program (needs a C compiler and GL headers)
	CGO_ENABLED=1 go build -trimpath -tags $(WINDOW_TAGS) -ldflags '$(LDFLAGS)' -o $(BIN)/laufzettel .

unit: test-cli ## all tests without a display and without a C compiler (make lint vets)
	LAUFZETTEL_TEST_CLI=$(TEST_CLI) LAUFZETTEL_PDFIUM_CACHE=$(TEST_PDFIUM) go run ./make/unit $(TEST_FLAGS) ./...

unit-fast: ## tests of the packages changed since BASE (HEAD) and of those that import them, slow ones left out
	LAUFZETTEL_PDFIUM_CACHE=$(TEST_PDFIUM) go run ./make/unit -touched -base $(BASE) $(TEST_FLAGS)

test-cli: ## build, once for all tests that kill it, the command line program with the hooks of the tests
	@go test -c -vet=off -tags ci -o $(TEST_CLI) ./app/cli

check-shared: ## fail where the third-party samples do not lie beside the checkout
	@test -d $(SHARED) || { echo '$(SHARED) is missing: the corpora are part of the test' >&2; exit 1; }

lint: $(TOOLS)/staticcheck ## formatting, vet, staticcheck, tidy go.mod
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); echo 'gofmt: files above'; exit 1; }
	go vet -tags ci ./...
	$(TOOLS)/staticcheck -tags ci ./...
	go mod tidy -diff

$(TOOLS)/staticcheck:
	GOBIN=$(TOOLS) GOFLAGS= go install honnef.co/go/tools/cmd/staticcheck@v0.8.2

clean: ## remove what was built
	rm -rf $(BIN) .cache demo-out shots-out corpus-out

help: ## this list
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort | awk -F'\t' '{printf "  make %-16s %s\n", $$1, $$2}'
