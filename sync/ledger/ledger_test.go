package ledger_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/note"
	"pgregory.net/rapid"

	"laufzettel/app/store"
	"laufzettel/sync/ledger"
	"laufzettel/sync/sign"
)

var tree = ledger.In("test")

func key(t testing.TB, n byte) *sign.Key {
	t.Helper()
	k, err := sign.KeyFromSeed(bytes.Repeat([]byte{n}, 32))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// grown is a database with a ledger of n statements.
func grown(t testing.TB, n int) *store.Store {
	t.Helper()
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "x.db"),
		store.Room{Name: "test", Migrations: []string{ledger.Tables("test"), ledger.MemoryTables("test")}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	grow(t, st, n)
	return st
}

func grow(t testing.TB, st *store.Store, n int) {
	t.Helper()
	err := st.WithTx(t.Context(), func(tx *sql.Tx) error {
		if _, err := tree.Begin(t.Context(), tx, "test"); err != nil {
			return err
		}
		have, err := tree.Size(t.Context(), tx)
		if err != nil {
			return err
		}
		var all []ledger.Entry
		for i := int(have); i < n; i++ {
			all = append(all, ledger.Entry{Name: fmt.Sprint(i), Body: statement(i)})
		}
		return tree.Append(t.Context(), tx, all...)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func statement(i int) []byte { return fmt.Appendf(nil, "statement %d", i) }

func head(t testing.TB, st *store.Store) ledger.Head {
	t.Helper()
	h, err := tree.Head(t.Context(), st.Reader())
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func signed(t testing.TB, h ledger.Head, k *sign.Key) ledger.Checkpoint {
	t.Helper()
	raw, err := ledger.Sign(t.Context(), h, k)
	if err != nil {
		t.Fatal(err)
	}
	c, err := ledger.Open(raw, k.Public())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Every tree size over two tile borders, judged by transparency-dev/merkle: our roots,
// our proofs of inclusion and consistency.
func TestTree_AgainstTheJudge(t *testing.T) {
	st := grown(t, 0)
	hasher := rfc6962.DefaultHasher
	var leaves [][]byte
	roots := map[int64]ledger.Hash{}
	for _, n := range []int{1, 2, 3, 7, 8, 255, 256, 257, 300, 511, 512, 513, 700} {
		grow(t, st, n)
		leaves = leaves[:0]
		rows, err := st.Reader().Query("SELECT salt, statement FROM test_leaf ORDER BY n")
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var salt []byte
			var name string
			if err := rows.Scan(&salt, &name); err != nil {
				t.Fatal(err)
			}
			mac := hmac.New(sha256.New, salt)
			mac.Write([]byte("statement " + name))
			leaves = append(leaves, hasher.HashLeaf(mac.Sum(nil)))
		}
		rows.Close()
		h := head(t, st)
		roots[h.Size] = h.Root
		for i := 0; i < n; i += 1 + n/9 {
			p, err := tree.Inclusion(t.Context(), st.Reader(), fmt.Sprint(i), h.Size)
			if err != nil {
				t.Fatal(err)
			}
			if err := proof.VerifyInclusion(hasher, uint64(i), uint64(n), leaves[i], raw(p.Path), h.Root[:]); err != nil {
				t.Errorf("leaf %d of %d: the judge says %v", i, n, err)
			}
		}
		for old, root := range roots {
			path, err := tree.Consistency(t.Context(), st.Reader(), old, h.Size)
			if err != nil {
				t.Fatal(err)
			}
			if err := proof.VerifyConsistency(hasher, uint64(old), uint64(n), raw(path), root[:], h.Root[:]); err != nil {
				t.Errorf("%d in %d: the judge says %v", old, n, err)
			}
		}
	}
}

func raw(path []ledger.Hash) [][]byte {
	var all [][]byte
	for _, h := range path {
		all = append(all, h[:])
	}
	return all
}

// A log grown in one step and one grown leaf by leaf keep the same tiles.
func TestTree_StepsMakeNoDifference(t *testing.T) {
	st := grown(t, 0)
	for n := range 520 {
		grow(t, st, n+1)
	}
	var tiles, bytes int
	if err := st.Reader().QueryRow("SELECT count(*), sum(length(hashes)) FROM test_tile").Scan(&tiles, &bytes); err != nil || tiles != 4 ||
		bytes != (520+2)*32 {
		t.Errorf("%d tiles with %d bytes, %v; want 3 of leaves and 1 above", tiles, bytes, err)
	}
	dir := t.TempDir()
	c := signed(t, head(t, st), key(t, 1))
	if err := tree.Write(t.Context(), st.Reader(), dir, c); err != nil {
		t.Fatal(err)
	}
	f, err := ledger.OpenFolder(dir, key(t, 1).Public())
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Whole(); err != nil {
		t.Error(err)
	}
}

// S10: what somebody did to a log is shown by one old checkpoint and files alone.
func TestS10_OldCheckpointHoldsTheLogToItsWord(t *testing.T) {
	k := key(t, 1)
	st := grown(t, 300)
	old := signed(t, head(t, st), k)
	grow(t, st, 700)
	origin := old.Origin

	other := grown(t, 700) // other salts: another past of the same name
	for _, c := range []struct {
		name string
		st   *store.Store
		size int64
		want ledger.Why
	}{
		{"the log grew", st, 700, ""},
		{"the same head", st, 300, ""},
		{"its tail is cut", st, 299, ledger.CutTail},
		{"another past, longer", other, 700, ledger.OtherPast},
		{"another past, as long", other, 300, ledger.OtherPast},
		{"another past, shorter", other, 10, ledger.CutTail},
	} {
		root, err := tree.Root(t.Context(), c.st.Reader(), c.size)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := tree.Write(t.Context(), c.st.Reader(), dir,
			signed(t, ledger.Head{Origin: origin, Size: c.size, Root: root}, k)); err != nil {
			t.Fatal(err)
		}
		f, err := ledger.OpenFolder(dir, k.Public())
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Whole(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		err = f.Holds(old.Head)
		past, _ := errors.AsType[*ledger.PastError](err)
		if c.want == "" && err != nil || c.want != "" && (past == nil || past.Why != c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	f := ledger.Head{Origin: origin + "X", Size: 300, Root: old.Root}
	if past, _ := errors.AsType[*ledger.PastError](f.Extends(old.Head, nil)); past == nil || past.Why != ledger.OtherLog {
		t.Errorf("another origin: %v", past)
	}
}

// A changed, cut or swapped tile never proves anything: told as damaged, or as another past.
func TestFolder_EveryChangedTileShows(t *testing.T) {
	k := key(t, 1)
	st := grown(t, 300)
	old := signed(t, head(t, st), k)
	grow(t, st, 600)
	dir := t.TempDir()
	if err := tree.Write(t.Context(), st.Reader(), dir, signed(t, head(t, st), k)); err != nil {
		t.Fatal(err)
	}
	var tiles []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != ledger.CheckpointFile {
			tiles = append(tiles, path)
		}
		return err
	})
	if err != nil || len(tiles) != 4 {
		t.Fatalf("%d tiles, %v", len(tiles), err)
	}
	rapid.Check(t, func(t *rapid.T) {
		path := rapid.SampledFrom(tiles).Draw(t, "tile")
		was, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		now := bytes.Clone(was)
		if rapid.Bool().Draw(t, "cut") {
			now = now[:rapid.IntRange(0, len(now)-1).Draw(t, "length")]
		} else {
			now[rapid.IntRange(0, len(now)-1).Draw(t, "byte")] ^= byte(1 << rapid.IntRange(0, 7).Draw(t, "bit"))
		}
		if err := os.WriteFile(path, now, 0o600); err != nil {
			t.Fatal(err)
		}
		defer os.WriteFile(path, was, 0o600)
		f, err := ledger.OpenFolder(dir, k.Public())
		if err != nil {
			t.Fatal(err)
		}
		leafTile := strings.Contains(filepath.ToSlash(path), "/tile/8/0/")
		if err := f.Whole(); leafTile != errors.Is(err, ledger.ErrDamaged) {
			t.Errorf("%s changed: %v", path, err)
		}
		if err := f.Holds(old.Head); err != nil && !errors.Is(err, ledger.ErrDamaged) {
			t.Errorf("%s changed: %v: no past was shown", path, err)
		}
	})
}

func TestProof_FileAndBack(t *testing.T) {
	k := key(t, 1)
	st := grown(t, 400)
	h := head(t, st)
	p, err := tree.Inclusion(t.Context(), st.Reader(), "17", h.Size)
	if err != nil {
		t.Fatal(err)
	}
	p.Checkpoint = signed(t, h, k).Raw
	file := p.Marshal()
	read, err := ledger.ReadProof(file)
	if err != nil || !bytes.Equal(read.Marshal(), file) {
		t.Fatalf("read again: %v", err)
	}
	if c, err := read.Verify(statement(17), k.Public()); err != nil || c.Head != h {
		t.Errorf("%+v, %v", c.Head, err)
	}
	for name, err := range map[string]error{
		"another statement": second(read.Verify(statement(18), k.Public())),
		"another key":       second(read.Verify(statement(17), key(t, 2).Public())),
		"no key":            second(read.Verify(statement(17))),
		"leaf beyond":       second(with(read, func(p *ledger.Proof) { p.Index = 400 }).Verify(statement(17), k.Public())),
		"other leaf":        second(with(read, func(p *ledger.Proof) { p.Index = 16 }).Verify(statement(17), k.Public())),
		"other salt":        second(with(read, func(p *ledger.Proof) { p.Salt = make([]byte, 32) }).Verify(statement(17), k.Public())),
		"short path":        second(with(read, func(p *ledger.Proof) { p.Path = p.Path[1:] }).Verify(statement(17), k.Public())),
	} {
		if !errors.Is(err, ledger.ErrProof) && !errors.Is(err, ledger.ErrCheckpoint) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := tree.Inclusion(t.Context(), st.Reader(), "400", h.Size); !errors.Is(err, sql.ErrNoRows) {
		t.Errorf("what is not in the log: %v", err)
	}
	if _, err := tree.Inclusion(t.Context(), st.Reader(), "17", 17); !errors.Is(err, sql.ErrNoRows) {
		t.Errorf("in the log before it came: %v", err)
	}
}

func second(_ ledger.Checkpoint, err error) error { return err }

func with(p ledger.Proof, change func(*ledger.Proof)) ledger.Proof {
	change(&p)
	return p
}

// A removed statement leaves the tree provable; the others still verify.
func TestTree_RemovedStatement(t *testing.T) {
	st := grown(t, 20)
	before := head(t, st)
	read := func(name string) ([]byte, bool, error) {
		return []byte("statement " + name), name != "7", nil
	}
	if err := st.WithTx(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE test_leaf SET salt = NULL WHERE n = 7")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if n, differs, err := tree.Compare(t.Context(), st.Reader(), read); n != 19 || differs != -1 || err != nil {
		t.Errorf("%d compared, %d differs, %v", n, differs, err)
	}
	if head(t, st) != before {
		t.Error("the tree changed")
	}
	for _, change := range []string{"UPDATE test_leaf SET salt = zeroblob(32) WHERE n = 5", "DELETE FROM test_leaf WHERE n = 5"} {
		if err := st.WithTx(t.Context(), func(tx *sql.Tx) error { _, err := tx.Exec(change); return err }); err != nil {
			t.Fatal(err)
		}
		if _, differs, err := tree.Compare(t.Context(), st.Reader(), read); differs != 5 || err != nil {
			t.Errorf("%s: %d differs, %v", change, differs, err)
		}
	}
}

// The note of golang.org/x/mod reads what we sign, and we read what it signs.
func TestCheckpoint_AgainstNote(t *testing.T) {
	k := key(t, 1)
	h := ledger.Head{Origin: "laufzettel/test/A", Size: 5, Root: ledger.Hash{1, 2, 3}}
	vkey, err := note.NewEd25519VerifierKey(h.Origin, []byte(k.Public()))
	if err != nil {
		t.Fatal(err)
	}
	v, err := note.NewVerifier(vkey)
	if err != nil {
		t.Fatal(err)
	}
	c := signed(t, h, k)
	if n, err := note.Open(c.Raw, note.VerifierList(v)); err != nil || len(n.Sigs) != 1 {
		t.Errorf("%v", err)
	}
}

func TestCheckpoint_Cosigners(t *testing.T) {
	k, w, stranger := key(t, 1), key(t, 2), key(t, 3)
	c := signed(t, ledger.Head{Origin: "laufzettel/test/A", Size: 5, Root: ledger.Hash{1}}, k)
	at := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	raw, err := c.Cosign(t.Context(), w, at)
	if err != nil {
		t.Fatal(err)
	}
	both, err := ledger.Open(raw, k.Public())
	if err != nil {
		t.Fatal(err)
	}
	got, err := both.Cosigners(w.Public(), stranger.Public(), w.Public())
	if err != nil || len(got) != 1 || got[0] != (ledger.Cosignature{KeyID: w.ID(), At: at}) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := c.Cosigners(w.Public()); err != nil || len(got) != 0 {
		t.Errorf("not co-signed: %+v, %v", got, err)
	}
	if _, err := ledger.Open(raw, w.Public()); !errors.Is(err, ledger.ErrCheckpoint) {
		t.Errorf("a co-signature is no signature of the log: %v", err)
	}
	forged := bytes.Replace(raw, []byte("\n5\n"), []byte("\n6\n"), 1)
	if _, err := ledger.Open(forged, k.Public()); !errors.Is(err, ledger.ErrCheckpoint) {
		t.Errorf("another size: %v", err)
	}
	if strings.Count(string(raw), "\n— ") != 2 {
		t.Errorf("not two signatures:\n%s", raw)
	}
}

func TestOpen_Refuses(t *testing.T) {
	k := key(t, 1)
	good := string(signed(t, ledger.Head{Origin: "laufzettel/test/A", Size: 5, Root: ledger.Hash{1}}, k).Raw)
	for name, bad := range map[string]string{
		"empty": "", "no signature": strings.SplitAfter(good, "\n\n")[0], "leading zero": strings.Replace(good, "\n5\n", "\n05\n", 1),
		"negative": strings.Replace(good, "\n5\n", "\n-5\n", 1), "no root": strings.Replace(good, "AQ", "", 1),
		"a line more": strings.Replace(good, "\n\n", "\nmore\n\n", 1), "CRLF": strings.ReplaceAll(good, "\n", "\r\n"),
		"too long":          good + strings.Repeat("— x AAAAAAAA\n", ledger.MaxCheckpoint),
		"origin with blank": strings.Replace(good, "laufzettel/", "lauf zettel/", 1),
	} {
		if _, err := ledger.Open([]byte(bad), k.Public()); !errors.Is(err, ledger.ErrCheckpoint) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ledger.Sign(t.Context(), ledger.Head{Origin: "x", Size: 0, Root: ledger.Hash{1}}, k); !errors.Is(err,
		ledger.ErrCheckpoint) {
		t.Errorf("an empty tree has one root: %v", err)
	}
}

func TestMemory(t *testing.T) {
	st, k := grown(t, 3), key(t, 1)
	m := ledger.MemoryIn("test")
	keep := func(size int64, c ledger.Checkpoint) (kept bool) {
		err := st.WithTx(t.Context(), func(tx *sql.Tx) (err error) {
			kept, err = m.Keep(t.Context(), tx, "A", size, ledger.Seen{Checkpoint: c, PublicKey: k.Public().String(),
				At: time.UnixMilli(5)})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return kept
	}
	first := signed(t, head(t, st), k)
	if !keep(-1, first) || keep(-1, first) || keep(2, first) {
		t.Error("the first is not kept once")
	}
	grow(t, st, 9)
	if next := signed(t, head(t, st), k); !keep(3, next) || keep(3, next) {
		t.Error("the next is not kept once")
	}
	if s, known, err := m.Last(t.Context(), st.Reader(), "A"); err != nil || !known || s.Size != 9 {
		t.Errorf("%+v %v %v", s, known, err)
	}
	if err := st.WithTx(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE test_seen SET size = 4")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := m.Last(t.Context(), st.Reader(), "A"); !errors.Is(err, ledger.ErrDamaged) {
		t.Errorf("a changed row: %v", err)
	}
}

func TestRequest(t *testing.T) {
	st, k := grown(t, 3), key(t, 1)
	grow(t, st, 300)
	path, err := tree.Consistency(context.Background(), st.Reader(), 3, 300)
	if err != nil {
		t.Fatal(err)
	}
	r := ledger.Request{PublicKey: k.Public().String(), Old: 3, Proof: path, Checkpoint: signed(t, head(t, st), k).Raw}
	read, err := ledger.ReadRequest(r.Marshal())
	if err != nil || !bytes.Equal(read.Marshal(), r.Marshal()) {
		t.Errorf("%+v, %v", read, err)
	}
	for _, bad := range []string{"", "laufzettel-witness/1\nkey x\nold 3\n\n", strings.Replace(string(r.Marshal()), "old 3", "old 03", 1),
		strings.Replace(string(r.Marshal()), "old 3", "old -3", 1)} {
		if _, err := ledger.ReadRequest([]byte(bad)); !errors.Is(err, ledger.ErrProof) {
			t.Errorf("%.40q: %v", bad, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	k := key(f, 1)
	raw, err := ledger.Sign(context.Background(), ledger.Head{Origin: "laufzettel/test/A", Size: 5, Root: ledger.Hash{1}}, k)
	if err != nil {
		f.Fatal(err)
	}
	p := ledger.Proof{Index: 3, Salt: make([]byte, 32), Path: []ledger.Hash{{1}, {2}}, Checkpoint: raw}
	r := ledger.Request{PublicKey: k.Public().String(), Old: 3, Proof: p.Path, Checkpoint: raw}
	f.Add(raw)
	f.Add(p.Marshal())
	f.Add(r.Marshal())
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, err := ledger.Open(data, k.Public()); err == nil {
			again, err := ledger.Sign(t.Context(), c.Head, k)
			if err != nil || !bytes.HasPrefix(c.Raw, bytes.SplitAfter(again, []byte("\n\n"))[0]) {
				t.Fatalf("a checkpoint that says something else: %v\n%s", err, data)
			}
			if _, err := c.Cosigners(k.Public()); err != nil && !errors.Is(err, ledger.ErrCheckpoint) {
				t.Fatal(err)
			}
		}
		if p, err := ledger.ReadProof(data); err == nil && !bytes.Equal(p.Marshal(), data) {
			t.Fatalf("read in two ways:\n%s", data)
		}
		if r, err := ledger.ReadRequest(data); err == nil && !bytes.Equal(r.Marshal(), data) {
			t.Fatalf("read in two ways:\n%s", data)
		}
		if h, err := ledger.ParseHashes(string(data)); err == nil && ledger.FormatHashes(h) != string(data) {
			t.Fatalf("read in two ways: %q", data)
		}
	})
}
