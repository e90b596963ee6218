package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// drawn is an installer as wixl leaves it, as far as it differs from one build to the next.
func drawn(uuid, times, content string) []byte {
	return []byte("\x1e\x00\x00\x00\x09\x00\x00\x00x64;1033\x00head\x1e\x00\x00\x00\x27\x00\x00\x00{" + uuid + "}\x00\x00\x40\x00\x00\x00" + times + "\x40\x00\x00\x00" + times +
		"tail" + content)
}

func TestSettle(t *testing.T) {
	one := drawn("38DA719B-1000-4223-93D6-D2A2A545F655", "\x01\n\x03\x04\x05\x06\x07\x08", "x")
	two := drawn("762DE8D5-E96D-4572-A61B-A41BE73A0A5C", "\xc3\xa9\x03\x04\x05\xe2\x82\xac", "x")
	other := drawn("762DE8D5-E96D-4572-A61B-A41BE73A0A5C", "\x09\x00\x03\x04\x05\x06\x07\x08", "y")
	for _, raw := range [][]byte{one, two, other} {
		if err := settle(raw, 1_700_000_000); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(one, two) {
		t.Error("two builds of one content differ")
	}
	if at := bytes.IndexByte(two, '{'); bytes.Equal(two[at:at+38], other[at:at+38]) {
		t.Error("two contents have one package code")
	}
	wxs, err := os.ReadFile("../../winres/laufzettel.wxs")
	if err != nil || !bytes.Contains(wxs, []byte(`Language="`+language+`"`)) || !bytes.Contains(one, []byte("x64;"+language+"\x00")) {
		t.Errorf("summary and product do not speak the same language (%v)", err)
	}
	// 2023-11-14 22:13:20 UTC as Windows counts
	if !bytes.Contains(one, []byte("\x00\x00\x6d\xc6\x47\x17\xda\x01")) {
		t.Errorf("another time: %x", one[50:80])
	}
	for name, raw := range map[string][]byte{"none": []byte("nothing"), "two": append(bytes.Clone(one), two...)} {
		if settle(raw, 1) == nil {
			t.Errorf("%s: settled", name)
		}
	}
}

func TestProduct(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.exe")
	codes := map[string]bool{}
	for _, tt := range []struct{ version, content string }{{"1.0.0", "a"}, {"1.0.1", "a"}, {"1.0.0", "b"}, {"1.0.0", "a"}} {
		if err := os.WriteFile(name, []byte(tt.content), 0o600); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := product(&out, tt.version, []string{name}); err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(`^\{[0-9A-F]{8}-[0-9A-F]{4}-8[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}\}\n$`).MatchString(out.String()) {
			t.Errorf("%q is no code", out.String())
		}
		codes[out.String()] = true
	}
	if len(codes) != 3 {
		t.Errorf("%d codes of three products", len(codes))
	}
}
