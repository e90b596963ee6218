package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// judges reports whether the script is asked about a paper, too. It starts some fifty
// programs for each, so that the tests of every day ask it about one of each class, and
// about all of them where LAUFZETTEL_JUDGES is set (make judges). The program is always
// held to what is wanted.
func judges(t *testing.T, name string, one []string) bool {
	t.Helper()
	return os.Getenv("LAUFZETTEL_JUDGES") != "" || slices.Contains(one, name)
}

// asked gives what the script ends with, want where it is not asked.
func (p *papers) asked(ask bool, want int, cmd, file string) int {
	p.t.Helper()
	if !ask {
		return want
	}
	return p.script(cmd, file)
}

// plain is the receipt as the archive would sign it.
func (p *papers) plain() []byte {
	p.t.Helper()
	r := p.receipt
	r.Format, r.KeyID = "laufzettel-quittung/2", p.archive.ID()
	raw, err := json.Marshal(r)
	if err != nil {
		p.t.Fatal(err)
	}
	return raw
}

// rewrite lets the archive sign a receipt whose bytes are others, at the last place where old stands.
func rewrite(old, replaced string) func(*papers) {
	return func(p *papers) {
		p.t.Helper()
		raw := p.plain()
		at := strings.LastIndex(string(raw), old)
		if at < 0 {
			p.t.Fatalf("no %s in %s", old, raw)
		}
		raw = []byte(string(raw[:at]) + replaced + string(raw[at+len(old):]))
		q, err := sign.Seal(p.t.Context(), receipt.TypeReceipt, raw, p.archive)
		if err != nil {
			p.t.Fatal(err)
		}
		p.write("paket.tar"+receipt.SuffixReceipt, q)
	}
}

// forge seals a receipt the archive's key signed, with other members.
func (p *papers) forge(members map[string]any) {
	p.t.Helper()
	all := map[string]any{}
	if err := json.Unmarshal(p.plain(), &all); err != nil {
		p.t.Fatal(err)
	}
	for k, v := range members {
		all[k] = v
	}
	q, err := sign.SealJSON(p.t.Context(), receipt.TypeReceipt, all, p.archive)
	if err != nil {
		p.t.Fatal(err)
	}
	p.write("paket.tar"+receipt.SuffixReceipt, q)
}

// signedNote signs any text as the note of a log.
func signedNote(t *testing.T, k *sign.Key, name, text string) []byte {
	t.Helper()
	public, err := base64.StdEncoding.DecodeString(k.Public().String())
	if err != nil {
		t.Fatal(err)
	}
	number := sha256.Sum256(append([]byte(name+"\n\x01"), public...))
	sig, err := k.Sign(t.Context(), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return []byte(text + "\n— " + name + " " + base64.StdEncoding.EncodeToString(append(number[:4], sig...)) + "\n")
}
