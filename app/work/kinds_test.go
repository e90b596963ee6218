package work_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"laufzettel/app/work/reading"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/app/receiver"
	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/pack"
	"laufzettel/appraisal"
	"laufzettel/sync/archive"
	"laufzettel/sync/archive/archivetest"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/record"
	"laufzettel/transfer/samples"
	"laufzettel/viewer/catalog"
)

// house is a workspace that is enrolled at an embedded receiver.
type house struct {
	*work.House
	trust sign.Trust
}

// cheapKey is a scrypt work factor that costs no time; the keys of the test
// protect nothing.
const cheapKey = 10

func enrolled(t *testing.T) house {
	t.Helper()
	dir := t.TempDir()
	ask := func() (string, error) { return "nur für die Prüfung", nil }
	w, err := work.Open(t.Context(), filepath.Join(dir, "arbeit"),
		office.Options{Person: "M. Ahrens", Passphrase: ask, KeyWork: cheapKey, PDFium: samples.PDFium()})
	must(t, err)
	r, err := receiver.Open(t.Context(), receiver.Options{Dir: filepath.Join(dir, "archiv"), DB: filepath.Join(dir, "archiv", "archiv.db"),
		Name:   "Landesarchiv Musterland",
		Listen: archive.ListenOptions{Addr: "127.0.0.1:0"}, Keys: sign.AgeFiles{Dir: filepath.Join(dir, "archiv", "keys"), Passphrase: ask,
			WorkFactor: cheapKey}})
	must(t, err)
	serving, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- r.Serve(serving) }()
	t.Cleanup(func() {
		keepPapers(t, dir)
		stop()
		if err := errors.Join(<-served, r.Close(), w.Close()); err != nil {
			t.Error(err)
		}
	})
	joined(t, w, r)
	trust, err := receipt.LoadTrust(t.Context(), w.Keys.TrustFile())
	must(t, err)
	return house{w, trust}
}

// joined gives a workspace a key in a file and introduces it to a receiver, to
// deliver there.
func joined(t *testing.T, w *work.House, r *receiver.Receiver) {
	t.Helper()
	must(t, w.Office.Settings.Change(func(s *settings.Settings) {
		s.Archive, s.Channel.KeyStore = "Landesarchiv Musterland", office.FileStore
	}))
	_, err := w.Keys.NewKey(t.Context())
	must(t, err)
	peer, err := w.Keys.Enrol(t.Context(), r.URL())
	must(t, err)
	_, err = archivetest.Confirm(t.Context(), r.Archive, peer.Code, archive.RoleDeliver)
	must(t, err)
	_, err = w.Outbox.Channel.Refresh(t.Context(), peer.URL)
	must(t, err)
}

// delivered takes a delivery from its file to the receipts of its packages.
func (h house) delivered(t *testing.T, container, level string) (transfer.Portion, *check.Report, []transfer.Package) {
	t.Helper()
	return h.deliveredAs(t, container, level, "")
}

// deliveredAs is delivered as a kind that a person has chosen.
func (h house) deliveredAs(t *testing.T, container, level, kind string) (transfer.Portion, *check.Report, []transfer.Package) {
	t.Helper()
	ctx := t.Context()
	p, err := h.Intake.Receive(ctx, container, nil)
	must(t, err)
	rep, err := h.Intake.Check(ctx, p.ID, intake.CheckOptions{NoPDFA: true, Kind: kind})
	must(t, err)
	if rep.Verdict != check.Accepted {
		t.Fatalf("%s is %s: %+v", rep.Kind, rep.Verdict, rep.Findings)
	}
	packages := packaged(t, h.House, p.ID, intake.PackageOptions{Level: level})
	if len(packages) == 0 {
		t.Fatal("nothing was packaged")
	}
	return p, rep, h.sent(t, p.ID)
}

// chosen is the kind a person has to choose: nothing in plain files tells it.
func chosen(kind string) string {
	if kind == intake.PlainKind {
		return kind
	}
	return ""
}

