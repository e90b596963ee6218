package ech0160

import (
	"errors"
	"strings"
	"testing"

	"laufzettel/transfer/xmlwalk"
)

func TestReadMetadata_TooDeep(t *testing.T) {
	text := "<paket><ablieferung><ordnungssystem>" + strings.Repeat("<ordnungssystemposition>", 300)
	if _, _, err := readMetadata(strings.NewReader(text), "r", "r/header/metadata.xml"); !errors.Is(err, xmlwalk.ErrLimit) {
		t.Error(err)
	}
}
