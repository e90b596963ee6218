package beside

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/transfer/check"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
)

const (
	ownSidecar  = "lieferung/*" + prepare.SuffixSidecar
	fingerprint = " --fingerprint "
)

// signer is an invented key of a person at an office, the same at every call.
func signer(name string) ed25519.PrivateKey {
	seed := sha256.Sum256([]byte("Fehlerkorpus: " + name))
	return ed25519.NewKeyFromSeed(seed[:])
}

func public(key ed25519.PrivateKey) ed25519.PublicKey {
	return ed25519.PublicKey(key[ed25519.PrivateKeySize-ed25519.PublicKeySize:])
}

// printed is what people compare of a key (docs/protocol.md): 32 characters in groups of
// four; the first 16 without hyphens are its id.
func printed(key ed25519.PrivateKey) (id, groups string) {
	sum := sha256.Sum256(public(key))
	text := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:])[:32]
	for part := range slices.Chunk([]byte(text), 4) {
		groups += "-" + string(part)
	}
	return text[:16], groups[1:]
}

// enveloped signs a payload (DSSE).
func enveloped(payload []byte, key ed25519.PrivateKey) []byte {
	said := fmt.Sprintf("DSSEv1 %d %s %d %s", len(office.TypeSelfCheck), office.TypeSelfCheck, len(payload), payload)
	id, _ := printed(key)
	return fmt.Appendf(nil, `{"payloadType":%q,"payload":%q,"signatures":[{"keyid":%q,"sig":%q}]}`+"\n", office.TypeSelfCheck,
		base64.StdEncoding.EncodeToString(payload), id, base64.StdEncoding.EncodeToString(ed25519.Sign(key, []byte(said))))
}

// checked lays the self-check of the office (G6) beside the container, as it speaks of it
// after a change, and the list of files it checked; key nil = not signed.
func checked(key ed25519.PrivateKey, by func(*prepare.Result, *[]string)) change {
	return func(s *Set) error {
		at, members, err := s.members(sent)
		if err != nil {
			return err
		}
		reg, err := work.Codes()
		if err != nil {
			return err
		}
		lines, found := make([]string, 0, len(members)), []prepare.Brief{}
		for _, m := range members {
			lines = append(lines, hexSum(m.data)+"  "+m.name)
			if strings.HasSuffix(m.name, message) { // what the program says of the sound delivery, on both sides
				found = append(found, prepare.Brief{Code: "XDO-041", Severity: check.Note, Path: m.name})
			}
		}
		slices.Sort(lines)
		r := prepare.Result{Portion: "Bauakten", Kind: "xdomea-0503", Agency: check.Agency{ID: "09999", Name: "Landratsamt Musterkreis"},
			Checked: clock, Program: "Laufzettel", Rules: prepare.RulesOf(reg), Verdict: check.Accepted, Findings: found,
			Checks: []check.Done{}, Files: len(members)}
		by(&r, &lines)
		list := []byte(strings.Join(lines, "\n") + "\n")
		base := strings.TrimSuffix(filepath.Base(at), ".zip")
		sum := sha512.Sum512(list)
		r.List = prepare.Sealed{Name: base + prepare.SuffixFiles, Size: int64(len(list)), SHA512: hex.EncodeToString(sum[:])}
		data, err := os.ReadFile(at)
		if err != nil {
			return err
		}
		r.Container = prepare.Sealed{Name: base + ".zip", Size: int64(len(data)), SHA512: hexSum(data)}
		payload, err := sealedBy(r, key)
		if err != nil {
			return err
		}
		return all(put("lieferung/"+base+prepare.SuffixFiles, list), put("lieferung/"+base+prepare.SuffixSidecar, payload))(s)
	}
}

// sealedBy gives the bytes of a self-check, signed where there is a key.
func sealedBy(r prepare.Result, key ed25519.PrivateKey) ([]byte, error) {
	if key == nil {
		return r.Encode()
	}
	r.PublicKey = base64.StdEncoding.EncodeToString(public(key))
	payload, err := r.Encode()
	return enveloped(payload, key), err
}

func unchanged(*prepare.Result, *[]string) {}

// card writes what the archive takes a key from: a self-check this key signed.
func card(name string, key ed25519.PrivateKey, agency check.Agency) change {
	return func(s *Set) error {
		data, err := sealedBy(prepare.Result{Portion: "Karte", Kind: "files", Agency: agency, Checked: clock, Rules: map[string]string{},
			Findings: []prepare.Brief{}, Checks: []check.Done{}}, key)
		if err != nil {
			return err
		}
		return put(name, data)(s)
	}
}

// reordered writes the fields of an envelope in another order.
func reordered(b []byte) []byte {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(b, &fields); err != nil {
		return b
	}
	return fmt.Appendf(nil, "{ \"signatures\": %s,\n  \"payload\": %s,\n  \"payloadType\": %s }\n", fields["signatures"], fields["payload"],
		fields["payloadType"])
}

