package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"laufzettel/sync/ledger"
	"laufzettel/sync/receipt"
)

const testLog = "laufzettel/receipts/ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// tree is a log made by the library alone, so that neither reader is judged by our writer.
type tree struct {
	hashes []tlog.Hash
	size   int64
}

func (l *tree) ReadHashes(at []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(at))
	for i, n := range at {
		out[i] = l.hashes[n]
	}
	return out, nil
}

func (l *tree) add(t *testing.T, leaf tlog.Hash) {
	t.Helper()
	more, err := tlog.StoredHashesForRecordHash(l.size, leaf, l)
	if err != nil {
		t.Fatal(err)
	}
	l.hashes, l.size = append(l.hashes, more...), l.size+1
}

func treeOf(t *testing.T, n int) *tree {
	t.Helper()
	l := &tree{}
	for i := range n {
		l.add(t, tlog.RecordHash([]byte{byte(i), byte(i >> 8)}))
	}
	return l
}

// head is that of the first n leaves.
func (l *tree) head(t *testing.T, n int64) ledger.Head {
	t.Helper()
	root, err := tlog.TreeHash(n, l)
	if err != nil {
		t.Fatal(err)
	}
	return ledger.Head{Origin: testLog, Size: n, Root: root}
}

// files writes the tiles of the log, and the checkpoint of a head.
func (l *tree) files(p *papers, h ledger.Head) string {
	p.t.Helper()
	for _, tile := range tlog.NewTiles(8, 0, l.size) {
		data, err := tlog.ReadTileData(tile, l)
		if err != nil {
			p.t.Fatal(err)
		}
		p.deep(filepath.Join("log", filepath.FromSlash(tile.Path())), data)
	}
	p.deep("log/checkpoint", p.signed(h))
	return filepath.Join(p.dir, "log")
}

func (p *papers) deep(name string, data []byte) string {
	p.t.Helper()
	if err := os.MkdirAll(filepath.Join(p.dir, filepath.Dir(name)), 0o700); err != nil {
		p.t.Fatal(err)
	}
	return p.write(name, data)
}

func (p *papers) signed(h ledger.Head) []byte {
	p.t.Helper()
	return sealing[[]byte](p.t)(ledger.Sign(p.t.Context(), h, p.archive))
}

// both asks program and script the same, the script not where ask is false: then script is
// what the program says; old are checkpoints of before.
func (p *papers) both(ask bool, cmd, file string, old ...string) (program, script int) {
	p.t.Helper()
	args := []string{cmd, file, "--key", p.key}
	for _, o := range old {
		args = append(args, "--checkpoint", o)
	}
	var out bytes.Buffer
	program = run(context.Background(), args, &out, &out)
	p.t.Logf("%s", out.String())
	if !ask {
		return program, program
	}
	return program, shell(p.t, append([]string{cmd, file, p.key}, old...)...)
}

func needs(t *testing.T, tools ...string) {
	t.Helper()
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("the script needs ", tool)
		}
	}
}

