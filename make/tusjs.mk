# Foreign hands: npm's http-message-signatures signs requests for us and verifies
# ours; npm's tus-js-client carries the bytes of a whole client, openssl signs. It
# was written from docs/protocol.md; every difference is a fault of that page.

TUS_JS := tus-js-client@4.3.1 http-message-signatures@1.0.6

.PHONY: test-tus-js
test-tus-js: $(TOOLS)/tus-js/node_modules/http-message-signatures ## an upload by tus-js-client and openssl
	LAUFZETTEL_TUS_JS=$(TOOLS)/tus-js go test -count=1 -run TusJS ./sync/archive ./sync/sign

$(TOOLS)/tus-js/node_modules/http-message-signatures:
	@command -v npm >/dev/null && command -v node >/dev/null || { $(call install,nodejs npm); }
	mkdir -p $(TOOLS)/tus-js && npm install --prefix $(TOOLS)/tus-js --ignore-scripts --no-audit --no-fund --save-exact $(TUS_JS)
	@touch $@
