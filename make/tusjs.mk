# An independent client: npm's tus-js-client carries the bytes, openssl signs. It
# was written from docs/protocol.md; every difference is a fault of that page.

TUS_JS := tus-js-client@4.3.1

.PHONY: test-tus-js
test-tus-js: $(TOOLS)/tus-js/node_modules/tus-js-client ## an upload by tus-js-client and openssl
	LAUFZETTEL_TUS_JS=$(TOOLS)/tus-js go test -count=1 -run TusJS ./sync/archive

$(TOOLS)/tus-js/node_modules/tus-js-client:
	@command -v npm >/dev/null && command -v node >/dev/null || { $(call install,nodejs npm); }
	mkdir -p $(TOOLS)/tus-js && npm install --prefix $(TOOLS)/tus-js --ignore-scripts --no-audit --no-fund --save-exact $(TUS_JS)
	@touch $@
