# Windows from Debian: programs, portable ZIP, MSI, sums, SBOM, signature, and the
# proof under wine. docs/windows.md says what wine does not prove.

WIN          := $(BIN)/windows
WIN_RES      := .cache/winres
WIN_PACKAGES := gcc-mingw-w64-x86-64 wixl zip osslsigncode
WINE_PACKAGES := wine wine64 gcc-mingw-w64-x86-64 wixl msitools xvfb xauth openbox xdotool imagemagick libgl1-mesa-dri openssl unzip zip
GO_WINRES    := $(TOOLS)/go-winres
WIN_LDFLAGS  := $(LDFLAGS)

.PHONY: windows windows-cli windows-window windows-pack windows-test setup-windows setup-wine

windows: windows-cli windows-window windows-pack ## Windows programs, MSI, portable ZIP, sums, SBOM; signed with SIGN_CERT and SIGN_KEY

windows-cli: $(GO_WINRES) ## build bin/windows/laufzettel-cli.exe (needs no C compiler)
	$(call winres,laufzettel-cli,Laufzettel Kommandozeile,app/cli)
	GOOS=windows GOARCH=amd64 go build -trimpath -ldflags '$(WIN_LDFLAGS)' -o $(WIN)/laufzettel-cli.exe ./app/cli

windows-window: $(GO_WINRES) setup-windows ## build bin/windows/laufzettel.exe (cross compiler; minutes when cold)
	$(call winres,laufzettel,Laufzettel,.)
	CGO_ENABLED=1 GOOS=windows GOARCH=amd64 CC=x86_64-w64-mingw32-gcc \
	  go build -trimpath -tags $(WINDOW_TAGS),accessibility -ldflags '-H windowsgui $(WIN_LDFLAGS)' -o $(WIN)/laufzettel.exe .

windows-pack: setup-windows ## sign and pack what is in bin/windows
	VERSION=$(VERSION) .ci/windows-pack $(WIN)

windows-test: windows setup-wine ## run programs, window and MSI under wine with a throw-away prefix
	.ci/windows-test $(WIN)

setup-windows:
	@$(call install,$(WIN_PACKAGES))

setup-wine:
	@$(call install,$(WINE_PACKAGES))

$(GO_WINRES):
	GOBIN=$(TOOLS) GOFLAGS= go install github.com/tc-hib/go-winres@v0.3.3

# $(call winres,program,description,folder of main): icon, manifest and version
# resource beside the main package; .syso files are never committed.
define winres
mkdir -p $(WIN_RES)/$(1) $(WIN)
cp assets/icons/laufzettel.png $(WIN_RES)/$(1)/
sed 's/@VERSION@/$(VERSION)/g' winres/laufzettel.manifest > $(WIN_RES)/$(1)/laufzettel.manifest
sed 's/@VERSION@/$(VERSION)/g; s/@PROGRAM@/$(1)/g; s/@DESCRIPTION@/$(2)/g' winres/winres.json > $(WIN_RES)/$(1)/winres.json
$(GO_WINRES) make --arch amd64 --in $(WIN_RES)/$(1)/winres.json --out $(3)/rsrc
endef

.PHONY: sign-test
sign-test: setup-windows ## sign with a key inside a token (SoftHSM): programs and MSI, a wrong PIN ends the build
	@$(call install,softhsm2 opensc libengine-pkcs11-openssl)
	.ci/sign-test

.PHONY: admx
admx: ## templates of group policy into packaging/windows, from the fields the program reads
	go run -tags ci ./make/admx packaging/windows
