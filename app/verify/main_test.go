package main

import (
	"bytes"
	"context"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"laufzettel/sync/ledger"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// papers are a package with manifest and receipt as files, and a checkpoint.
type papers struct {
	t                         *testing.T
	dir, key                  string
	archive, client, stranger *sign.Key
	data                      []byte
	manifest                  receipt.Manifest
	receipt                   receipt.Receipt
}

func newPapers(t *testing.T) *papers {
	t.Helper()
	p := &papers{t: t, dir: t.TempDir(), data: bytes.Repeat([]byte("Akte "), receipt.PieceSize/4)}
	for i, k := range []**sign.Key{&p.archive, &p.client, &p.stranger} {
		var err error
		if *k, err = sign.KeyFromSeed(bytes.Repeat([]byte{byte(i + 1)}, 32)); err != nil {
			t.Fatal(err)
		}
	}
	p.key = p.write("archive.pub", []byte(p.archive.Public().String()+"\n"))
	digests, err := receipt.PieceDigests(bytes.NewReader(p.data))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha512.Sum512(p.data)
	at := time.Date(2026, 12, 24, 9, 0, 0, 0, time.UTC)
	p.manifest = receipt.Manifest{ID: "J", Created: at, Kind: "aip", Name: "paket.tar", Size: int64(len(p.data)),
		SHA512: hex.EncodeToString(sum[:]), Pieces: receipt.PiecesOf(digests)}
	p.receipt = receipt.Receipt{ReceiptID: "Q-1", Archive: "Musterarchiv", Client: "C", Sequence: 1, Kind: "upload", Size: p.manifest.Size,
		State: receipt.Accepted, Time: at,
		Uploads: []receipt.Upload{{UploadID: "U", Name: p.manifest.Name, Size: p.manifest.Size, SHA512: p.manifest.SHA512,
			PiecesRoot: p.manifest.Pieces.Root}}}
	p.write("paket.tar", p.data)
	p.seal(p.archive)
	return p
}

func (p *papers) write(name string, data []byte) string {
	p.t.Helper()
	path := filepath.Join(p.dir, name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		p.t.Fatal(err)
	}
	return path
}

// seal writes manifest and receipt as they now are.
func (p *papers) seal(by *sign.Key) {
	p.t.Helper()
	m, err := p.manifest.Seal(p.t.Context(), p.client)
	if err != nil {
		p.t.Fatal(err)
	}
	p.receipt.ManifestSHA512 = sign.HashEnvelope(m)
	q, err := p.receipt.Seal(p.t.Context(), by)
	if err != nil {
		p.t.Fatal(err)
	}
	p.write("paket.tar"+receipt.SuffixManifest, m)
	p.write("paket.tar"+receipt.SuffixReceipt, q)
}

func (p *papers) program(cmd, file string) int {
	var out, errs bytes.Buffer
	end := run(context.Background(), []string{cmd, file, "--key", p.key}, &out, &errs)
	p.t.Logf("%s%s", out.String(), errs.String())
	return end
}

func (p *papers) script(cmd, file string) int {
	p.t.Helper()
	script, err := filepath.Abs("../../docs/verify.sh")
	if err != nil {
		p.t.Fatal(err)
	}
	c := exec.Command("sh", script, cmd, file, p.key)
	said, err := c.CombinedOutput()
	p.t.Logf("script: %s", said)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode()
	}
	if err != nil {
		p.t.Fatal(err)
	}
	return 0
}