// sent sends the packages of a portion and proves every receipt from files alone.
func (h house) sent(t *testing.T, id string) (archived []transfer.Package) {
	t.Helper()
	must(t, h.Outbox.Send(t.Context(), id))
	sum, err := h.Outbox.SendOnce(t.Context(), nil)
	must(t, err)
	packages, err := h.Intake.Portions.Packages(t.Context(), id)
	must(t, err)
	for _, pkg := range packages {
		if pkg.State != transfer.PackageConfirmed {
			t.Fatalf("package %s is %s: %+v", pkg.PID, pkg.State, sum)
		}
		v, err := receipt.VerifyFile(t.Context(), filepath.Join(h.Office.Dir, filepath.FromSlash(pkg.Receipt)), h.trust)
		if err != nil || !v.OK() {
			t.Fatalf("receipt of %s: %+v, %v", pkg.PID, v.Checks, err)
		}
		if pkg.Kind == aip.KindAIP {
			archived = append(archived, pkg)
		}
	}
	if len(archived) == len(packages) {
		t.Error("no accession package was made and receipted")
	}
	p, err := h.Intake.Portions.Get(t.Context(), id)
	must(t, err)
	if p.State != transfer.Confirmed {
		t.Errorf("the portion is %s", p.State)
	}
	return archived
}

// object finds the packaged object below its context.
func object(entries []*aip.Entry) *aip.Entry {
	for _, e := range entries {
		if !e.Context {
			return e
		}
		if found := object(e.Children); found != nil {
			return found
		}
	}
	return nil
}

// says reports whether an object makes a statement, "" = any value.
func says(e *aip.Entry, name, value string) bool {
	return slices.ContainsFunc(e.Fields, func(v mapping.Value) bool { return v.Name == name && (value == "" || v.Value == value) })
}

// index is what must be readable of a kind in its packages and findable in the
// catalog: statements of the packaged object and of one of its documents.
type index struct {
	object   [][2]string
	document [][2]string
	search   []string
	files    int // data files of the packages, 0 = some
}

// indexed reads the index fields back from the packages alone and finds the
// packages by their words.
func (h house) indexed(t *testing.T, packages []transfer.Package, want index) {
	t.Helper()
	files, missing := 0, map[[2]string]bool{}
	for _, f := range want.document {
		missing[f] = true
	}
	pids := map[string]bool{}
	for _, pkg := range packages {
		pids[pkg.PID] = true
		if faults, err := aip.VerifyFile(t.Context(), filepath.Join(h.Office.Dir, filepath.FromSlash(pkg.Path))); err != nil ||
			len(faults) > 0 {
			t.Errorf("package %s: %v %+v", pkg.ReferenceCode, err, faults)
		}
		p := onDisk(t, h.House, pkg.PID)
		o := object(p.Metadata().Objects)
		for _, f := range want.object {
			if !says(o, f[0], f[1]) {
				t.Errorf("%s does not say %s = %q: %v", pkg.ReferenceCode, f[0], f[1], o.Fields)
			}
		}
		for _, d := range p.Documents() {
			for f := range missing {
				if says(d.Entry, f[0], f[1]) {
					delete(missing, f)
				}
			}
		}
		for _, l := range p.Files() {
			if strings.HasPrefix(l.Path, "representations/rep1/data/") {
				files++
			}
		}
		must(t, p.Close())
	}
	for f := range missing {
		t.Errorf("no document says %s = %q", f[0], f[1])
	}
	if files == 0 || want.files > 0 && files != want.files {
		t.Errorf("%d data files, want %d", files, want.files)
	}
	for _, words := range want.search {
		found, err := h.Room.OpenHoldings(reading.Asker{}).Search(t.Context(), catalog.Query{Text: words})
		must(t, err)
		if !slices.ContainsFunc(found.Items, func(i catalog.Found) bool { return pids[i.PID] }) {
			t.Errorf("the search for %q finds none of the packages", words)
		}
	}
}