// mangled changes one letter of the signature.
func mangled(b []byte) []byte {
	at := bytes.LastIndex(b, []byte(`"sig":"`)) + len(`"sig":"`)
	b[at] = map[bool]byte{true: 'B', false: 'A'}[b[at] == 'A']
	return b
}

// selfChecks are the findings on what the office checked itself (G6, G14).
func selfChecks() []Case {
	clerk, stranger := signer("K. Bertram"), signer("J. Beyer")
	city := check.Agency{ID: "14999", Name: "Stadt Beispielstadt"}
	own := check.Agency{ID: "09999", Name: "Landratsamt Musterkreis"}
	known := func(file string, key ed25519.PrivateKey, more string) string {
		_, compared := printed(key)
		return "clerks add " + file + fingerprint + compared + more
	}
	last := takeOver[0]
	return []Case{
		{Code: "PRE-020", Base: "selbst-geprueft", Wrong: "die Stelle hat mit einem Profil geprüft, das hier niemand hinterlegt hat",
			spoil: checked(clerk, func(r *prepare.Result, _ *[]string) {
				r.Profile = prepare.ProfileState{ID: "P-1", Version: 1, Digest: otherDigest}
			}),
			Alike: "die Stelle hat wie das Archiv ohne Profil geprüft", near: checked(clerk, unchanged)},
		{Code: "PRE-022", Base: "selbst-geprueft", Wrong: "eine Datei ist nicht mehr die, die die Stelle geprüft hat",
			spoil: checked(clerk, func(_ *prepare.Result, lines *[]string) { (*lines)[0] = hexSum([]byte(text)) + (*lines)[0][128:] }),
			Alike: "die Liste der Stelle nennt die Dateien in anderer Reihenfolge",
			near:  checked(clerk, func(_ *prepare.Result, lines *[]string) { slices.Reverse(*lines) })},
		{Code: "PRE-023", Base: "selbst-geprueft", Wrong: "die Stelle hat einen Befund, den das Archiv nicht hat",
			spoil: checked(clerk, func(r *prepare.Result, _ *[]string) {
				r.Findings = append(r.Findings, prepare.Brief{Code: "NAM-007", Severity: check.Warning, Path: "nirgends.txt"})
			}),
			Alike: "die Stelle nennt einen Befund zu ihrem Laufzettel, den nur sie haben kann",
			near: checked(clerk, func(r *prepare.Result, _ *[]string) {
				r.Findings = append(r.Findings, prepare.Brief{Code: "SLP-012", Severity: check.Warning})
			})},
		{Code: "PRE-025", Base: "selbst-geprueft", Wrong: "die Unterschrift unter der Selbstprüfung ist verändert",
			spoil: all(checked(clerk, unchanged), alter(ownSidecar, mangled)),
			Alike: "die Selbstprüfung nennt ihre Felder in anderer Reihenfolge",
			near:  all(checked(clerk, unchanged), alter(ownSidecar, reordered))},
		{Code: "PRE-026", Base: "selbst-geprueft", Wrong: "unterschrieben ist mit einem Schlüssel, den das Archiv nicht kennt",
			spoil:     all(checked(clerk, unchanged), card("stadt.json", stranger, city)),
			steps:     []string{known("stadt.json", stranger, ""), last},
			Alike:     "das Archiv kennt den Schlüssel, und noch einen anderen",
			near:      all(checked(clerk, unchanged), card("stadt.json", stranger, city), card("kreis.json", clerk, own)),
			nearSteps: []string{known("stadt.json", stranger, ""), known("kreis.json", clerk, ""), last}},
		{Code: "PRE-027", Base: "selbst-geprueft", Wrong: "der Schlüssel ist im Archiv für eine andere Stelle eingetragen",
			spoil:     all(checked(clerk, unchanged), card("kreis.json", clerk, own)),
			steps:     []string{known("kreis.json", clerk, " --agency 08888"), last},
			Alike:     "der Schlüssel ist im Archiv für diese Stelle eingetragen",
			near:      all(checked(clerk, unchanged), card("kreis.json", clerk, own)),
			nearSteps: []string{known("kreis.json", clerk, ""), last}},
		{Code: "PRE-028", Base: "selbst-geprueft",
			Wrong: "die Selbstprüfung trägt keine Unterschrift, obwohl das Archiv den Schlüssel der Stelle kennt",
			spoil: all(checked(nil, unchanged), card("kreis.json", clerk, own)),
			steps: []string{known("kreis.json", clerk, ""), last},
			Alike: "die Selbstprüfung trägt keine Unterschrift, und das Archiv kennt keinen Schlüssel", near: checked(nil, unchanged),
			nearSteps: []string{last}},
		{Code: "PRE-029", Base: "selbst-geprueft", Wrong: "die Stelle nennt den Grund, aus dem ein Eintrag fehlt",
			spoil: checked(clerk, func(r *prepare.Result, _ *[]string) {
				r.Omitted = []kind.Omitted{{Entry: "207", Reason: "Nummer nicht vergeben"}}
			}),
			Alike: "der Stelle fehlt kein Eintrag", near: checked(clerk, unchanged)},
	}
}
