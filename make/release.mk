# What goes out: two builds compared, provenance, the check of a download.

RELEASE_DIR ?= $(BIN)/linux
RELEASE_KEY ?=

.PHONY: provenance verify-release reproduce
provenance: ## provenance of RELEASE_DIR (bin/linux), signed where RELEASE_KEY names an Ed25519 key (PEM); a tag must be the version
	@tag=$$(git describe --exact-match --tags 2>/dev/null || true); [ -z "$$tag" ] || [ "$$tag" = "v$(VERSION)" ] || { echo "the tag $$tag is not the version $(VERSION)" >&2; exit 1; }
	go run ./make/provenance $(RELEASE_DIR) $(COMMIT) $(RELEASE_KEY)

verify-release: ## check RELEASE_DIR as a stranger would, with RELEASE_PUBLIC (PEM) also its signatures
	packaging/verify.sh $(RELEASE_DIR) $(RELEASE_PUBLIC)

reproduce: ## build the command line programs twice (WINDOW=1: the window, too), pack what is in bin twice, and compare every byte
	.ci/reproduce $(VERSION) $(BIN)