var indexOf = map[string]index{
	"xdomea-0503": {
		object:   [][2]string{{"reference", ""}, {"subject", ""}, {"from", ""}, {"to", ""}},
		document: [][2]string{{"subject", ""}, {"date", ""}, {"reference", ""}},
		search:   []string{"Bauvoranfrage"},
	},
	"dms": { // an export in our own table: Akte, Vorgang, Dokument with their files
		object:   [][2]string{{"reference", ""}, {"subject", ""}},
		document: [][2]string{{"subject", ""}},
		search:   []string{"Bauvoranfrage"},
	},
	"files": {object: [][2]string{{"subject", "lieferung-3.zip"}}},
	"bagit": {
		object: [][2]string{{"Source-Organization", "Landratsamt Musterkreis"}, {"Bagging-Date", "2026-11-02"}, {"reference", ""}},
		search: []string{"Mühlgraben"},
		files:  8,
	},
	"eark": {object: [][2]string{{"OBJID", "paket-3"}, {"OAISPACKAGETYPE", "SIP"}, {"reference", "paket-3"}},
		document: [][2]string{{"type", "Repräsentation"}}},
	"ech0160": {object: [][2]string{{"subject", ""}, {"date", ""}}},
	"export": { // B5
		object: [][2]string{{"Name des Verfahrens", "Baugenehmigungsverfahren"}, {"Kurzname des Verfahrens", "BAUGEN"},
			{"Laufzeit von", "1998-01-01"}, {"Laufzeit bis", "2017-12-31"},
			{"from", "1998-01-01"}, {"to", "2017-12-31"}, {"Name der Behörde", "Landratsamt Musterkreis"}},
		search: []string{"BAUGEN", "Ablösung"},
	},
	"handelsregister": { // D6
		object: [][2]string{{"Provenienzstelle", "Handelsregisteramt Musterkanton"}, {"Zeitraum (ältestes Gründungsdatum)", "1950-03-01"},
			{"Zeitraum (jüngstes Löschdatum)", "1996-10-02"},
			{"Datum und Zeitpunkt der Extraktion", ""}, {"Benutzte Abfragen", ""}, {"Anzahl der abgelieferten Dateien", "8"},
			{"Bezeichnung der Quellapplikation", "Muster-HR"}, {"Umfang in MB", ""}},
		document: [][2]string{{"Firmennummer", "CH-100.3.000.000-0"}, {"Firmenname", "Großglockner Handels AG"},
			{"Firmensitz", "Musterwil"}, {"Eröffnungsdatum", "1950-03-01"}, {"Löschungsdatum", "1995-10-01"}},
		search: []string{"Beispielbach", "Duris"},
		files:  8,
	},
	"norm": { // E2, E5
		object: [][2]string{{"subject", "Gesetz über die Aufbewahrung von Musterunterlagen"}, {"Fassung", ""}, {"Verkündet", "2012-07-11"},
			{"Verwahrung", ""}},
		search: []string{"Musterunterlagen", "Zwischenarchiv", "Endarchiv"},
		files:  2,
	},
	"register": { // C2, C3, C11
		object: [][2]string{{"Name des Standesamts", "Standesamt Musterstadt"}, {"Standesamtsnummer", "623456"}, {"Jahrgang", "1989"},
			{"Registerart", "Sterberegister"},
			{"Datenhaltende Stelle", ""}, {"Mit der Aussonderung betraute Person", "M. Ahrens"}, {"Zuständiges Archiv (Erstregister)", ""},
			{"Quelle der Aussonderungsportion", "Erstregister"}},
		document: [][2]string{{"Familienname", "Öztürk"}, {"Vornamen", "Jörg"}, {"Ereignisdatum", "1989-02-02"},
			{"Verfügungsnummer", "V-1989-00002"}, {"Signierender", "K. Berger"}, {"Signaturdatum", "1989-01-04"}},
		search: []string{"Oeztuerk", "V-1989-00001", "Lehmann"},
	},
	"siard": {
		object:   [][2]string{{"Datenbank", "Bauakten"}, {"Dateneigner", "Landratsamt Musterkreis"}, {"from", "2004"}, {"to", "2016"}},
		document: [][2]string{{"subject", "main.vorgang"}, {"Zeilen", "2"}},
		search:   []string{"Bauakten"},
		files:    1,
	},
	"website": { // B3, F1
		object: [][2]string{{"Behörde", "Landratsamt Musterkreis"}, {"Domain", "www.musterkreis.example"},
			{"Datum des Crawls", "2026-10-30"}, {"(Bestands)Signatur", "5100"},
			{"Projektbezeichnung", "Internet"}, {"Anlass", "Turnus"}, {"Provenienz", "Referat Öffentlichkeitsarbeit"},
			{"Download-Tool", "HTTrack3.49-2"}, {"Güte des Crawls", "gut"}, {"from", "2026-10-30"},
			{"Anzahl der unterschiedlichen externen Links", "1"}, {"Anzahl der ersetzten Suchlinks", "1"}},
		document: [][2]string{{"subject", "Web-PDF (Repräsentation 1)"}, {"subject", "ISO-Abbild (Repräsentation 2)"},
			{"subject", "Spiegel www.musterkreis.example"}},
		search: []string{"musterkreis.example", "Mühlwehr", "Bebauungspläne"},
	},
	"warc": {
		object: [][2]string{{"Domain", "www.musterkreis.example"}, {"Datum des Crawls", "2026-11-02"}, {"Software", "Muster-Crawler 2.0"},
			{"Sätze", ""}},
		document: [][2]string{{"subject", "Archivdatei crawl-001.warc.gz"}},
		search:   []string{"musterkreis.example", "Mühlwehr"},
		files:    1,
	},
	"wacz": {
		object: [][2]string{{"Domain", "www.musterkreis.example"}, {"Datum des Crawls", "2026-11-02"}, {"Software", "Muster-Crawler 2.0"}},
		search: []string{"musterkreis.example"},
		files:  5,
	},
}

