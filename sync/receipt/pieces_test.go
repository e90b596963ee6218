package receipt_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

func TestPieces_ManifestAndReceipt(t *testing.T) {
	ctx := t.Context()
	key, err := sign.Generate()
	if err != nil {
		t.Fatal(err)
	}
	data := bytes.Repeat([]byte("x"), receipt.PieceSize+5)
	digests, err := receipt.PieceDigests(bytes.NewReader(data))
	if err != nil || len(digests) != 64 {
		t.Fatalf("%d bytes of digests, %v", len(digests), err)
	}
	first, second := sha256.Sum256(data[:receipt.PieceSize]), sha256.Sum256(data[receipt.PieceSize:])
	want := sha256.Sum256([]byte(hex.EncodeToString(first[:]) + "\n" + hex.EncodeToString(second[:]) + "\n"))
	good := receipt.PiecesOf(digests)
	if good.Root != hex.EncodeToString(want[:]) {
		t.Errorf("root %s, want %x", good.Root, want)
	}
	m := receipt.Manifest{ID: "J", Created: time.Now().UTC(), Kind: "aip", Name: "p.tar", Size: int64(len(data)),
		SHA512: strings.Repeat("a", 128), Pieces: good}
	sealed, err := m.Seal(ctx, key)
	if err != nil {
		t.Fatal(err)
	}
	read, err := receipt.OpenManifest(ctx, sealed, key.Public())
	if err != nil || read.Format != "laufzettel-manifest/2" || read.Pieces.Root != good.Root {
		t.Fatalf("%+v, %v", read, err)
	}
	for name, p := range map[string]*receipt.Pieces{
		"other size of pieces": {Size: 1 << 20, Root: good.Root, Digests: good.Digests},
		"a piece too few":      {Size: good.Size, Root: good.Root, Digests: good.Digests[:1]},
		"none of few":          {Size: good.Size, Root: good.Root},
		"other root":           {Size: good.Size, Root: strings.Repeat("0", 64), Digests: good.Digests},
		"upper case":           {Size: good.Size, Root: strings.ToUpper(good.Root), Digests: good.Digests},
		"no digest":            {Size: good.Size, Root: good.Root, Digests: []string{good.Digests[0], "x"}},
	} {
		bad := m
		bad.Pieces = p
		if _, err := bad.Seal(ctx, key); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	for name, format := range map[string]string{"manifest /1 with pieces": "laufzettel-manifest/1",
		"manifest /3": "laufzettel-manifest/3"} {
		forged := read
		forged.Format = format
		raw, err := sign.SealJSON(ctx, receipt.TypeManifest, forged, key)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := receipt.OpenManifest(ctx, raw, key.Public()); err == nil {
			t.Errorf("%s: taken", name)
		}
	}

	hash := sign.HashEnvelope(sealed)
	q := receipt.Receipt{ReceiptID: "Q", Client: "C", Sequence: 1, Kind: "upload", ManifestSHA512: hash, Size: m.Size,
		State: receipt.Accepted, Time: time.Now().UTC(),
		Uploads: []receipt.Upload{{UploadID: "U", Name: m.Name, Size: m.Size, SHA512: m.SHA512, PiecesRoot: good.Root}}}
	if raw, err := q.Seal(ctx, key); err != nil {
		t.Error(err)
	} else if r, err := receipt.OpenWith(ctx, raw, key.Public()); err != nil || r.Format != "laufzettel-quittung/2" ||
		r.Match(m, hash, "U") != nil {
		t.Errorf("%+v, %v, %v", r, err, r.Match(m, hash, "U"))
	}
	refusal := q
	refusal.State = receipt.Refused
	if _, err := refusal.Seal(ctx, key); err == nil {
		t.Error("a refusal confirms a root")
	}
	for name, root := range map[string]string{"no root": "", "another root": strings.Repeat("0", 64)} {
		other := q
		other.Uploads = []receipt.Upload{q.Uploads[0]}
		other.Uploads[0].PiecesRoot = root
		if other.Match(m, hash, "U") == nil {
			t.Errorf("a receipt with %s counts for a manifest with pieces", name)
		}
	}
	old := m
	old.Pieces = nil
	if q.Match(old, hash, "U") == nil {
		t.Error("a receipt with a root counts for a manifest without pieces")
	}
}
