# 200 decisions by keys in the built window, on 2,000 Vorgänge with 20,000 documents.

.PHONY: drive drive-pdfs tasks eyes setup-tasks handbook-pictures
drive: cli setup-smoke window ## drive 200 appraisal decisions by keys under Xvfb on 20,000 documents
	.ci/appraise-drive $(BIN)/laufzettel $(BIN)/laufzettel-cli
	$(MAKE) tasks TASKS_HAND=both

# An hour of the PDFs of ../shared; PDFS_MINUTES=5 is a short one.
PDFS_MINUTES ?= 60
drive-pdfs: cli setup-smoke window ## an hour of foreign PDFs in the built window: memory of window and readers together
	python3 -B make/drive/pdfs.py $(BIN)/laufzettel $(BIN)/laufzettel-cli $(SHARED) --minutes $(PDFS_MINUTES) --shots shots-out/pdfs

# Role tasks of a person, counted. The mouse goes to words that eyes reads off the screen.
TASKS_ONLY ?= 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19
TASKS_HAND ?= keys
tasks: cli setup-smoke setup-tasks window eyes ## drive role tasks in the window from an empty folder (TASKS_ONLY=1,2 TASKS_HAND=keys|mouse|both), pictures in shots-out/tasks
	python3 -B make/drive/tasks.py $(BIN)/laufzettel $(BIN)/laufzettel-cli --hand $(TASKS_HAND) --only $(TASKS_ONLY) --shots shots-out/tasks

# The handbook shows the built window: what make smoke and make tasks have left in shots-out/tasks.
handbook-pictures: ## take the pictures of the handbook from the last smoke run and role tasks
	python3 -B make/drive/handbook.py shots-out/tasks docs/handbuch/bilder

setup-tasks:
	@$(call install,$(TASKS_PACKAGES))

eyes:
	@go build -trimpath -o $(BIN)/eyes ./make/drive/eyes
