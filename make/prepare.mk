# The clerk's side at its full size: a register of 70,000 entries is built, checked
# and sealed within the memory promise. Takes some minutes.
.PHONY: prepare-large
prepare-large:
	LAUFZETTEL_LARGE=1 CGO_ENABLED=0 go test ./transfer/prepare -run TestRegister_Large -v -timeout 60m
