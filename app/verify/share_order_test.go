package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/sync/order"
	"laufzettel/sync/sign"
)

// shareOrderPath is an order over three files of a share whose folders stay, two of them decided by
// one act, as the program made it (TestKill_DestroyShare, LAUFZETTEL_ORDER_OUT).
const shareOrderPath = "testdata/share-order.json"

// shareOrder is its envelope and what it says.
func shareOrder(t *testing.T) (raw []byte, payload string, o order.Order) {
	t.Helper()
	raw, err := os.ReadFile(shareOrderPath)
	if err != nil {
		t.Fatal(err)
	}
	var e struct{ Payload []byte }
	if err := json.Unmarshal(raw, &e); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(e.Payload, &o); err != nil {
		t.Fatal(err)
	}
	return raw, string(e.Payload), o
}

// Both judges hold an order over single files of folders that stay, also under the keys of
// those who signed it, and refuse it when any of it is another, signed by whomever.
func TestVerifyOrder_OfAShare(t *testing.T) {
	needs(t, "sh", "jq", "openssl")
	raw, payload, o := shareOrder(t)
	if len(o.Objects) != 3 || o.Objects[0].Decided != o.Objects[2].Decided || o.Objects[0].Decided == o.Objects[1].Decided {
		t.Fatalf("not the order that is meant: %+v", o.Objects)
	}
	lines := make([]string, 3)
	for i, x := range o.Objects {
		line, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		lines[i] = string(line)
	}
	changed := map[string]string{
		"without the first file":  strings.Replace(payload, lines[0]+",", "", 1),
		"without the last file":   strings.Replace(payload, ","+lines[2], "", 1),
		"one file more":           strings.Replace(payload, lines[2], lines[2]+","+strings.Replace(lines[2], "-6", "-7", 1), 1),
		"the folder for its file": strings.Replace(payload, `"P2026-0001-2"`, `"P2026-0001-1"`, 1),
		"a file that stays":       strings.Replace(payload, `"P2026-0001-6"`, `"P2026-0001-5"`, 1),
		"digests of two files turned": strings.NewReplacer(o.Objects[0].Digest, o.Objects[1].Digest, o.Objects[1].Digest,
			o.Objects[0].Digest).Replace(payload),
		"decided by the other act": strings.Replace(payload, o.Objects[1].Decided, o.Objects[0].Decided, 1),
		"released with the first":  strings.Replace(payload, o.Objects[2].Released, o.Objects[0].Released, 1),
		"released by nobody":       strings.Replace(payload, o.Objects[2].Released, "", 1),
		"sums of more files":       strings.Replace(payload, `"objects":3,"files":3`, `"objects":3,"files":4`, 1),
		"another portion":          strings.ReplaceAll(payload, `"portion":"P2026-0001"`, `"portion":"P2026-0002"`),
	}
	keys := filepath.Join(t.TempDir(), "persons")
	var args, same []string
	for i, s := range o.Signers {
		path := fmt.Sprint(keys, i)
		if err := os.WriteFile(path, []byte(s.PublicKey+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		args, same = append(args, "--key", path), append(same, path)
	}
	p := &orders{t: t, path: filepath.Join(t.TempDir(), "auftrag.json")}
	ask := func(t *testing.T, name string, want int) {
		t.Helper()
		var out bytes.Buffer
		if got := run(t.Context(), append([]string{"order", p.path}, args...), &out, &out); got != want {
			t.Errorf("laufzettel-verify %d, want %d\n%s", got, want, out.String())
		}
		if judges(t, name, []string{"honest", "a file that stays"}) {
			if got := shell(t, append([]string{"order", p.path}, same...)...); got != want {
				t.Errorf("verify.sh %d, want %d", got, want)
			}
		}
	}
	t.Run("honest", func(t *testing.T) { p.write(p.path, raw); ask(t, "honest", holds) })
	stranger, err := sign.KeyFromSeed(bytes.Repeat([]byte{9}, 32))
	if err != nil {
		t.Fatal(err)
	}
	second, err := sign.KeyFromSeed(bytes.Repeat([]byte{8}, 32))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		if changed[name] == payload {
			t.Fatalf("%s changes nothing", name)
		}
		t.Run(name, func(t *testing.T) { // under the old signatures
			p.write(p.path, bytes.Replace(raw, []byte(base64.StdEncoding.EncodeToString([]byte(payload))),
				[]byte(base64.StdEncoding.EncodeToString([]byte(changed[name]))), 1))
			ask(t, name, broken)
		})
		t.Run(name+", signed by strangers", func(t *testing.T) {
			p.sealed(strings.NewReplacer(o.Signers[0].PublicKey, stranger.Public().String(), o.Signers[1].PublicKey,
				second.Public().String()).Replace(changed[name]), stranger, second)
			ask(t, name+", signed by strangers", broken)
		})
	}
	t.Run("one signature", func(t *testing.T) {
		at := bytes.LastIndex(raw, []byte(`,{"keyid"`))
		p.write(p.path, append(bytes.Clone(raw[:at]), "]}"...))
		ask(t, "one signature", incomplete)
	})
}
