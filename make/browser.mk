# The pages in the browser, judged by foreign hands: axe-core and the checker of the W3C
# on every page and state, and the work of the rooms done through the accessibility tree.

AXE := puppeteer-core@24.43.1 axe-core@4.14.1 vnu-jar@26.9.27
AXE_ENV = LAUFZETTEL_CLI=$(CURDIR)/$(BIN)/laufzettel-cli TOOLS=$(TOOLS)/axe OUT=$(CURDIR)/.cache/axe \
	CHROMIUM="$${CHROMIUM:-$$(command -v chromium || command -v chromium-browser || command -v google-chrome)}"

.PHONY: axe axe-setup
axe: cli axe-setup ## every page in the browser by axe-core and vnu, and nineteen tasks by keyboard through the accessibility tree
	$(AXE_ENV) node make/axe/axe.mjs
	$(AXE_ENV) node make/axe/tasks.mjs

axe-setup: $(TOOLS)/axe/node_modules/axe-core
	@test -n "$(CHROMIUM)" || { apt-get update -q && apt-get install -y -q --no-install-recommends chromium; }
	@command -v java >/dev/null || { $(call install,default-jre-headless); }

$(TOOLS)/axe/node_modules/axe-core:
	@command -v npm >/dev/null && command -v node >/dev/null || { $(call install,nodejs npm); }
	mkdir -p $(TOOLS)/axe && npm install --prefix $(TOOLS)/axe --ignore-scripts --no-audit --no-fund --save-exact $(AXE)
	@touch $@
