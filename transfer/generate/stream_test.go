package generate

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind/sample"
	"laufzettel/transfer/kinds"
)

// Skipping a content leaves the source where making it leaves it.
func TestContents_skip(t *testing.T) {
	for name, kind := range contents {
		for seed := range uint64(8) {
			c := caption{title: "Bescheid", office: "Amt", author: persons[0], date: defaultClock, pages: int(seed % 3)}
			made, skipped := sample.NewSource(seed), sample.NewSource(seed)
			if _, err := kind.make(made, c); err != nil {
				t.Fatal(err)
			}
			kind.skip(skipped, c)
			if made.Uint64() != skipped.Uint64() {
				t.Errorf("%s, seed %d: the source stands elsewhere", name, seed)
			}
		}
	}
}

func writtenOf(t *testing.T, p Plan, many int) map[string]string {
	t.Helper()
	parcel, err := makeParcel(kinds.All(time.Now), p, many)
	if err != nil {
		t.Fatal(err)
	}
	if streamed := !slices.ContainsFunc(parcel.Members, func(m sample.Member) bool {
		return m.Data != nil || p.Size > 0 &&
			m.Name != parcel.Members[0].Name
	}); streamed != (many == 0) {
		t.Fatalf("%d members in memory", len(parcel.Members))
	}
	dir := t.TempDir()
	if _, err := parcel.Write(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	return filesIn(t, dir)
}

func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		out[strings.TrimPrefix(path, dir)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A delivery made while it is written has the bytes of the same one made before.
func TestStream_sameBytes(t *testing.T) {
	for name, p := range map[string]Plan{
		"transfer":        {Seed: 7},
		"transfer 4.0.0":  {Version: "4.0.0", Seed: 8, Mix: []string{"txt", "eml", "csv", "jpg"}},
		"offer 4.0.0":     {Kind: "xdomea-0501", Version: "4.0.0", Seed: 9, Mix: []string{"txt"}},
		"files":           {Kind: "files", Seed: 10, Mix: []string{"tif", "png", "docx", "xml"}},
		"folder":          {Seed: 11, Mix: []string{"txt"}, Folder: true},
		"of a size":       {Version: "4.0.0", Seed: 12, Size: 500},
		"named processes": {Seed: 13, Mix: []string{"txt"}, Process: "316f8d25-9058-41b1-bbef-3db595fb4576"},
	} {
		t.Run(name, func(t *testing.T) {
			before := writtenOf(t, p, math.MaxInt)
			if d := cmp.Diff(before, writtenOf(t, p, 0)); d != "" {
				t.Error("other bytes")
			}
		})
	}
}

func streams(t *testing.T, p Plan) bool {
	t.Helper()
	b, err := ordered(kinds.All(time.Now), p)
	if err != nil {
		t.Fatal(err)
	}
	return b.streams(manyDocuments)
}

// What looks at the finished whole is made in memory; so are small deliveries.
func TestStreams(t *testing.T) {
	large := Plan{Dossiers: 30, Cases: 10, Documents: 10}
	for name, change := range map[string]func(*Plan){
		"defect": func(p *Plan) { p.Defects = []string{"VOL-001"} }, "slip": func(p *Plan) { p.Slip, p.Profile = true, "p" },
		"bag": func(p *Plan) { p.Kind = "bagit" }, "small": func(p *Plan) { p.Dossiers = 2 },
	} {
		p := large
		change(&p)
		if streams(t, p) {
			t.Errorf("%s is made while it is written", name)
		}
	}
	if !streams(t, large) {
		t.Error("a large delivery is made in memory")
	}
}

// A disk that is full, a content that breaks off, a run that is stopped: nothing is
// left that looks like a delivery, and what was there before stays.
func TestWrite_leavesNothingHalf(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for name, tt := range map[string]struct {
		ctx  context.Context
		fail error
	}{"full disk": {t.Context(), syscall.ENOSPC}, "broken content": {t.Context(), errors.New("broken")}, "stopped": {stopped, nil}} {
		for _, folder := range []bool{false, true} {
			dir := t.TempDir()
			other := filepath.Join(dir, "andere.txt")
			if err := os.WriteFile(other, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			p := &Parcel{Parcel: sample.Parcel{Name: "lieferung", Folder: folder, Clock: time.Unix(0, 0),
				Members: []sample.Member{{Name: "eins.txt", Data: []byte("eins")},
					{Name: "zwei.txt", Open: func() (io.Reader, error) {
						return io.MultiReader(bytes.NewReader([]byte("zw")), failing{tt.fail}),
							nil
					}}}}}
			_, err := p.Write(tt.ctx, dir)
			if err == nil || tt.fail != nil && !errors.Is(err, tt.fail) {
				t.Errorf("%s: error %v", name, err)
			}
			if tt.fail == syscall.ENOSPC && (failure.KindOf(err) != failure.Setup ||
				!strings.Contains(failure.HintOf(err).In("de"), "kein Platz")) {
				t.Errorf("%s: told as %q", name, failure.HintOf(err).In("de"))
			}
			if d := cmp.Diff(map[string]string{string(filepath.Separator) + "andere.txt": ""}, filesIn(t, dir)); d != "" {
				t.Errorf("%s, folder %v: %s", name, folder, d)
			}
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