// The program and the shell script, two readers of docs/protocol.md, agree over honest
// and hostile papers.
func TestVerify_AgreesWithTheScript(t *testing.T) {
	for _, tool := range []string{"sh", "jq", "openssl", "split"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("the script needs ", tool)
		}
	}
	change := func(name string, at int) func(*papers) {
		return func(p *papers) {
			path := filepath.Join(p.dir, name)
			raw, err := os.ReadFile(path)
			if err != nil {
				p.t.Fatal(err)
			}
			raw[(at+len(raw))%len(raw)] ^= 1
			p.write(name, raw)
		}
	}
	remove := func(name string) func(*papers) {
		return func(p *papers) { _ = os.Remove(filepath.Join(p.dir, name)) }
	}
	for _, tt := range []struct {
		name string
		do   func(p *papers)
		want int
	}{
		{"honest", func(*papers) {}, holds},
		{"manifest and receipt of version 1", func(p *papers) {
			p.manifest.Pieces, p.receipt.Uploads[0].PiecesRoot = nil, ""
			p.seal(p.archive)
		}, holds},
		{"no package", remove("paket.tar"), incomplete},
		{"no manifest", remove("paket.tar" + receipt.SuffixManifest), incomplete},
		{"a bit of the package", change("paket.tar", 77), broken},
		{"the package is longer", func(p *papers) { p.write("paket.tar", append(p.data, 'x')) }, broken},
		{"the package is empty", func(p *papers) { p.write("paket.tar", nil) }, broken},
		{"a bit of the receipt", change("paket.tar"+receipt.SuffixReceipt, 120), broken},
		{"a bit of the manifest", change("paket.tar"+receipt.SuffixManifest, 120), broken},
		{"a receipt of a stranger", func(p *papers) { p.seal(p.stranger) }, broken},
		{"a refusal", func(p *papers) {
			p.receipt.State, p.receipt.Reason, p.receipt.Uploads[0].PiecesRoot = receipt.Refused, "voll", ""
			p.seal(p.archive)
		}, broken},
		{"another root in the receipt", func(p *papers) {
			p.receipt.Uploads[0].PiecesRoot = strings.Repeat("0", 64)
			p.seal(p.archive)
		}, broken},
		{"no root in the receipt", func(p *papers) { p.receipt.Uploads[0].PiecesRoot = ""; p.seal(p.archive) }, broken},
		{"both name the root of other pieces", func(p *papers) {
			d, err := receipt.PieceDigests(bytes.NewReader(make([]byte, len(p.data))))
			if err != nil {
				p.t.Fatal(err)
			}
			p.manifest.Pieces = receipt.PiecesOf(d)
			p.receipt.Uploads[0].PiecesRoot = p.manifest.Pieces.Root
			p.seal(p.archive)
		}, broken},
		{"another name", func(p *papers) { p.receipt.Uploads[0].Name = "anderes.tar"; p.seal(p.archive) }, broken},
		{"another size", func(p *papers) { p.receipt.Uploads[0].Size++; p.seal(p.archive) }, broken},
		{"another digest", func(p *papers) { p.receipt.Uploads[0].SHA512 = strings.Repeat("a", 128); p.seal(p.archive) }, broken},
		{"a manifest of another type", func(p *papers) { p.retype(receipt.SuffixManifest) }, broken},
		{"a receipt of another type", func(p *papers) { p.retype(receipt.SuffixReceipt) }, broken},
		{"the receipt is no envelope", func(p *papers) { p.write("paket.tar"+receipt.SuffixReceipt, []byte("{}")) }, broken},
		{"the receipt is no JSON", func(p *papers) { p.write("paket.tar"+receipt.SuffixReceipt, []byte("Quittung")) }, broken},
		{"a receipt that names another key", func(p *papers) { p.forge(map[string]any{"key_id": p.stranger.ID()}) }, broken},
		{"a receipt of version 9", func(p *papers) { p.forge(map[string]any{"format": "laufzettel-quittung/9"}) }, broken},
		// What one reader would take for another paper, or pass over.
		{"a list twice", rewrite(`"uploads":[`, `"uploads":[{"upload_id":"X"}],"uploads":[`), broken},
		{"a name twice, within", rewrite(`"upload_id":"U"`, `"upload_id":"U","upload_id":"U"`), broken},
		{"a name in another case", rewrite(`"kind":`, `"State":"refused","kind":`), broken},
		{"a name by an escape", rewrite(`"kind":`, `"\u0073tate":"refused","kind":`), broken},
		{"a member of its own", rewrite(`"kind":`, `"zusatz":null,"kind":`), broken},
		{"a text cut by a NUL", rewrite(`"accepted"`, `"accepted\u0000"`), broken},
		{"a text with a line end", rewrite(`"accepted"`, `"accepted\n"`), broken},
		{"half a pair", rewrite(`"Musterarchiv"`, `"\ud800"`), broken},
		{"bytes that are no text", rewrite(`"Musterarchiv"`, "\"\xed\xa0\x80\""), broken},
		{"a fraction", rewrite(`"sequence":1,`, `"sequence":1.0,`), broken},
		{"a leading nought", rewrite(`"sequence":1,`, `"sequence":01,`), broken},
		{"a number as a text", rewrite(`"sequence":1,`, `"sequence":"1",`), broken},
		{"beyond the doubles", rewrite(`"sequence":1,"previous":""`, `"sequence":9007199254740993,"previous":"a"`), broken},
		{"a day that is none", rewrite(`"time":"2026-12-24`, `"time":"2027-02-29`), broken},
		{"too deep", rewrite(`"kind":`, `"reason":`+strings.Repeat("[", 33)+strings.Repeat("]", 33)+`,"kind":`), broken},
		{"something behind it", func(p *papers) { rewrite("}", "} {}")(p) }, broken},
		{"white space and escapes that mean the same", rewrite(`"Musterarchiv"`, ` "Muster\u0061rchiv \\ud800 \"[{" `), holds},
		{"from before the rules, loosely written", func(p *papers) {
			p.receipt.Time = time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
			rewrite(`"kind":`, `"zusatz":1,"kind":`)(p)
		}, incomplete},
		{"the first of a client", rewrite(`"sequence":1,`, `"sequence":2,`), broken},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPapers(t)
			tt.do(p)
			file := filepath.Join(p.dir, "paket.tar")
			ask := judges(t, tt.name, []string{"honest", "manifest and receipt of version 1", "no manifest", "a bit of the package",
				"a bit of the receipt", "a receipt of a stranger", "a refusal", "another root in the receipt", "a manifest of another type",
				"both name the root of other pieces", "a receipt of version 9", "a list twice", "a text cut by a NUL",
				"from before the rules, loosely written"})
			if got, judge := p.program("receipt", file), p.asked(ask, tt.want, "receipt", file); got != tt.want || judge != tt.want {
				t.Errorf("program %d, script %d, want %d", got, judge, tt.want)
			}
		})
	}
}

