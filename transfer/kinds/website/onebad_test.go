package website

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// passed walks a file and gives its records by offset, in order, with what was told.
func passed(t *testing.T, data []byte) (records []Record, told int) {
	t.Helper()
	w := Walker{Plain: true, Tell: func(Trouble) { told++ }, Passed: func(r *Record) error {
		records = append(records, *r)
		return nil
	}}
	if err := w.Walk(t.Context(), bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	return records, told
}

func names(records []Record) (out []string) {
	for _, r := range records {
		out = append(out, fmt.Sprintf("%s %s %d", r.Type, r.URI, r.Length))
	}
	return out
}

// replaced gives data with a stretch of it changed.
func replaced(data []byte, from, to int, with string) []byte {
	return slices.Concat(data[:from], []byte(with), data[to:])
}

// One bad record costs one record, in WARC and ARC files, packed and not: files of another
// hand, each of their records spoilt in every way (K18, K26).
func TestWalk_OneBadRecordCostsOne(t *testing.T) {
	for _, name := range []string{"warcio/example.warc", "warcio/example.arc", "packed warcio/example.warc",
		"packed warcio/example.arc", "warcio/post-test.warc.gz", "jwarc/cc.warc.gz"} {
		t.Run(strings.ReplaceAll(name, "/", " "), func(t *testing.T) {
			data, err := os.ReadFile(shared(t, strings.TrimPrefix(name, "packed ")))
			if err != nil {
				t.Fatal(err)
			}
			packed := strings.HasSuffix(name, ".gz")
			// The samples are small: three of them behind each other are a file of more records.
			data = bytes.Repeat(data, 3)
			if strings.HasPrefix(name, "packed ") {
				data, packed = packedBy(t, data), true
			}
			all, _ := passed(t, data)
			if len(all) < 3 {
				t.Fatalf("%d records", len(all))
			}
			for i, r := range all[:len(all)-1] {
				at, end := int(r.Offset), int(all[i+1].Offset)
				for what, spoilt := range spoil(data, at, end, int(r.Length), packed) {
					got, told := passed(t, spoilt)
					if told == 0 {
						t.Errorf("record %d, %s: nothing was told", i, what)
					}
					missing := names(all)
					for _, n := range names(got) {
						if k := slices.Index(missing, n); k >= 0 {
							missing = slices.Delete(missing, k, k+1)
						}
					}
					if len(missing) > 1 {
						t.Errorf("record %d (%s), %s: lost %q", i, r.Type, what, missing)
					}
				}
			}
		})
	}
}

// spoil gives the ways a record between two offsets can be bad.
func spoil(data []byte, at, end, length int, packed bool) map[string][]byte {
	out := map[string][]byte{}
	if packed {
		half := at + (end-at)/2
		out["cut in the middle"] = replaced(data, half, end, "")
		out["cut near its end"] = replaced(data, end-3, end, "")
		out["zeros in the middle"] = replaced(data, half, half+8, strings.Repeat("\x00", 8))
		out["no gzip"] = replaced(data, at, at+3, "XXX")
		return out
	}
	head := data[at : at+bytes.IndexByte(data[at:], '\n')]
	if bytes.HasPrefix(head, []byte("WARC/")) {
		head = data[at : at+bytes.Index(data[at:end], []byte("\r\n\r\n"))]
	}
	stated := fmt.Sprint(length)
	i := at + bytes.LastIndex(head, []byte(stated))
	out["length too great by 40"] = replaced(data, i, i+len(stated), fmt.Sprint(length+40))
	out["length beyond the file"] = replaced(data, i, i+len(stated), "99999999")
	out["length too small"] = replaced(data, i, i+len(stated), fmt.Sprint(length/2))
	out["no length"] = replaced(data, i, i+len(stated), "viele")
	out["first line unreadable"] = replaced(data, at, at+9, "XXXXXXXXX")
	out["cut in the middle"] = replaced(data, at+(end-at)/2, end, "")
	return out
}

// packedBy packs every record of a plain file into a gzip member of its own.
func packedBy(t *testing.T, data []byte) []byte {
	t.Helper()
	all, _ := passed(t, data)
	var out bytes.Buffer
	for i, r := range all {
		end := len(data)
		if i+1 < len(all) {
			end = int(all[i+1].Offset)
		}
		z := gzip.NewWriter(&out)
		if _, err := z.Write(data[r.Offset:end]); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}
