# Reading room: measured promises and outside converters of issue 7.

SIARD_ROWS ?= 5000000

.PHONY: bench-siard
bench-siard: ## open a SIARD table of 5,000,000 rows: time of opening, of a page, memory
	LAUFZETTEL_SIARD_ROWS=$(SIARD_ROWS) go test -count=1 -timeout 30m -v -run '^TestLarge$$' ./viewer/siard

CONVERTER_PACKAGES := libreoffice-writer-nogui libreoffice-draw-nogui ghostscript

.PHONY: test-converters
test-converters: ## install LibreOffice and Ghostscript, convert and join with them, check PDF/A-2b
	@command -v soffice >/dev/null && command -v gs >/dev/null || { $(call install,$(CONVERTER_PACKAGES)) ; }
	LAUFZETTEL_CONVERTERS=1 go test -count=1 -v -run 'LibreOffice' ./transfer/convert ./app/work/...
