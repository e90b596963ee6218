# Deliveries that other hands made: checked as they arrive, compared with the verdict expected.

FOREIGN := ../shared/tools/foreign

.PHONY: foreign
foreign: export VARIANTS_OF = 0
foreign: cli foreign-fast foreign-drawn ## all deliveries of foreign scripts: 78 e-Akten, some 180 of other kinds, drops, variants, a year of two offices; exit 1 on any not as expected (needs Python, openssl, 7zip)
	@if [ -d $(FOREIGN) ]; then $(FOREIGN)/eakten/run.py $(BIN)/laufzettel-cli && python3 -B testdata/drops/year.py $(BIN)/laufzettel-cli $(FOREIGN) $(SHARED) && $(MAKE) --no-print-directory foreign-kinds foreign-offered foreign-mapped foreign-commands; else echo "../shared fehlt: left out"; fi

# FOREIGN_KINDS=DIR keeps what was made; the verdicts stand in make/foreign/expected.tsv.
.PHONY: foreign-kinds
foreign-kinds: cli ## check registers, norms, databases, web archives, bags and packages made by foreign scripts
	@if [ -d $(FOREIGN)/kinds ]; then python3 -B make/foreign/kinds.py $(BIN)/laufzettel-cli ../shared; else echo "../shared fehlt: left out"; fi

# OFFERED_OUT=DIR keeps the workspace.
.PHONY: foreign-offered
foreign-offered: cli ## norms offered behind links with digests: fetched, by schedule, wrong, changed, cut; their editions beside each other
	@if [ -d $(FOREIGN)/kinds ]; then python3 -B make/foreign/offered.py $(BIN)/laufzettel-cli ../shared; else echo "../shared fehlt: left out"; fi

# DISSOLVED_OUT=DIR keeps what was made. The judge needs Java and npm (see its own head).
.PHONY: foreign-dissolved
foreign-dissolved: cli ## signatures inside PDFs dissolved at the office, judged by veraPDF, pdftotext, pdftoppm, pdfsig and qpdf (needs openssl, Java)
	@if [ -d $(FOREIGN)/kinds ]; then python3 -B make/foreign/dissolved.py $(BIN)/laufzettel-cli ../shared ../shared/tools/pdfa-judge/judge.sh; else echo "../shared fehlt: left out"; fi

# SEED of a run: LAUFZETTEL_SEED=N.
.PHONY: foreign-mapped
foreign-mapped: cli ## three foreign layouts by the command line: sample looked into, mapped, proved on a second, a third delivery from the check to its receipts
	@python3 -B make/foreign/mapped.py $(BIN)/laufzettel-cli

# SEED=N draws again what a run drew; DROPS_OUT=DIR keeps what was made; the verdicts stand beside each maker.
.PHONY: foreign-drawn
foreign-drawn: cli ## 250 drops drawn anew at every run: what lies in them, lists, files nobody can open, litter, names, plausibility
	@python3 -B make/foreign/drops.py $(BIN)/laufzettel-cli

.PHONY: foreign-commands
foreign-commands: cli ## four deliveries of other hands from taking in to closing by next: at most six other commands each
	@if [ -d $(FOREIGN) ]; then python3 -B make/foreign/commands.py $(BIN)/laufzettel-cli ../shared; else echo "../shared fehlt: left out"; fi

# SEED=N draws the same share again, WHOLE_OUT=DIR keeps what was made, WHOLE_FILES and WHOLE_DOCUMENTS are the sizes.
.PHONY: foreign-whole
foreign-whole: cli ## the whole path on a share of real files and an e-Akten message, small and large: progress, stopping, memory, the office's own check (some ten minutes)
	@if [ -d $(FOREIGN) ]; then python3 -B make/foreign/whole.py $(BIN)/laufzettel-cli ../shared; else echo "../shared fehlt: left out"; fi

# SEED of a run: LAUFZETTEL_SEED=N.
.PHONY: foreign-table
foreign-table: cli ## the table of descriptions of 200 objects: out, edited, in, undone; 50 planted faults named by row and column
	@python3 -B make/foreign/table.py $(BIN)/laufzettel-cli

# VARIANTS_OUT=DIR keeps what was made; the verdicts stand in testdata/drops/variants.tsv. One variant in five waits for another tree, drawn by this one.
export VARIANTS_OF ?= 5
export VARIANTS_DRAW ?= $(shell git rev-parse 'HEAD^{tree}' 2>/dev/null)
.PHONY: foreign-fast
foreign-fast: cli ## the part of it that every landing runs, some seven minutes of one core: four in five of 699 variants of the faults of drops, foreign layouts, drops taken in by receive
	@python3 -B testdata/drops/variants.py $(BIN)/laufzettel-cli
	@python3 -B make/foreign/layouts.py $(BIN)/laufzettel-cli
	@if [ -d $(FOREIGN) ]; then python3 -B testdata/drops/run.py $(BIN)/laufzettel-cli $(FOREIGN)/eakten; else echo "../shared fehlt: left out"; fi