// One generated portion of every kind goes the whole way: received, checked,
// packaged, sent, receipted, looked at; every index field of its kind is read
// back from the package (A16, B5, C11, D6) and found.
func TestKinds_WholePath(t *testing.T) {
	h := enrolled(t)
	for _, kind := range generate.Kinds(work.Kinds(time.Now)) {
		if strings.HasPrefix(kind, "xdomea-0501") {
			continue // an offer brings nothing to package
		}
		t.Run(kind, func(t *testing.T) {
			want, known := indexOf[kind]
			if !known {
				t.Fatal("nobody has said what the index of this kind must hold")
			}
			_, rep, packages := h.deliveredAs(t, delivery(t,
				generate.Plan{Kind: kind, Seed: 3, Dossiers: 1, Cases: 2, Documents: 1, Ratings: []string{"A"}}), "", chosen(kind))
			if rep.Kind != kind {
				t.Errorf("recognised as %s", rep.Kind)
			}
			h.indexed(t, packages, want)
		})
	}
}

// Portions that others made go the same way.
func TestKinds_WholePathOfForeignPortions(t *testing.T) {
	root := samples.Path(t)
	h := enrolled(t)
	for _, c := range []struct {
		path  string
		kind  string
		want  index
		level string
	}{
		{"xdomea/beispiele/3.0.0/9fde4e7a-b41b-11ec-9225-005056871b7c_Aussonderung.Aussonderung.0503.zip", "xdomea-0503",
			index{object: [][2]string{{"from", "2010-04-04"}, {"to", "2012-04-04"}, {"reference", ""}, {"subject", ""}},
				document: [][2]string{{"date", "2011-02-12"}}}, ""},
		{"bagit/aptrust/example.edu.sample_good.tar", "bagit",
			index{object: [][2]string{{"Internal-Sender-Identifier", "uva-internal-id-0001"}, {"Bag-Count", "1 of 1"}},
				search: []string{"goodies"}}, ""},
		{"bagit/enduro/small_bag.tgz", "bagit", index{object: [][2]string{{"Payload-Oxum", "19.1"}}}, ""},
		{"eark/beispiele/commons-ip_Simple-EARK-SIP.zip", "eark",
			index{object: [][2]string{{"OBJID", "Simple-EARK-SIP"}}, search: []string{"Webinar"}}, ""},
		{"siard/beispiele/sql2008_2_1.siard", "siard", index{object: [][2]string{{"Datenbank", "SIARD 2.1 Test Database"}},
			document: [][2]string{{"subject", "TESTSCHEMA.TESTSIMPLETABLE"}}, files: 1}, ""},
		{"webarchiv/httrack/testcrawl-3.49-2.zip", "website",
			index{object: [][2]string{{"Domain", "test.example.org"}, {"Datum des Crawls", "2018-02-02"}, {"Dateien laut Crawler", "6"}},
				search: []string{"test.example.org"}, files: 16}, ""},
		{"webarchiv/warcio/example.warc", "warc", index{object: [][2]string{{"Domain", "example.com"},
			{"Software", "Webrecorder Platform v3.7"}}, files: 1}, ""},
		{"webarchiv/jwarc/cc.warc.gz", "warc", index{object: [][2]string{{"Domain", "commoncrawl.org"}}, files: 1}, ""},
		{"webarchiv/wacz/valid_signed_example_1.wacz", "wacz", index{object: [][2]string{{"Domain", "example.com"}}, files: 6}, ""},
		{"ech0160/beispiele/ohne-lizenzangabe/SIP_20070923_v1.0_Vorgang-als-Text.zip", "ech0160",
			index{object: [][2]string{{"plan", ""}, {"reference", ""}, {"leadUnit", ""}, {"from", ""}, {"to", ""},
				{"abschlussdatum/datum", ""}}, document: [][2]string{{"subject", "Antrag SP-Fraktion zu Art. 4bis vom 23. April 2007"},
				{"date", "2007-02-15"}, {"type", "PDF-Dokument"}, {"autor", "Regierungsrat"}},
				search: []string{"Volksschulgesetz", "Kommissionsbestellung"}, files: 17}, pack.LevelDossier},
		{"siard/beispiele/sfdboe.siard", "siard", index{document: [][2]string{{"subject", "HR.COUNTRIES"}, {"Zeilen", "107"}},
			search: []string{"self reference"}, files: 1}, ""},
	} {
		t.Run(c.path, func(t *testing.T) {
			_, rep, packages := h.delivered(t, filepath.Join(root, filepath.FromSlash(c.path)), c.level)
			if rep.Kind != c.kind {
				t.Errorf("recognised as %s", rep.Kind)
			}
			h.indexed(t, packages, c.want)
		})
	}
}

