package beside

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"laufzettel/transfer/generate"
)

func profileWith(more string) change {
	return put("profil.json", []byte(strings.Replace(agreement, "}", ", "+more+"}", 1)))
}

// agreements are the findings on what was agreed (A1, A8, A27, A32; 004 P1.3, P3.3).
func agreements() []Case {
	return []Case{
		{Code: "AGR-001", Base: "vereinbart", Wrong: "vereinbart sind nur Datenbanken", spoil: profileWith(`"kinds": ["siard"]`),
			Alike: "vereinbart ist diese Art neben einer anderen", near: profileWith(`"kinds": ["siard", "xdomea-0503"]`)},
		{Code: "AGR-002", Base: "vereinbart", Wrong: "das Profil ist das einer anderen Behörde",
			spoil: swap("profil.json", "09999", "09998"),
			Alike: "das Profil schreibt den Namen der Behörde anders; die Kennung ist dieselbe",
			near:  swap("profil.json", "Landratsamt Musterkreis", "LRA Musterkreis")},
		{Code: "FMT-003", Base: "vereinbart", Wrong: "vereinbart ist nur PDF/A, geliefert wird Text",
			spoil: profileWith(`"formats": ["fmt/354"]`),
			Alike: "Text ist neben PDF/A vereinbart", near: profileWith(`"formats": ["fmt/354", "x-fmt/111", "fmt/101"]`)},
		{Code: "SLP-013", Base: "mit-profil", Wrong: "die Frist endet innerhalb der vereinbarten Vorwarnung (sie ist hier sehr lang)",
			spoil: all(profileWith(`"deadlines": {"noticeDays": 36500}`),
				swap(slipFile, "<Container ", `<Frist schritt="Lieferung">2119-12-31</Frist><Container `)),
			Alike: "die Frist endet lange nach der vereinbarten Vorwarnung",
			near: all(profileWith(`"deadlines": {"noticeDays": 14}`),
				swap(slipFile, "<Container ", `<Frist schritt="Lieferung">2119-12-31</Frist><Container `))},
	}
}

const (
	text     = "Ein Vermerk aus Musterstadt.\n"
	sentFile = "lieferung/*.zip"
)