// retype gives an envelope another payload type.
func (p *papers) retype(suffix string) {
	path := filepath.Join(p.dir, "paket.tar"+suffix)
	raw, err := os.ReadFile(path)
	if err != nil {
		p.t.Fatal(err)
	}
	raw = bytes.Replace(raw, []byte("application/vnd.laufzettel."), []byte("application/vnd.anderes."), 1)
	p.write("paket.tar"+suffix, raw)
}

func TestVerify_CheckpointsAgree(t *testing.T) {
	for _, tool := range []string{"sh", "openssl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("the script needs ", tool)
		}
	}
	p := newPapers(t)
	good, err := ledger.Sign(t.Context(), ledger.Head{Origin: "laufzettel/receipts/AAAAAAAAAAAAAAAAAAAAAAAAAA", Size: 7,
		Root: ledger.Hash{9}}, p.archive)
	if err != nil {
		t.Fatal(err)
	}
	c, err := ledger.Open(good, p.archive.Public())
	if err != nil {
		t.Fatal(err)
	}
	both, err := c.Cosign(t.Context(), p.client, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := ledger.Sign(t.Context(), c.Head, p.stranger)
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		raw  []byte
		want int
	}{
		"honest": {good, holds}, "co-signed": {both, holds}, "of a stranger": {foreign, broken},
		"another size": {bytes.Replace(good, []byte("\n7\n"), []byte("\n8\n"), 1), broken},
		"a line more":  {bytes.Replace(good, []byte("\n\n"), []byte("\nmehr\n\n"), 1), broken},
		"cut":          {good[:len(good)-9], broken}, "empty": {nil, broken},
		"another number of the key": {inSignature(t, good, func(sig []byte) { sig[1] ^= 1 }), broken},
		"another signature":         {inSignature(t, good, func(sig []byte) { sig[40] ^= 1 }), broken},
		"a request to co-sign": {ledger.Request{PublicKey: p.client.Public().String(), Old: 3, Proof: []ledger.Hash{{1}},
			Checkpoint: good}.Marshal(), holds},
		"a request around nothing": {ledger.Request{PublicKey: p.client.Public().String()}.Marshal(), broken},
		"a request around another": {ledger.Request{PublicKey: p.client.Public().String(), Checkpoint: foreign}.Marshal(), broken},
		"loose base64":             {looseBase64(t, good), broken},
		"signed beyond an empty line": {signedNote(t, p.archive, "laufzettel/receipts/AAAAAAAAAAAAAAAAAAAAAAAAAA",
			string(good[:bytes.Index(good, []byte("\n\n"))])+"\n\nQUJD\n"), broken},
		"a blank behind": {append(bytes.TrimSuffix(bytes.Clone(good), []byte("\n")), ' ', '\n'), broken},
	} {
		t.Run(name, func(t *testing.T) {
			q := *p
			q.t = t
			path := q.write("checkpoint", tt.raw)
			ask := judges(t, name, []string{"honest", "of a stranger", "a request to co-sign", "loose base64",
				"signed beyond an empty line"})
			if got, judge := q.program("checkpoint", path), q.asked(ask, tt.want, "checkpoint", path); got != tt.want || judge != tt.want {
				t.Errorf("program %d, script %d, want %d", got, judge, tt.want)
			}
		})
	}
	w := p.write("witness.pub", []byte(p.client.Public().String()))
	path := p.write("both", both)
	var out bytes.Buffer
	if end := run(t.Context(), []string{"checkpoint", path, "--key", p.key, "--witness", w}, &out, &out); end != holds ||
		!strings.Contains(out.String(), "Mitgezeichnet") {
		t.Errorf("%d %s", end, out.String())
	}
	alone := p.write("alone", good)
	if end := run(t.Context(), []string{"checkpoint", alone, "--key", p.key, "--witness", w}, &out, &out); end != broken {
		t.Errorf("a witness that has not signed: %d", end)
	}
	p.write("alone.tsr", []byte("kein Zeitstempel"))
	if end := run(t.Context(), []string{"checkpoint", alone, "--key", p.key}, &out, &out); end != broken ||
		!strings.Contains(out.String(), "HÄLT NICHT    Zeitstempel") {
		t.Errorf("a stamp that is none: %d", end)
	}
}

