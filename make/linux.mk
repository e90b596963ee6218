# Debian package and tar of the window and the command line.

LINUX_PACKAGES := desktop-file-utils dpkg-dev

.PHONY: linux linux-test darwin-cli
linux: cli window ## Debian package and tar with desktop file and icon
	VERSION=$(VERSION) .ci/linux-pack $(BIN) $(BIN)/linux

linux-test: linux ## install the Debian package here, run it, govern it, remove it (needs root)
	@$(call install,$(LINUX_PACKAGES))
	.ci/linux-test $(BIN)/linux

darwin-cli: ## compile the command line for macOS (untested, docs/macos.md)
	GOOS=darwin GOARCH=arm64 go build -trimpath -ldflags '$(LDFLAGS)' -o $(BIN)/darwin/laufzettel-cli ./app/cli
