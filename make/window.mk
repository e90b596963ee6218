# The built window under a virtual display, driven by keys.

.PHONY: smoke shots race
smoke: cli setup-smoke window ## start the built window under Xvfb, work by keys, look at the effect with the CLI
	.ci/window-smoke $(BIN)/laufzettel $(BIN)/laufzettel-cli

shots: ## a PNG of every screen in every theme
	mkdir -p shots-out && SHOTS_DIR=$(CURDIR)/shots-out go test -tags ci -count=1 -run 'Shots|Gallery' ./views/...

race: setup-window ## all tests under the race detector (needs a C compiler)
	CGO_ENABLED=1 go test -race -tags ci ./app/... ./appraisal/... ./sync/... ./transfer/... ./viewer/... ./views/...