// A log as files, and what was seen of it before, is read alike by the program and by the
// script that was written from the page.
func TestVerify_LogsAgree(t *testing.T) {
	needs(t, "sh", "openssl", "basenc")
	one := func(name string, change func([]byte) []byte) func(*papers, *tree) {
		return func(p *papers, _ *tree) {
			path := filepath.Join(p.dir, "log", filepath.FromSlash(name))
			raw, err := os.ReadFile(path)
			if err != nil {
				p.t.Fatal(err)
			}
			p.deep(filepath.Join("log", filepath.FromSlash(name)), change(raw))
		}
	}
	flip := func(raw []byte) []byte { raw[40] ^= 1; return raw }
	for name, tt := range map[string]struct {
		leaves int
		do     func(*papers, *tree)
		old    func(*papers, *tree) []byte
		want   int
	}{
		"no leaf":                {leaves: 0, want: holds},
		"one leaf":               {leaves: 1, want: holds},
		"a full tile":            {leaves: 256, want: holds},
		"two tiles and a part":   {leaves: 520, want: holds},
		"a bit of a leaf":        {leaves: 300, do: one("tile/8/0/000", flip), want: broken},
		"a bit of the last tile": {leaves: 300, do: one("tile/8/0/001.p/44", flip), want: broken},
		"a tile is cut": {leaves: 300, do: one("tile/8/0/000", func(b []byte) []byte {
			return b[:len(b)-1]
		}), want: broken},
		"a tile is too long": {leaves: 300, do: one("tile/8/0/000", func(b []byte) []byte {
			return append(b, 0)
		}), want: broken},
		"a tile is missing": {leaves: 300, do: func(p *papers, _ *tree) {
			_ = os.Remove(filepath.Join(p.dir, "log/tile/8/0/000"))
		}, want: broken},
		"no checkpoint": {leaves: 5, do: func(p *papers, _ *tree) {
			_ = os.Remove(filepath.Join(p.dir, "log/checkpoint"))
		}, want: broken},
		"a checkpoint of a stranger": {leaves: 5, do: func(p *papers, l *tree) {
			p.archive = p.stranger
			p.deep("log/checkpoint", p.signed(l.head(p.t, 5)))
		}, want: broken},
		"the checkpoint says less": {leaves: 300, do: func(p *papers, l *tree) {
			p.deep("log/checkpoint", p.signed(l.head(p.t, 200)))
		}, want: holds},
		"the checkpoint says more": {leaves: 7, do: func(p *papers, _ *tree) {
			p.deep("log/checkpoint", p.signed(treeOf(p.t, 9).head(p.t, 9)))
		}, want: broken},
		"begins with 5 of 13":    {leaves: 13, old: func(p *papers, l *tree) []byte { return p.signed(l.head(p.t, 5)) }, want: holds},
		"begins with 256 of 300": {leaves: 300, old: func(p *papers, l *tree) []byte { return p.signed(l.head(p.t, 256)) }, want: holds},
		"a tile above the leaves is another": {leaves: 600, do: one("tile/8/1/000.p/2", flip), old: func(p *papers, l *tree) []byte {
			return p.signed(l.head(p.t, 300))
		}, want: holds}, // the leaves alone say what the log is
		"begins with none": {leaves: 13, old: func(p *papers, l *tree) []byte { return p.signed(l.head(p.t, 0)) }, want: holds},
		"the same head":    {leaves: 13, old: func(p *papers, l *tree) []byte { return p.signed(l.head(p.t, 13)) }, want: holds},
		"a tail was cut": {leaves: 13, old: func(p *papers, _ *tree) []byte {
			return p.signed(treeOf(p.t, 20).head(p.t, 20))
		}, want: broken},
		"another past": {leaves: 13, old: func(p *papers, _ *tree) []byte {
			other := treeOf(p.t, 2)
			other.add(p.t, tlog.RecordHash([]byte("anderes")))
			return p.signed(other.head(p.t, 3))
		}, want: broken},
		"the past of another log": {leaves: 13, old: func(p *papers, l *tree) []byte {
			h := l.head(p.t, 5)
			h.Origin = "laufzettel/receipts/BBBBBBBBBBBBBBBBBBBBBBBBBB"
			return p.signed(h)
		}, want: broken},
		"a past nobody signed": {leaves: 13, old: func(p *papers, l *tree) []byte {
			return inSignature(p.t, p.signed(l.head(p.t, 5)), func(sig []byte) { sig[9] ^= 1 })
		}, want: broken},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPapers(t)
			l := treeOf(t, tt.leaves)
			dir := l.files(p, l.head(t, l.size))
			if tt.do != nil {
				tt.do(p, l)
			}
			var old []string
			if tt.old != nil {
				old = append(old, p.write("old", tt.old(p, l)))
			}
			ask := judges(t, name, []string{"one leaf", "two tiles and a part", "a bit of a leaf", "begins with 5 of 13", "another past",
				"a tile is too long"})
			if program, script := p.both(ask, "log", dir, old...); program != tt.want || script != tt.want {
				t.Errorf("program %d, script %d, want %d", program, script, tt.want)
			}
		})
	}
}

