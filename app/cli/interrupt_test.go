package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"laufzettel/app/kill"
	"laufzettel/app/work"
	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/samples"
	"laufzettel/transfer/wording"
)

// parcelOf writes a generated delivery.
func parcelOf(t *testing.T, p generate.Plan) string {
	t.Helper()
	parcel, err := generate.Make(work.Kinds(time.Now), p)
	if err != nil {
		t.Fatal(err)
	}
	path, err := parcel.Write(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// here runs the program in this process.
func here(ctx context.Context, e *env, args ...string) (code int, out, errs string) {
	var o, s bytes.Buffer
	e.in, e.out, e.errs, e.words, e.keyWork = strings.NewReader(""), &o, &s, pickWords([]string{"--lang", "de"}), kill.CheapWork
	e.pdfium = samples.PDFium()
	code = e.run(ctx, args)
	return code, o.String(), s.String()
}

// Ctrl-C in the middle of a check ends it with code 4 and a sentence; the next
// run reads only what is missing.
func TestInterrupted_GoesOnWhereItWas(t *testing.T) {
	data := t.TempDir()
	parcel := parcelOf(t, generate.Plan{Seed: 9, Dossiers: 1, Cases: 4, Documents: 400, Size: 32, Mix: []string{"txt"}})
	code, out, errs := here(t.Context(), &env{}, "--data", data, "receive", "--json", parcel)
	var p transfer.Portion
	if err := json.Unmarshal([]byte(out), &p); err != nil || code != exitDone {
		t.Fatalf("code %d, %v: %s", code, err, errs)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stop := func(point string) {
		if point == "check.batch.after" {
			cancel()
		}
	}
	code, _, errs = here(ctx, &env{point: stop}, "--data", data, "receive", "check", "--no-pdfa", p.ID)
	if code != exitInterrupted || !strings.Contains(errs, "Angehalten") {
		t.Errorf("code %d, want %d: %s", code, exitInterrupted, errs)
	}
	again := &counts{files: map[string]int64{}}
	code, _, errs = here(t.Context(), &env{counter: again}, "--data", data, "receive", "check", "--no-pdfa", p.ID)
	if code != exitDone {
		t.Fatalf("code %d: %s", code, errs)
	}
	if n := len(again.files); n == 0 || n > 1600-500+1 {
		t.Errorf("the second run read %d of 1601 files", n)
	}
}

// The exit code says who can act; of several inputs the worst counts.
func TestExit_CodesOfErrors(t *testing.T) {
	tests := []struct {
		name string
		err  error
		want int
	}{
		{"nothing", nil, exitDone},
		{"material", errMaterial, exitMaterial},
		{"usage", errUsage{"falsch"}, exitCall},
		{"refused", failure.New(failure.Refused, "a", wording.Plain("b")), exitCall},
		{"set-up", failure.New(failure.Setup, "a", wording.Plain("b")), exitCall},
		{"damaged", failure.New(failure.Damaged, "a", wording.Plain("b")), exitOwn},
		{"unsorted", errors.New("x"), exitOwn},
		{"transient", failure.New(failure.Transient, "a", wording.Plain("b")), exitInterrupted},
		{"cancelled", fmt.Errorf("read: %w", context.Canceled), exitInterrupted},
	}
	for _, tt := range tests {
		if got := codeOf(tt.err); got != tt.want {
			t.Errorf("%s: code %d, want %d", tt.name, got, tt.want)
		}
	}
	order := []int{exitDone, exitMaterial, exitCall, exitInterrupted, exitOwn}
	for i, a := range order {
		for k, b := range order {
			if got := worst(a, b); got != order[max(i, k)] {
				t.Errorf("worst of %d and %d is %d", a, b, got)
			}
		}
	}
}

// A panic of ours leaves a file with what is known, and code 3.
func TestCrash_NamesTheFile(t *testing.T) {
	data := t.TempDir()
	code, _, errs := here(t.Context(), &env{point: func(string) { panic("erfunden") }}, "--data", data, "receive",
		parcelOf(t, generate.Plan{Seed: 1, Dossiers: 1, Cases: 1, Documents: 1, Mix: []string{"txt"}}))
	if code != exitOwn || !strings.Contains(errs, data) || !strings.Contains(errs, "absturz-") {
		t.Errorf("code %d: %s", code, errs)
	}
	found := false
	for _, name := range samples.Files(t, data) {
		found = found || strings.Contains(name, "absturz-")
	}
	if !found {
		t.Error("no crash file was written")
	}
}
