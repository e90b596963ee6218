package browser_test

import (
	"os"
	"testing"

	"laufzettel/viewer/child"
)

// TestMain lets this test program be the child that reads documents.
func TestMain(m *testing.M) {
	if child.Asked() {
		child.Main()
	}
	os.Exit(m.Run())
}
