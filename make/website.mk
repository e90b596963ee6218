# Archived web areas in a real browser.

CHROMIUM ?= $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)

.PHONY: test-chromium
test-chromium: ## show a hostile archived page in headless Chromium (installed by apt where missing): nothing leaves loopback
	@test -n "$(CHROMIUM)" || { apt-get update -q && apt-get install -y -q --no-install-recommends chromium; }
	LAUFZETTEL_CHROMIUM="$${CHROMIUM:-$$(command -v chromium || command -v chromium-browser || command -v google-chrome)}" go test -count=1 -run Chromium -v ./viewer/website
