# Personal data: what the rules find on sheets other hands drew (docs/sensitivity.md).

GOLD ?= 500
SCANS ?= 50

.PHONY: sensitivity sensitivity-files blackened
sensitivity: ## judge the rules for personal data on all sets of sheets, three seeds each drawn now, every miss listed (needs Python)
	go test -count=1 -tags ci -v -run '^TestGold$$' ./viewer/sensitivity -gold $(GOLD) -seed 0
	@mkdir -p $(CURDIR)/.cache/sheets && rm -f $(CURDIR)/.cache/sheets/*.json
	@for set in second third fourth fifth sixth seventh eighth ninth tenth eleventh; do for n in 1 2 3; do seed=$$(od -An -N4 -tu4 /dev/urandom | tr -d ' '); \
		python3 -B make/sensitivity/$$set.py $$seed $(GOLD) > $(CURDIR)/.cache/sheets/$$set-$$seed.json || exit 1; done; done
	go test -count=1 -tags ci -v -run '^TestSheets$$' ./viewer/sensitivity -sheets "$$(ls $(CURDIR)/.cache/sheets/*.json | paste -sd,)"

blackened: ## blacken 200 PDFs of the shared data, words drawn now; what pdftotext, pdfimages, qpdf and tesseract find holds none of them
	go test -count=1 -tags ci -v -timeout 1h -run '^TestCorpora$$' ./viewer/blacken -copies 200 -draw 0 -ocr

sensitivity-files: cli ## all sets as text, docx, mail, PDF and scans with and without text layer, searched by the program (SCANS=n sheets of a draw scanned; needs Python, pdftoppm, tesseract)
	go build -tags ci -o $(BIN)/sheets ./viewer/sensitivity/gold/sheets
	@for set in $(BIN)/sheets make/sensitivity/second.py make/sensitivity/third.py make/sensitivity/fourth.py $(addprefix make/sensitivity/,sixth.py seventh.py eighth.py ninth.py tenth.py eleventh.py); do \
		python3 -B make/sensitivity/carriers.py $(BIN)/laufzettel-cli $$set --plants $(GOLD) --scans $(SCANS) || exit 1; done

.PHONY: samples
samples: ## draw 10,000 samples of masses and strata with too many wrong decisions: as many show one as is stated, reckoned exactly
	go test -count=1 -tags ci -v -run 'Size|Confidence' ./appraisal/sample -rounds 10000

.PHONY: sensitivity-journey
sensitivity-journey: cli ## follow a marked word through map, closure, blackening, sample, destruction and closing: it stands where records stand and nowhere else (needs Python)
	python3 -B make/sensitivity/journey.py $(BIN)/laufzettel-cli

.PHONY: sensitivity-scale
SCALE ?= 100000
sensitivity-scale: cli ## 100,000 documents indexed and searched for personal data: time and largest memory of every step (needs Python, 2 GB in TMPDIR)
	python3 -B make/sensitivity/scale.py $(BIN)/laufzettel-cli --files $(SCALE)