// A folder of plain files that others made, with the checksum list of their tool,
// goes the same way: every file kept and compared with the list.
func TestKinds_WholePathOfAForeignFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "abgabe")
	must(t, os.Mkdir(dir, 0o700))
	n := untarred(t, samples.Path(t, "manifeste", "daten.tar.gz"), dir)
	list, err := os.ReadFile(samples.Path(t, "manifeste", "manifest-sha256sum.txt"))
	must(t, err)
	var kept []string
	for _, line := range strings.Split(string(list), "\n") {
		if !strings.HasPrefix(line, "\\") { // names that we refuse are escaped in the list
			kept = append(kept, line)
		}
	}
	must(t, os.WriteFile(filepath.Join(dir, "manifest-sha256.txt"), []byte(strings.Join(kept, "\n")), 0o600))
	h := enrolled(t)
	_, rep, packages := h.deliveredAs(t, dir, "", intake.PlainKind)
	if rep.Kind != "files" || rep.Files.Delivered != n+1 {
		t.Errorf("recognised as %s with %d files, want files with %d", rep.Kind, rep.Files.Delivered, n+1)
	}
	h.indexed(t, packages, index{object: [][2]string{{"subject", "abgabe"}}, document: [][2]string{{"subject", "Übersicht größer.bin"}},
		search: []string{"Schreiben vom"}, files: n + 1})
}

