# The receiver over S3 and PostgreSQL, for real: MinIO with four nodes on loopback
# addresses, one of them killed in the middle; Debian's PostgreSQL; receivers as
# processes, killed, backed up and restored. MinIO is a tool of the test (AGPL-3), never linked; it is built by
# exact version (about four minutes, once).

MINIO := github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c

.PHONY: archive test-distributed setup-distributed
archive: ## build the receiver over S3 and PostgreSQL
	go build -trimpath -ldflags '$(LDFLAGS)' -o $(BIN)/laufzettel-archive ./app/archive

test-distributed: setup-distributed $(TOOLS)/minio ## two receivers over MinIO (4 nodes) and PostgreSQL
	LAUFZETTEL_DISTRIBUTED=$(TOOLS) go test -count=1 -timeout 15m ./app/archive

setup-distributed:
	@$(call install,postgresql iproute2)

$(TOOLS)/minio:
	GOBIN=$(TOOLS) GOFLAGS= nice go install $(MINIO)