// A request to co-sign proves by its file alone that the log begins with what was seen.
func TestVerify_ConsistencyAgrees(t *testing.T) {
	needs(t, "sh", "openssl", "basenc")
	l := treeOf(t, 40)
	p := newPapers(t)
	prove := func(from, to int64) ledger.Request {
		r := ledger.Request{PublicKey: p.client.Public().String(), Old: from, Checkpoint: p.signed(l.head(t, to))}
		if from > 0 && from < to {
			proof, err := tlog.ProveTree(to, from, l)
			if err != nil {
				t.Fatal(err)
			}
			r.Proof = proof
		}
		return r
	}
	ask := func(t *testing.T, what string, paper, old []byte, want int) {
		t.Helper()
		q := *p
		q.t = t
		ask := judges(t, what, []string{"honest 3 of 7", "honest 13 of 40", "another past", "a hash more", "cut", "the proof of another"})
		if program, script := q.both(ask, "checkpoint", q.write("paper", paper), q.write("old", old)); program != want || script != want {
			t.Errorf("%s: program %d, script %d, want %d", what, program, script, want)
		}
	}
	for _, pair := range [][2]int64{{0, 7}, {1, 2}, {1, 40}, {3, 7}, {4, 7}, {7, 7}, {8, 16}, {13, 40}, {32, 33}, {39, 40}} {
		ask(t, fmt.Sprintf("honest %d of %d", pair[0], pair[1]), prove(pair[0], pair[1]).Marshal(), p.signed(l.head(t, pair[0])), holds)
	}
	other := treeOf(t, 12)
	other.add(t, tlog.RecordHash([]byte("anderes")))
	wrong, longer, shorter := prove(13, 40), prove(13, 40), prove(13, 40)
	wrong.Proof[1][3] ^= 1
	longer.Proof = append(longer.Proof, ledger.Hash{1})
	shorter.Proof = shorter.Proof[:len(shorter.Proof)-1]
	for what, tt := range map[string]struct {
		paper, old []byte
		want       int
	}{
		"another past":          {prove(13, 40).Marshal(), p.signed(other.head(t, 13)), broken},
		"a hash changed":        {wrong.Marshal(), p.signed(l.head(t, 13)), broken},
		"a hash more":           {longer.Marshal(), p.signed(l.head(t, 13)), broken},
		"a hash less":           {shorter.Marshal(), p.signed(l.head(t, 13)), broken},
		"cut":                   {prove(5, 13).Marshal(), p.signed(l.head(t, 20)), broken},
		"the proof of another":  {prove(5, 40).Marshal(), p.signed(l.head(t, 13)), incomplete},
		"no proof":              {p.signed(l.head(t, 40)), p.signed(l.head(t, 13)), incomplete},
		"the same head":         {p.signed(l.head(t, 40)), p.signed(l.head(t, 40)), holds},
		"same size, other root": {p.signed(l.head(t, 13)), p.signed(other.head(t, 13)), broken},
	} {
		ask(t, what, tt.paper, tt.old, tt.want)
	}
}

// The proof beside a receipt shows that it is in the log of the archive.
func TestVerify_InclusionAgrees(t *testing.T) {
	needs(t, "sh", "jq", "openssl", "basenc", "split")
	for name, tt := range map[string]struct {
		before, after int // leaves around that of the receipt
		do            func(*papers, *ledger.Proof)
		want          int
	}{
		"alone": {want: holds}, "the last": {before: 6, want: holds}, "the first": {after: 9, want: holds},
		"amid":           {before: 5, after: 20, want: holds},
		"another salt":   {before: 5, after: 3, do: func(_ *papers, p *ledger.Proof) { p.Salt[0] ^= 1 }, want: broken},
		"another number": {before: 5, after: 3, do: func(_ *papers, p *ledger.Proof) { p.Index-- }, want: broken},
		"beyond the log": {before: 5, after: 3, do: func(_ *papers, p *ledger.Proof) { p.Index = 9 }, want: broken},
		"a hash changed": {before: 5, after: 3, do: func(_ *papers, p *ledger.Proof) { p.Path[0][0] ^= 1 }, want: broken},
		"a hash more": {before: 5, after: 3, do: func(_ *papers, p *ledger.Proof) { p.Path = append(p.Path, ledger.Hash{}) },
			want: broken},
		"a hash less": {before: 5, after: 3, do: func(_ *papers, p *ledger.Proof) { p.Path = p.Path[1:] }, want: broken},
		"of a stranger": {before: 1, do: func(p *papers, f *ledger.Proof) {
			p.archive = p.stranger
			f.Checkpoint = p.signed(ledger.Head{Origin: testLog, Size: 2})
		}, want: broken},
		"no checkpoint": {before: 1, do: func(_ *papers, p *ledger.Proof) { p.Checkpoint = nil }, want: broken},
		"another receipt": {before: 1, do: func(p *papers, _ *ledger.Proof) {
			p.receipt.ReceiptID = "Q-2"
			p.seal(p.archive)
		}, want: broken},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPapers(t)
			file := filepath.Join(p.dir, "paket.tar")
			envelope := sealing[[]byte](t)(os.ReadFile(file + receipt.SuffixReceipt))
			salt := bytes.Repeat([]byte{7}, ledger.SaltSize)
			l := treeOf(t, tt.before)
			l.add(t, ledger.Leaf(salt, envelope))
			for i := range tt.after {
				l.add(t, tlog.RecordHash([]byte{9, byte(i)}))
			}
			path, err := tlog.ProveRecord(l.size, int64(tt.before), l)
			if err != nil {
				t.Fatal(err)
			}
			proof := ledger.Proof{Index: int64(tt.before), Salt: salt, Path: path, Checkpoint: p.signed(l.head(t, l.size))}
			if tt.do != nil {
				tt.do(p, &proof)
			}
			p.write("paket.tar"+receipt.SuffixProof, proof.Marshal())
			ask := judges(t, name, []string{"amid", "another salt", "of a stranger", "a hash more"})
			if program, script := p.both(ask, "receipt", file); program != tt.want || script != tt.want {
				t.Errorf("program %d, script %d, want %d", program, script, tt.want)
			}
		})
	}
}