// untarred unpacks what a portion may hold: names without backslash and line end.
func untarred(t *testing.T, archive, dir string) (n int) {
	t.Helper()
	f, err := os.Open(archive)
	must(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	must(t, err)
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return n
		}
		must(t, err)
		name := filepath.Join(dir, filepath.FromSlash(h.Name))
		switch {
		case strings.ContainsAny(h.Name, "\\\n"):
		case h.Typeflag == tar.TypeDir:
			must(t, os.MkdirAll(name, 0o700))
		default:
			data, err := io.ReadAll(r)
			must(t, err)
			must(t, os.MkdirAll(filepath.Dir(name), 0o700))
			must(t, os.WriteFile(name, data, 0o600))
			n++
		}
	}
}

// A dossier of which a part is destroyed is no package; case by case it is.
func TestKinds_MixedDossierIsNoPackage(t *testing.T) {
	dir := t.TempDir()
	w := open(t, dir, "M. Ahrens")
	p, _ := received(t, w, generate.Plan{Kind: "xdomea-0503", Seed: 3, Dossiers: 1, Cases: 2, Documents: 1, Ratings: []string{"B"}})
	_, err := w.Intake.Decide(t.Context(), p.ID, intake.Accept, "")
	must(t, err)
	archive, _ := appraiseAll(t, w, p.ID)
	_, err = second(t, w, "J. Beyer").Desk.Release(t.Context(), p.ID, nil)
	must(t, err)
	must(t, w.Desk.FinishAppraisal(t.Context(), p.ID))
	_, err = w.Packer.PackageWith(t.Context(), p.ID, intake.PackageOptions{Level: pack.LevelDossier}, nil)
	if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), "ein Teil vernichtet") {
		t.Errorf("a dossier with both: %v", err)
	}
	packages, err := w.Packer.Package(t.Context(), p.ID, pack.LevelCase, nil)
	must(t, err)
	if len(packages) != archive {
		t.Errorf("%d packages of %d cases", len(packages), archive)
	}
}

// A database is kept as the one file it came in, byte for byte, and looked at so.
func TestKinds_DatabaseIsKeptWhole(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	name := delivery(t, generate.Plan{Kind: "siard", Seed: 3, Dossiers: 1, Cases: 2, Documents: 1})
	p, err := w.Intake.Receive(t.Context(), name, nil)
	must(t, err)
	_, err = w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	doc, done, err := openedPortion(t, w, p.ID).Document(t.Context(), filepath.Base(name))
	must(t, err)
	if doc == nil {
		t.Error("the archive file itself cannot be looked at")
	}
	done()
	packages := packaged(t, w, p.ID, intake.PackageOptions{})
	pkg := onDisk(t, w, packages[0].PID)
	defer pkg.Close()
	in, err := pkg.OpenFile(t.Context(), "representations/rep1/data/"+filepath.Base(name))
	must(t, err)
	defer in.Close()
	got, err := io.ReadAll(in)
	must(t, err)
	want, err := os.ReadFile(name)
	must(t, err)
	if !bytes.Equal(got, want) || len(packages) != 1 {
		t.Errorf("%d packages; the archive file is not the delivered one", len(packages))
	}
}

// packaged accepts a checked portion, keeps all of it and packages it.
func packaged(t *testing.T, w *work.House, id string, o intake.PackageOptions) []transfer.Package {
	t.Helper()
	_, err := w.Intake.Decide(t.Context(), id, intake.Accept, "")
	must(t, err)
	a, err := w.Desk.Appraisal(t.Context(), id)
	must(t, err)
	for _, u := range appraisal.Units(a.Roots) {
		if a.Verdicts[u.ID].Rating != record.RatingArchive {
			must(t, w.Desk.Set(t.Context(), id, []string{u.ID}, record.RatingArchive, "wird ganz übernommen"))
		}
	}
	must(t, w.Desk.FinishAppraisal(t.Context(), id))
	packages, err := w.Packer.PackageWith(t.Context(), id, o, nil)
	must(t, err)
	for _, p := range packages {
		lasting(t, w, p)
	}
	return packages
}