// plain are the findings on what a delivery is at all (G3; 004 P2.3, P3.1).
func plain() []Case {
	return []Case{
		{Code: "KND-001", Base: "tasche", steps: []string{"check --kind siard lieferung/tasche-4.zip"},
			Wrong: "verlangt ist eine Datenbank, geliefert eine Tasche", spoil: nothing,
			Alike: "verlangt ist die Art, die geliefert wird", near: nothing,
			nearSteps: []string{"check --kind bagit lieferung/tasche-4.zip"}},
		{Code: "KND-003", Base: "ablage", steps: checkIt, Wrong: "eine Ablage wird geprüft, ohne dass jemand sagt, dass es eine ist",
			spoil: nothing,
			Alike: "jemand sagt, dass es eine Ablage ist", near: nothing, nearSteps: []string{"check --kind files lieferung"}},
		{Code: "KND-004", Base: "unterlagen", Wrong: "die Tabelle des Exports hat andere Spalten",
			spoil: deep(sentFile, "unterlagen.csv", `(Stelle;Behördenkennung;System;Erstellt;Aktenplan;Aktenplantitel;Aktenzeichen)`,
				as("Amt;Nr;Programm;Am;Plan;Planname;Zeichen")),
			Alike: "die Spalten der Tabelle sind groß geschrieben",
			near:  deep(sentFile, "unterlagen.csv", `(Stelle;Behördenkennung)`, strings.ToUpper)},
		{Code: "KND-005", Base: "abgabe", Wrong: "neben dem Container liegt ein Schreiben",
			spoil: put("lieferung/anschreiben.txt", []byte(text)),
			Alike: "neben dem Container liegt seine Prüfsummenliste", near: sumBeside},
		{Code: "KND-006", Base: "ablage", Wrong: "die Lieferung enthält nur, was das Betriebssystem anlegt",
			spoil: all(remove("lieferung/brief.txt"), remove("lieferung/plan/notiz.txt"), remove("lieferung/plan"),
				put("lieferung/Thumbs.db", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"))),
			Alike: "eine einzige Datei liegt neben dem, was das Betriebssystem anlegt",
			near:  all(remove("lieferung/plan/notiz.txt"), remove("lieferung/plan"), put("lieferung/desktop.ini.txt", []byte(text)))},
		{Code: "KND-007", Base: "abgabe", Wrong: "der Container liegt ein zweites Mal da, unter anderem Namen",
			spoil: twin(sent, "lieferung/kopie.zip"),
			Alike: "neben dem Container liegt seine Prüfsummenliste", near: sumBeside},
		{Code: "FIX-001", Base: "abgabe", Wrong: "die Nachricht nennt keine Prüfsummen",
			spoil:     all(remove(sent), generated("lieferung", older())),
			Alike:     "die Nachricht nennt keine, eine Liste neben dem Container nennt sie",
			near:      all(remove(sent), generated("lieferung", older()), insideSums),
			nearSteps: []string{"check --manifest lieferung/dateien.sha256 lieferung"}},
		{Code: "VOL-006", Base: "abgabe", Wrong: "eine genannte Datei hat eine andere Endung",
			spoil: renamed(".txt", ".text"),
			Alike: "die Nachricht schreibt einen Dateinamen mit einer Zeichenreferenz",
			near:  deep(sent, message, `<xdomea:Dateiname>[^<]*(\.)txt<`, as("&#46;"))},
		{Code: "VOL-003", Base: "fachverfahren", Wrong: "eine Datei ist größer, als die Lieferung sagt",
			spoil: deep(sentFile, "export.xml", `groesse="(208)"`, as("207")),
			Alike: "zu einer Datei ist keine Größe genannt", near: deep(sentFile, "export.xml", `( groesse="208")`, as(""))},
		{Code: "XML-004", Base: "ablage", Wrong: "eine XML-Datei nennt XML 1.1",
			spoil: put("lieferung/plan/daten.xml", []byte("<?xml version=\"1.1\" encoding=\"UTF-8\"?>\n<daten/>\n")),
			Alike: "eine XML-Datei nennt XML 1.0 in einfachen Anführungszeichen",
			near:  put("lieferung/plan/daten.xml", []byte("<?xml version='1.0' encoding='UTF-8'?>\n<daten version=\"1.1\"/>\n"))},
		{Code: "SCH-002", Base: "fachverfahren", Wrong: "das beiliegende Schema ist unbrauchbar", spoil: anew("bezirke.xsd", "</", "<"),
			Alike: "das beiliegende Schema beginnt mit einer Bemerkung",
			near:  anew("bezirke.xsd", "<xs:schema", "<!-- Bezirke --><xs:schema")},
		{Code: "SCH-003", Base: "fachverfahren", Wrong: "eine Datei mit Schema ist kein XML", spoil: anew("bezirke.xml", "</", "<"),
			Alike: "eine Datei mit Schema endet mit einer Bemerkung", near: anew("bezirke.xml", "", "")},
		{Code: "FIX-004", Base: "einreichung", Wrong: "ein Prüfsummenverfahren kennt niemand",
			spoil: deep(sentFile, "metadata.xml", `<pruefalgorithmus>([^<]*)`, as("Adler-33")),
			Alike: "das Prüfsummenverfahren ist klein geschrieben",
			near:  deep(sentFile, "metadata.xml", `<pruefalgorithmus>([^<]*)`, strings.ToLower)},
		{Code: "FIX-006", Base: "einreichung", Wrong: "eine Prüfsumme ist zu kurz",
			spoil: deep(sentFile, "metadata.xml", `<pruefsumme>([^<]*)`, as("00112233")),
			Alike: "eine Prüfsumme ist groß geschrieben", near: deep(sentFile, "metadata.xml", `<pruefsumme>([^<]*)`, strings.ToUpper)},
		{Code: "FIX-005", Base: "abgabe", steps: []string{"check --manifest liste.sha256 lieferung"},
			Wrong: "die genannte Prüfsummenliste ist ein Text",
			spoil: put("liste.sha256", []byte(text)),
			Alike: "die genannte Prüfsummenliste beginnt mit einer Bemerkung", near: all(insideSums, commented),
			nearSteps: []string{"check --manifest lieferung/dateien.sha256 lieferung"}},
		{Code: "FMT-001", Base: "ablage", Wrong: "eine Datei hat ein Format, das niemand kennt",
			spoil: put("lieferung/plan/messung.qqz", []byte("\x01\x02\x99\xfe\x00\x07\x13\x01\x02\x99\xfe\x00")),
			Alike: "eine Datei hat ihre Endung in Großbuchstaben", near: put("lieferung/plan/messung.TXT", []byte(text))},
		{Code: "CNT-020", Base: "ablage", Wrong: "ein Ordner ist leer", spoil: folder("lieferung/leer"),
			Alike: "ein Ordner enthält nur einen Ordner, und in dem liegt eine Datei",
			near:  put("lieferung/leer/tiefer/a.txt", []byte(text))},
		{Code: "CNT-021", Base: "ablage", Wrong: "eine Verknüpfung liegt im Ordner", spoil: link("lieferung/verknuepfung", "brief.txt"),
			Alike: "eine Datei nennt einen Pfad wie eine Verknüpfung", near: put("lieferung/verknuepfung.txt", []byte("brief.txt\n"))},
	}
}

func link(name, to string) change {
	return func(s *Set) error {
		at, err := s.path(name)
		if err != nil {
			return err
		}
		return os.Symlink(to, at)
	}
}

// older is a transfer of a version whose message names no digests.
func older() generate.Plan {
	p := alone()
	p.Version = "3.0.0"
	return p
}

// sumBeside lays the list of the container beside it.
func sumBeside(s *Set) error {
	at, err := s.path(sent)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(at)
	if err != nil {
		return err
	}
	name := at[strings.LastIndexByte(strings.ReplaceAll(at, `\`, "/"), '/')+1:]
	return put("lieferung/SHA256SUMS", []byte(digest(data)+"  "+name+"\n"))(s)
}

// insideSums lays a list of the files in the container beside it.
func insideSums(s *Set) error {
	_, members, err := s.members(sentFile)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, m := range members {
		b.WriteString(digest(m.data) + "  " + m.name + "\n")
	}
	return put("lieferung/dateien.sha256", []byte(b.String()))(s)
}

func commented(s *Set) error {
	return alter("lieferung/dateien.sha256", func(b []byte) []byte { return append([]byte("# geschrieben am 2. November\n"), b...) })(s)
}

// containers are the findings on what holds a delivery (E4, G5).
func containers() []Case {
	return []Case{
		{Code: "CNT-004", Base: "fachverfahren", Wrong: "der Container mit den Daten ist ein Text", spoil: within(sentFile, noContainer),
			Alike: "neben dem Container liegt ein Text, der wie einer heißt", near: put("lieferung/alt.tar.txt", []byte(text))},
		{Code: "CNT-011", Base: "ablage", Wrong: "eine E-Mail beginnt mit zwei Megabyte Kopfzeilen",
			spoil: put("lieferung/plan/nachricht.eml", mail(2<<20)),
			Alike: "eine E-Mail beginnt mit hundert Kilobyte Kopfzeilen", near: put("lieferung/plan/nachricht.eml", mail(100<<10))},
		{Code: "CNT-005", Base: "tasche", Wrong: "der Inhalt einer Datei ist im Container beschädigt", spoil: alter(sentFile, crush),
			Alike: "die Dateien sind ungepackt im Container", near: alter(sentFile, stored)},
		{Code: "CNT-015", Base: "tasche", steps: []string{"check lieferung"}, Wrong: "ein ZIP heißt tar",
			spoil: rename(sentFile, "tasche-4.tar"),
			Alike: "die Endung ist in Großbuchstaben geschrieben", near: rename(sentFile, "tasche-4.ZIP")},
		{Code: "SEC-004", Base: "ablage", steps: []string{"check lieferung.zip"},
			Wrong:     "der Container wird beim Entpacken tausendfach so groß",
			spoil:     put("lieferung.zip", bomb()),
			Alike:     "der Container wird beim Entpacken zehnmal so groß",
			near:      put("lieferung.zip", zipped(member{"a.txt", []byte(strings.Repeat(text, 20))})),
			nearSteps: []string{"check --kind files lieferung.zip"}},
		{Code: "SEC-006", Base: "ablage", steps: []string{"check lieferung.zip"},
			Wrong:     "zwei Einträge des Containers teilen sich dieselben Bytes",
			spoil:     put("lieferung.zip", overlapping()),
			Alike:     "zwei Einträge des Containers haben denselben Inhalt",
			near:      put("lieferung.zip", zipped(member{"a.txt", []byte(text)}, member{"b.txt", []byte(text)})),
			nearSteps: []string{"check --kind files lieferung.zip"}},
	}
}

// noContainer puts a text where the container with the data was.
func noContainer(members []member) ([]member, error) {
	i := slices.IndexFunc(members, func(m member) bool { return strings.HasSuffix(m.name, ".tar") })
	if i < 0 {
		return nil, errors.New("no TAR")
	}
	members[i].data = []byte(text)
	return members, nil
}

// mail is a letter whose subject is so long.
func mail(n int) []byte {
	return fmt.Appendf(nil, "From: ahrens@kreis.example\r\nTo: archiv@land.example\r\nDate: Mon, 2 Nov 2026 08:30:00 +0100\r\n"+
		"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nSubject: %s\r\n\r\n%s", strings.Repeat("lang ", n/5), text)
}

// crush changes a byte within the packed data of the largest member.
func crush(b []byte) []byte {
	r, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil || len(r.File) == 0 {
		return b
	}
	f := slices.MaxFunc(r.File, func(x, y *zip.File) int { return int(x.CompressedSize64) - int(y.CompressedSize64) })
	at, err := f.DataOffset()
	if err != nil {
		return b
	}
	for i := range int64(4) {
		b[at+int64(f.CompressedSize64)/2+i] ^= 0xff
	}
	return b
}

// stored packs the members of a container without compressing them.
func stored(b []byte) []byte {
	members, err := unzip(b)
	if err != nil {
		return b
	}
	return kept(members...)
}

// kept packs members without compressing them.
func kept(members ...member) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, m := range members {
		if f, err := w.CreateHeader(&zip.FileHeader{Name: m.name, Method: zip.Store, Modified: clock}); err == nil {
			_, _ = f.Write(m.data)
		}
	}
	_ = w.Close()
	return out.Bytes()
}

// bomb is a container of 110 MB of nothing.
func bomb() []byte {
	return zipped(member{"leer.bin", make([]byte, 110<<20)})
}

// overlapping lays one entry into the bytes of another, both with a head that fits.
func overlapping() []byte {
	inner := kept(member{"b.txt", []byte(text)})
	head := inner[:bytes.LastIndex(inner, []byte("PK\x01\x02"))]
	outer := kept(member{"a.txt", head})
	start, end := bytes.LastIndex(outer, []byte("PK\x01\x02")), bytes.LastIndex(outer, []byte("PK\x05\x06"))
	second := slices.Clone(inner[len(head):bytes.LastIndex(inner, []byte("PK\x05\x06"))])
	binary.LittleEndian.PutUint32(second[42:], uint32(bytes.Index(outer, head)))
	tail := slices.Clone(outer[end:])
	binary.LittleEndian.PutUint16(tail[8:], 2)
	binary.LittleEndian.PutUint16(tail[10:], 2)
	binary.LittleEndian.PutUint32(tail[12:], uint32(end-start+len(second)))
	return slices.Concat(outer[:end], second, tail)
}
