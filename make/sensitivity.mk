# Personal data: what the rules find on sheets another hand drew (docs/sensitivity.md).

GOLD ?= 500

.PHONY: sensitivity sensitivity-files blackened
sensitivity: ## judge the rules for personal data with three seeds drawn now, every miss listed
	go test -count=1 -tags ci -v -run '^TestGold$$' ./viewer/sensitivity -gold $(GOLD) -seed 0

blackened: ## blacken 200 PDFs of the shared data, words drawn now; what pdftotext, pdfimages, qpdf and tesseract find holds none of them
	go test -count=1 -tags ci -v -timeout 60m -run '^TestCorpora$$' ./viewer/blacken -copies 200 -draw 0 -ocr

sensitivity-files: cli ## both gold sets as text, docx, mail, PDF and scans with and without text layer, searched by the program (needs Python, pdftoppm, tesseract)
	go build -tags ci -o $(BIN)/sheets ./viewer/sensitivity/gold/sheets
	@python3 -B make/sensitivity/carriers.py $(BIN)/laufzettel-cli $(BIN)/sheets --plants $(GOLD)
	@python3 -B make/sensitivity/carriers.py $(BIN)/laufzettel-cli make/sensitivity/second.py --plants $(GOLD)
