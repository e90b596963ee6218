# Measured promises. BENCH_FULL=1 takes 20,000 files, 5 GB and 4 GB.

BENCH_PACKAGES := rhash hashdeep curl libxml2-utils poppler-utils unzip
BENCH_ROUNDS   ?= 3
BENCH_WORK     ?= .cache/bench
BENCH_SMALL    ?= 4000
BENCH_LARGE    ?= 536870912
BENCH_SINGLE   ?= 536870912
BENCH_SCALE    ?= 1000000
BENCH_ONLY     ?=
# Real files are drawn by portion.py of the shared tools; their seeds at run time unless they are named.
BENCH_SEEDS    ?=
BENCH_REAL     ?= 4000
BENCH_WINDOW   ?=
# The peer of bags, installed where the system's packages have it; else its row is left out.
BENCH_BAGIT    := bagit python3-bagit
BENCH_ARGS     := -cli $(BIN)/laufzettel-cli -sf $(TOOLS)/sf/sf -window $(BIN)/laufzettel -work $(BENCH_WORK) -rounds $(BENCH_ROUNDS) -only '$(BENCH_ONLY)' \
  -small $(BENCH_SMALL) -large $(BENCH_LARGE) -single $(BENCH_SINGLE) -scale $(BENCH_SCALE) -real $(BENCH_REAL) -seeds '$(BENCH_SEEDS)' $(if $(BENCH_FULL),-full)

.PHONY: bench scale setup-bench
bench: cli setup-bench $(if $(BENCH_WINDOW),setup-smoke window) ## measure speed against peers, write docs/benchmarks.md (BENCH_FULL=1: full sizes, BENCH_WINDOW=1: build the window first)
	go run ./bench $(BENCH_ARGS)

scale: cli setup-bench ## 10⁴, 10⁵, 10⁶ files: check in folder and ZIP, and the whole path from receipt to packages; into docs/benchmarks.md
	go run ./bench -suite scale $(BENCH_ARGS)

setup-bench: $(TOOLS)/sf/sf $(TOOLS)/sf/default.sig
	@$(call install,$(BENCH_PACKAGES))
	@for b in $(BENCH_BAGIT); do if apt-cache show $$b >/dev/null 2>&1; then { $(call install,$$b); } || true; fi; done

# The peer's module is a module of its own: its programs are not our dependencies.
$(TOOLS)/sf/sf: bench/tools/sf/go.mod
	cd bench/tools/sf && go build -trimpath -o $@ github.com/richardlehane/siegfried/cmd/sf

$(TOOLS)/sf/default.sig: $(TOOLS)/sf/sf
	cd bench/tools/sf && go run ./signature $@
