# Debian package and tar of the window and the command line.

LINUX_PACKAGES := dpkg-dev
# Judges of the files, a bare Debian, and a display with hands outside of it.
LINUX_TEST_PACKAGES := desktop-file-utils shared-mime-info appstream libxml2-utils groff debootstrap xvfb openbox xdotool imagemagick

.PHONY: linux linux-test darwin-cli docs
docs: cli ## manual pages of the window and the commands, completions, into bin/docs
	$(BIN)/laufzettel-cli manual --out $(BIN)/docs/man
	$(BIN)/laufzettel-cli manual --out $(BIN)/docs/markdown --form markdown
	for s in bash zsh fish powershell; do $(BIN)/laufzettel-cli completion $$s >$(BIN)/docs/laufzettel-cli.$$s; done

linux: cli verify window ## Debian package and tar with desktop file and icon, and the static programs as they are
	@$(call install,$(LINUX_PACKAGES))
	VERSION=$(VERSION) .ci/linux-pack $(BIN) $(BIN)/linux

linux-test: linux ## install the Debian package in a bare Debian without recommended packages, run, govern, show and remove it; the tar, too (needs root)
	@$(call install,$(LINUX_TEST_PACKAGES))
	.ci/linux-test $(BIN)/linux

darwin-cli: ## compile the command line for macOS, Apple and Intel processors (never run there, docs/macos.md)
	for a in arm64 amd64; do GOOS=darwin GOARCH=$$a go build -trimpath -ldflags '$(LDFLAGS)' -o $(BIN)/darwin/laufzettel-cli-$$a ./app/cli || exit 1; done
