# Debian package and tar of the window and the command line.

LINUX_PACKAGES := desktop-file-utils dpkg-dev appstream libxml2-utils

.PHONY: linux linux-test darwin-cli docs
docs: cli ## manual pages and completions of the commands, into bin/docs
	$(BIN)/laufzettel-cli manual --out $(BIN)/docs/man
	$(BIN)/laufzettel-cli manual --out $(BIN)/docs/markdown --form markdown
	for s in bash zsh fish powershell; do $(BIN)/laufzettel-cli completion $$s >$(BIN)/docs/laufzettel-cli.$$s; done

linux: cli window ## Debian package and tar with desktop file and icon
	VERSION=$(VERSION) .ci/linux-pack $(BIN) $(BIN)/linux

linux-test: linux ## install the Debian package here, run it, govern it, remove it (needs root)
	@$(call install,$(LINUX_PACKAGES))
	.ci/linux-test $(BIN)/linux

darwin-cli: ## compile the command line for macOS (untested, docs/macos.md)
	GOOS=darwin GOARCH=arm64 go build -trimpath -ldflags '$(LDFLAGS)' -o $(BIN)/darwin/laufzettel-cli ./app/cli
