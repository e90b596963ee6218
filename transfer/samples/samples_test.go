package samples

import (
	"os"
	"path/filepath"
	"testing"
)

func TestRoot_HoldsTheModule(t *testing.T) {
	if _, err := os.Stat(filepath.Join(Root(t), "go.mod")); err != nil {
		t.Error(err)
	}
}

func TestPath_SkipsWhatIsNotThere(t *testing.T) {
	skipped := false
	t.Run("missing", func(t *testing.T) {
		defer func() { skipped = t.Skipped() }()
		Path(t, "gibt es nicht")
	})
	if !skipped {
		t.Error("a missing sample did not skip the test")
	}
}
