package bagit

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"

	"laufzettel/transfer/kind/sample"
)

// holding builds the bag of the order anew with this payload.
func holding(payload ...Member) func(*sample.Parcel, *sample.Order) error {
	return func(p *sample.Parcel, o *sample.Order) error {
		members, err := Build(BuildPlan{Name: p.Name, Created: o.Clock, Payload: payload})
		p.Fill(members)
		return err
	}
}

func named(names ...string) func(*sample.Parcel, *sample.Order) error {
	var payload []Member
	for _, n := range names {
		payload = append(payload, Member{Name: n, Data: []byte("Inhalt von " + n + "\n")})
	}
	return holding(payload...)
}

// ofVersion builds the bag of the order by an older version and algorithm.
func ofVersion(version, algorithm string) func(*sample.Parcel, *sample.Order) error {
	return func(p *sample.Parcel, o *sample.Order) error {
		members, err := Build(BuildPlan{Name: p.Name, Version: version, Algorithms: []string{algorithm}, Created: o.Clock,
			Payload: []Member{{Name: "brief.txt", Data: []byte("Brief\n")}}})
		p.Fill(members)
		return err
	}
}

// spoilt changes the finished container.
func spoilt(by func([]byte) []byte) func(*sample.Parcel, *sample.Order) error {
	return func(p *sample.Parcel, _ *sample.Order) error {
		p.Spoil = append(p.Spoil, by)
		return nil
	}
}

// commented puts a comment behind the directory of a ZIP (APPNOTE 4.3.16): the last two
// bytes before it are its length.
func commented(z []byte) []byte {
	const comment = "gepackt von Hand"
	binary.LittleEndian.PutUint16(z[len(z)-2:], uint16(len(comment)))
	return append(z, comment...)
}

// hardPacked marks every entry as packed with the most effort (APPNOTE 4.4.4, bit 1),
// beside the bit that says encrypted.
func hardPacked(z []byte) []byte {
	for magic, at := range map[string]int{"PK\x03\x04": 6, "PK\x01\x02": 8} {
		for i := 0; ; i += len(magic) {
			k := bytes.Index(z[i:], []byte(magic))
			if k < 0 || i+k+at >= len(z) {
				break
			}
			i += k
			z[i+at] |= 1 << 1
		}
	}
	return z
}

