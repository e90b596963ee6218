# The built window under a virtual display, driven by keys.

.PHONY: smoke close-test shots race
smoke: cli setup-smoke window eyes ## start the built window under Xvfb, work by keys and by mouse, look at the effect with the CLI
	.ci/window-smoke $(BIN)/laufzettel $(BIN)/laufzettel-cli
	python3 -B make/drive/tasks.py $(BIN)/laufzettel $(BIN)/laufzettel-cli --hand mouse --only 1,2 --shots shots-out/tasks
	@echo "pictures of the handbook: make handbook-pictures"
	.ci/window-close $(BIN)/laufzettel $(BIN)/laufzettel-cli 3

close-test: cli setup-smoke window ## close the window 20 times while it checks: it ends within 3 s, the next start gets a window
	.ci/window-close $(BIN)/laufzettel $(BIN)/laufzettel-cli 20

shots: ## a PNG of every screen in every theme
	mkdir -p shots-out && SHOTS_DIR=$(CURDIR)/shots-out go test -tags ci -count=1 -run 'Shots|Gallery' ./views/...

race: setup-window ## all tests under the race detector (needs a C compiler)
	CGO_ENABLED=1 go test -race -tags ci ./app/... ./appraisal/... ./sync/... ./transfer/... ./viewer/... ./views/...
