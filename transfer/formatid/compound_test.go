package formatid

import (
	"bytes"
	"encoding/binary"
	"testing"
)

func TestUnsoundCompound(t *testing.T) {
	sound := make([]byte, 8*512)
	copy(sound, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")
	binary.LittleEndian.PutUint32(sound[44:], 1)
	tests := map[string]struct {
		data []byte
		want bool
	}{
		"sound": {sound, false}, "text": {bytes.Repeat([]byte("a"), 600), false}, "head only": {sound[:100], false},
	}
	for name, at := range map[string]int{"directory": 40, "FAT": 44, "mini FAT": 64, "DIFAT": 72} {
		bad := bytes.Clone(sound)
		binary.LittleEndian.PutUint32(bad[at:], 1<<30)
		tests[name] = struct {
			data []byte
			want bool
		}{bad, true}
	}
	for name, tt := range tests {
		if got := unsoundCompound(bytes.NewReader(tt.data), int64(len(tt.data))); got != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}