// bagAlike is what is allowed in a bag and looks like what is not.
var bagAlike = map[string]sample.Defect{
	"CNT-001": {What: "die Einträge tragen das Bit neben dem der Verschlüsselung (stärkste Packung)", Apply: spoilt(hardPacked)},
	"CNT-002": {What: "hinter dem Verzeichnis des Containers steht ein Kommentar", Apply: spoilt(commented)},
	"SEC-001": {What: "Namen mit Punkten, die nirgends hinausführen", Apply: named("..vorgang/a..b.txt", "...txt")},
	"SEC-002": {What: "ein Ordner heißt C", Apply: named("C/start.txt")},
	"SEC-003": {What: "eine gewöhnliche Datei nennt einen Pfad wie ein Verweis",
		Apply: holding(Member{Name: "verweis.txt", Data: []byte("/etc/hostname")})},
	"NAM-001": {What: "ein Name beginnt wie ein reservierter", Apply: named("CONTO.txt", "COM.txt", "AUXILIAR.txt")},
	"NAM-004": {What: "zwei Namen unterscheiden sich in einem Buchstaben, in zwei Ordnern stehen gleiche",
		Apply: named("a/Brief.txt", "a/Briefe.txt", "b/Brief.txt")},
	"VOL-001": {What: "ein genannter Name hat Leerzeichen und Umlaute", Apply: named("Bericht über Öl, Fassung 2.txt")},
	"VOL-002": {What: "eine Begleitdatei steht neben data, wo sie niemand nennen muss",
		Apply: sample.AddBeside("vermerk.txt", "Begleitschreiben\n")},
	"FIX-002": {What: "die Prüfsummen sind groß geschrieben", Apply: retag(sample.Change("manifest-sha512.txt", func(d []byte) []byte {
		sum, rest, _ := strings.Cut(string(d), " ")
		return []byte(strings.ToUpper(sum) + " " + rest)
	}))},
	"FMT-002": {What: "die Endung ist groß geschrieben und passt", Apply: func(p *sample.Parcel, o *sample.Order) error {
		data, err := o.Picture()
		if err != nil {
			return err
		}
		return holding(Member{Name: "BILD.PNG", Data: data})(p, o)
	}},
	"BAG-001": {What: "die Tasche liegt ohne eigenen Ordner im Container", Apply: func(p *sample.Parcel, _ *sample.Order) error {
		for i := range p.Members {
			p.Members[i].Name = strings.TrimPrefix(p.Members[i].Name, p.Name+"/")
		}
		return nil
	}},
	"BAG-002": {What: "bagit.txt hat Zeilenenden von Windows",
		Apply: retag(sample.Change("bagit.txt", func(d []byte) []byte { return bytes.ReplaceAll(d, []byte("\n"), []byte("\r\n")) }))},
	"BAG-003": {What: "die Tasche ist nach der älteren Fassung 0.97 gebaut", Apply: ofVersion("0.97", "sha-512")},
	"BAG-004": {What: "bag-info.txt nennt Köln als UTF-8", Apply: retag(sample.AddLine("bag-info.txt", "Ort: Köln"))},
	"BAG-005": {What: "es gibt nur eines der beiden Manifeste", Apply: retag(sample.Drop("manifest-sha256.txt"))},
	"BAG-006": {What: "unter data liegt nur ein Ordner, der wieder data heißt", Apply: named("data/brief.txt")},
	"BAG-007": {What: "der einzige Inhalt ist ein Byte", Apply: holding(Member{Name: "x", Data: []byte("x")})},
	"BAG-008": {What: "zwischen Prüfsumme und Pfad steht ein Tabulator",
		Apply: retag(sample.Change("manifest-sha512.txt", func(d []byte) []byte {
			return bytes.ReplaceAll(d, []byte("  "),
				[]byte("\t"))
		}))},
	"BAG-009": {What: "ein Ordner heißt mit zwei Punkten am Anfang", Apply: named("..entwurf/brief.txt")},
	"BAG-010": {What: "eine Inhaltsdatei heißt wie eine Begleitdatei", Apply: named("bagit.txt", "manifest-sha512.txt")},
	"BAG-011": {What: "zwei Inhaltsdateien sind Byte für Byte gleich",
		Apply: holding(Member{Name: "a.txt", Data: []byte("gleich\n")}, Member{Name: "b.txt", Data: []byte("gleich\n")})},
	"BAG-012": {What: "ein Manifest nennt dieselben Dateien in anderer Reihenfolge",
		Apply: retag(sample.Change("manifest-sha512.txt", func(d []byte) []byte {
			lines := strings.Split(strings.TrimSpace(string(d)), "\n")
			slices.Reverse(lines)
			return []byte(strings.Join(lines, "\n") + "\n")
		}))},
	"BAG-013": {What: "das Manifest ist nach dem älteren Verfahren SHA-256", Apply: ofVersion("1.0", "sha-256")},
	"BAG-014": {What: "ein Umlaut steht in Manifest und Tasche gleich", Apply: named("Übersicht.txt")},
	"BAG-015": {What: "eine Inhaltsdatei heißt fetch.txt", Apply: named("fetch.txt")},
	"BAG-016": {What: "fetch.txt nennt eine Datei, die mitgeliefert ist", Apply: fetchOf(false)},
	"BAG-017": {What: "fetch.txt nennt eine Datei, die im Manifest steht", Apply: fetchOf(false)},
	"BAG-018": {What: "der Name der Angabe ist klein geschrieben, ihr Wert stimmt",
		Apply: retag(sample.Replace("bag-info.txt", "Payload-Oxum", "payload-oxum"))},
	"BAG-019": {What: "die Angabe fehlt, was erlaubt ist", Apply: retag(sample.Change("bag-info.txt",
		func(d []byte) []byte { return d[:bytes.Index(d, []byte("Payload-Oxum"))] }))},
	"BAG-020": {What: "ein langer Wert geht eingerückt in der nächsten Zeile weiter",
		Apply: retag(sample.AddLine("bag-info.txt", "Note: der Wert\n  geht hier weiter"))},
	"BAG-021": {What: "ein Name enthält den einer Hilfsdatei", Apply: named("Thumbs.db.txt", "DS_Store.txt")},
	"BAG-022": {What: "das beiliegende Profil ist erfüllt",
		Apply: withProfile(`{"BagIt-Profile-Info":{"BagIt-Profile-Identifier":"urn:example:profil"},"Manifests-Required":["sha512"]}`)},
	"BAG-023": {What: "das genannte Profil liegt bei",
		Apply: withProfile(`{"BagIt-Profile-Info":{"BagIt-Profile-Identifier":"urn:example:profil"}}`)},
	"BAG-024": {What: "das Profil enthält Angaben, die niemand kennt",
		Apply: withProfile(`{"BagIt-Profile-Info":{"BagIt-Profile-Identifier":"urn:example:profil"},"Anmerkung":["ü",1,null]}`)},
}