func TestVerify_WrongCalls(t *testing.T) {
	p := newPapers(t)
	for _, args := range [][]string{nil, {"receipt"}, {"receipt", "x"}, {"receipt", "x", "--key", filepath.Join(p.dir, "none")},
		{"order", "x", "--key", p.key}} {
		var out bytes.Buffer
		if end := run(t.Context(), args, &out, &out); end != wrongCall || out.Len() == 0 {
			t.Errorf("%q: %d %q", args, end, out.String())
		}
	}
	var out bytes.Buffer
	if end := run(t.Context(), []string{"log", p.dir, "--key", p.key}, &out, &out); end != broken {
		t.Errorf("a folder that is no log: %d", end)
	}
}

// inSignature changes the bytes of the only signature line of a checkpoint.
func inSignature(t *testing.T, note []byte, change func([]byte)) []byte {
	t.Helper()
	at := bytes.LastIndexByte(note, ' ') + 1
	sig, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(note[at:])))
	if err != nil {
		t.Fatal(err)
	}
	change(sig)
	return append(append(bytes.Clone(note[:at]), base64.StdEncoding.EncodeToString(sig)...), '\n')
}

// looseBase64 writes the same bytes with other bits of padding.
func looseBase64(t *testing.T, note []byte) []byte {
	t.Helper()
	out := bytes.Clone(note)
	at := bytes.LastIndexByte(out, '=') - 1
	for out[at] == '=' {
		at--
	}
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	out[at] = alphabet[strings.IndexByte(alphabet, out[at])|1]
	if bytes.Equal(out, note) {
		t.Fatal("nothing is loose")
	}
	return out
}

// full is a device without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// However good the papers are: where the answer could not be written, the end says so.
func TestRun_AnswerThatCannotBeWritten(t *testing.T) {
	p := newPapers(t)
	var errs bytes.Buffer
	end := run(t.Context(), []string{"receipt", filepath.Join(p.dir, "paket.tar"), "--key", p.key}, full{}, &errs)
	if end != wrongCall || !strings.Contains(errs.String(), "ließ sich nicht schreiben") {
		t.Errorf("ended with %d and said %q", end, errs.String())
	}
}

// Help that was asked for is an answer: it stands where answers stand.
func TestRun_Help(t *testing.T) {
	for _, word := range []string{"help", "--help", "-h"} {
		var out, errs bytes.Buffer
		end := run(t.Context(), []string{word}, &out, &errs)
		if end != holds || errs.Len() > 0 || !strings.Contains(out.String(), "receipt FILE") {
			t.Errorf("%s: ended with %d, %q, %q", word, end, out.String(), errs.String())
		}
		if end := run(t.Context(), []string{word}, full{}, &errs); end != wrongCall {
			t.Errorf("%s to a full device ended with %d", word, end)
		}
	}
}