// lasting holds for packages of all kinds: PREMIS tells the identification of formats, the
// check with its findings and digest, and a cover sheet lies on top (E13).
func lasting(t *testing.T, w *work.House, p transfer.Package) {
	t.Helper()
	pkg := onDisk(t, w, p.PID)
	defer pkg.Close()
	premis := string(pkg.PREMIS())
	for _, want := range []string{"<eventType>format identification</eventType>", "siegfried", "<eventType>validation</eventType>",
		"SHA-256 des Prüfergebnisses", aip.CoverPath} {
		if !strings.Contains(premis, want) {
			t.Errorf("PREMIS of %s does not tell %q", p.ReferenceCode, want)
		}
	}
	l, ok := pkg.File(aip.CoverPath)
	if !ok || l.Size < 1000 {
		t.Errorf("%s has no cover sheet: %+v", p.ReferenceCode, l)
	}
}

// The letter of receipt says what the kind of the delivery confirms (D5, E4).
func TestKinds_ReceiptLetter(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	for kind, want := range map[string][]string{
		"handelsregister": {"nennt 12 Firmen", "nachgerechnet", "Muster-HR 3.1"},
		"norm":            {"Originalnorm „Gesetz über die Aufbewahrung", "Ausgabenorm", "Archivkennung"},
		"register":        {"Sterberegister 1989", "mit 12 Einträgen", "Rückgrat-XML"},
		"siard":           {"Die Prüfung fand keinen Fehler"},
	} {
		p, _ := received(t, w, generate.Plan{Kind: kind, Seed: 3, Dossiers: 2, Cases: 3, Documents: 2})
		pdf, err := w.Books.ConfirmReceipt(t.Context(), p.ID)
		must(t, err)
		raw, err := os.ReadFile(strings.TrimSuffix(pdf, ".pdf") + ".json")
		must(t, err)
		for _, words := range append(want, p.ID) {
			if !strings.Contains(string(raw), words) {
				t.Errorf("%s: the letter does not say %q:\n%s", kind, words, raw)
			}
		}
	}
}

// A database in a folder, with what lies beside it, is packaged as the same file.
func TestKinds_DatabaseInAFolder(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	dir := filepath.Join(t.TempDir(), "abgabe")
	must(t, os.MkdirAll(dir, 0o700))
	raw, err := os.ReadFile(delivery(t, generate.Plan{Kind: "siard", Seed: 3, Dossiers: 1, Cases: 2, Documents: 1}))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, "daten.siard"), raw, 0o600))
	p, err := w.Intake.Receive(t.Context(), dir, nil)
	must(t, err)
	rep, err := w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	if rep.Kind != "siard" || rep.Verdict != check.Accepted {
		t.Fatalf("%s %s %+v", rep.Kind, rep.Verdict, rep.Findings)
	}
	packages := packaged(t, w, p.ID, intake.PackageOptions{})
	pkg := onDisk(t, w, packages[0].PID)
	defer pkg.Close()
	in, err := pkg.OpenFile(t.Context(), dataIn(pkg, "daten.siard"))
	must(t, err)
	defer in.Close()
	got, err := io.ReadAll(in)
	must(t, err)
	if !bytes.Equal(got, raw) || len(packages) != 1 {
		t.Errorf("%d packages; the archive file is not the delivered one", len(packages))
	}
}

// dataIn finds a data file of a package by its base name.
func dataIn(pkg *aip.Package, base string) string {
	for _, l := range pkg.Files() {
		if strings.HasSuffix(l.Path, "/"+base) {
			return l.Path
		}
	}
	return base
}
