package compound_test

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"laufzettel/transfer/compound"
)

// A head that names more sectors than the file has is refused before anything is set aside.
func TestOpen(t *testing.T) {
	for name, c := range map[string]struct {
		at   int
		want string
	}{
		"directory":   {40, "of 8 sectors names 4294967280"},
		"small table": {64, "of 8 sectors names"}, "table of tables": {72, "of 8 sectors names"},
	} {
		file := append([]byte{0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1}, make([]byte, 4088)...)
		binary.LittleEndian.PutUint32(file[c.at:], 0xFFFFFFF0)
		if _, err := compound.Open(bytes.NewReader(file), int64(len(file))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if _, err := compound.Open(strings.NewReader("kurz"), 4); err == nil {
		t.Error("four bytes are a compound file")
	}
}
