package opengl

import (
	"os"
	"testing"
)

// TestProbe is run by make windows-test with and without a display.
func TestProbe(t *testing.T) {
	want := os.Getenv("LAUFZETTEL_TEST_OPENGL")
	if want == "" {
		t.Skip("LAUFZETTEL_TEST_OPENGL does not say whether there is a display")
	}
	err := probe()
	if (err == nil) != (want == "yes") {
		t.Errorf("probe: %v, want a window: %s", err, want)
	}
	t.Logf("probe gives %v", err)
}
