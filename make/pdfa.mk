# PDF/A checker (transfer/pdfa)

.PHONY: pdfa-corpus test-verapdf pdfa-docs bench-pdfa fuzz-pdfa

# The table per flavour over ../shared/testdata/pdfa: agree on fail, agree on
# pass, false alarms, misses. Fails on any false alarm.
pdfa-corpus: ## table per flavour of the PDF/A checker over the shared corpus
	go test -count=1 -run 'TestCorpus' -v ./transfer/pdfa/

# The veraPDF core as the judge over corpus and made files; needs Java, Debian's
# libjaxb-java and npm on first use. PDFA_MORE="dir:dir" adds files of other
# producers; our own reports are written first and judged with them.
test-verapdf: ## let the veraPDF core judge corpus, made files and all our papers as 2a and ua1 (needs Java)
	rm -rf .cache/reports && mkdir -p .cache/reports
	LAUFZETTEL_REPORT_DIR=$(CURDIR)/.cache/reports go test -count=1 -timeout 30m ./transfer/report/ ./app/work/...
	LAUFZETTEL_PAPERS=$(CURDIR)/.cache/reports go test -count=1 -run 'TestStructure_KeptPapers|TestPapers_EveryKindIsAmongThoseJudged' ./transfer/report/ ./app/work/
	PDFA_CORE=1 PDFA_REPORTS=$${PDFA_REPORTS:-$(CURDIR)/.cache/reports} go test -count=1 -timeout 30m -run 'TestAgainstCore' -v ./transfer/pdfa/

# docs/pdfa.md from the table of rules.
pdfa-docs: ## write docs/pdfa.md from the table of rules
	go test -count=1 -run 'TestDocs' ./transfer/pdfa/ -update

bench-pdfa: ## benchmark the PDF/A checker
	go test -run '^$$' -bench . -benchmem ./transfer/pdfa/

fuzz-pdfa: ## fuzz the PDF/A checker and its readers
	go test -run '^$$' -fuzz FuzzCheck -fuzztime 60s -fuzzminimizetime 1x ./transfer/pdfa/
	go test -run '^$$' -fuzz FuzzOpen -fuzztime 30s -fuzzminimizetime 1x ./transfer/pdf/
	go test -run '^$$' -fuzz FuzzAppend -fuzztime 30s -fuzzminimizetime 1x ./transfer/pdf/
	go test -run '^$$' -fuzz FuzzParse -fuzztime 30s -fuzzminimizetime 1x ./transfer/pdfa/xmp/
	go test -run '^$$' -fuzz FuzzParse -fuzztime 30s -fuzzminimizetime 1x ./transfer/pdfa/fontfile/
