package website

import (
	"cmp"
	"context"
	"fmt"
	"laufzettel/transfer/snapshot"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// judge tells what is wrong with the delivery as a whole.
func (s *survey) judge() {
	l := s.layout
	if len(l.Mirrors)+len(l.Archives)+len(l.Packages)+len(l.PDFs)+len(l.Images) == 0 && !l.WACZ {
		s.say(codeNoContent.At(""))
	}
	if s.kind != Name {
		return
	}
	if !s.slip {
		s.say(codeNoSlip.At(""))
	}
	if s.d == nil {
		s.say(codeNoDescription.At(""))
		return
	}
	if len(l.PDFs) == 0 {
		s.say(codeNoPDF.At(l.Document))
	}
	if len(l.Images) == 0 {
		s.say(codeNoISO.At(l.Document))
	}
	s.statements()
	for _, p := range s.d.Parts {
		if at := s.beside(p.Name); p.Kind != PartCrawl {
			s.declareMissing(p, at)
		}
	}
}

// declareMissing lists a part the description names and nothing delivers, so that
// the engine tells it as missing.
func (s *survey) declareMissing(p Part, at string) {
	if _, ok := s.t.Stat(at); !ok && p.Name != "" {
		s.list(check.Listed{Path: at, Role: check.RoleContent, Size: -1, By: s.layout.Document})
	}
}

// statements tells what the description does not say or says wrongly.
func (s *survey) statements() {
	at := s.layout.Document
	for _, m := range mandatory {
		if strings.TrimSpace(m.at(s.d)) == "" {
			s.say(codeMissing.At(at).Want(m.label, "").Saying(wording.Say("said.kinds.missing", m.label)))
		}
	}
	if _, ok := xmlwalk.Moment(s.d.Crawled); !ok && s.d.Crawled != "" {
		s.say(codeForm.At(at).Want(wording.Say("want.website.crawl-date"), s.d.Crawled))
	}
	for _, x := range s.d.Statements {
		if def, ok := snapshot.Of(x.Number); !ok || def.Type != x.Type || def.Label != x.Label || def.Step != x.Step {
			s.say(codeStatement.At(at).Want(fmt.Sprintf("%d %s %s %s", def.Number, def.Step, def.Type, def.Label),
				fmt.Sprintf("%d %s %s %s", x.Number, x.Step, x.Type, x.Label)))
		}
	}
	s.values(at)
	switch q := s.d.Quality; {
	case q == nil:
		s.say(codeNotJudged.At(at))
	case q.Verdict == Poor:
		s.say(codePoor.At(at).Want(string(Good), string(q.Verdict)))
	}
	if s.crawlRoot() == "" {
		return
	}
	// Older descriptions count what the crawler wrote for itself, too.
	for n, have := range map[int][2]int64{22: {s.counted.bytes, s.bytes}, 23: {int64(s.counted.files), int64(s.files)}} {
		if v := s.d.Statement(n).Value; snapshot.Known(v) && !snapshot.Same(v, have[0]) && !snapshot.Same(v, have[1]) {
			def, _ := snapshot.Of(n)
			s.say(codeStatistics.At(at).Want(def.Label+": "+v, strconv.FormatInt(have[0], 10)))
		}
	}
}

// Rules implements check.Kind: everything but the text of pages is compared while
// reading, digests and completeness by the engine.
func (Kind) Rules(m *check.Manifest) []check.Rule {
	s, ok := m.Detail.(*survey)
	if !ok || len(s.layout.Mirrors) == 0 {
		return nil
	}
	return []check.Rule{{Name: "error-pages", Run: s.errorPages}}
}

// fields are the index fields of a web area (B3: agency, domain, date of the crawl;
// F1: signature, project, occasion and counts).
func (s *survey) fields() (out []record.Field) {
	add := func(name, value string) {
		if value = strings.TrimSpace(value); snapshot.Known(value) {
			out = append(out, record.Field{Name: name, Value: value})
		}
	}
	if d := s.d; d != nil {
		add("Behörde", d.Agency)
		for _, n := range []int{2, 3, 4, 5} {
			def, _ := snapshot.Of(n)
			add(def.Label, d.Statement(n).Value)
		}
	}
	add("Domain", s.domain())
	add("Datum des Crawls", s.crawled())
	if s.d != nil {
		for _, n := range []int{12, 13, 14, 15, 22, 23, 24, 25, 28, 39, 40, 41, 42, 44, 46, 62} {
			if def, _ := snapshot.Of(n); n != 12 || s.d.Statement(n).Value != s.d.Domain {
				add(def.Label, s.d.Statement(n).Value)
			}
		}
	}
	if s.d != nil {
		add("Startseite", s.d.Start)
		if q := s.d.Quality; q != nil {
			add("Güte des Crawls", string(q.Verdict))
		}
	}
	if l := s.log; l != nil {
		add("Download-Tool", l.Program)
		if l.Complete {
			add("Dauer des Crawls", l.Duration.String())
			add("Links laut Crawler", strconv.FormatInt(l.Links, 10))
			add("Dateien laut Crawler", strconv.FormatInt(l.Files, 10))
		}
		add("Fehler laut Crawler", strconv.FormatInt(l.Errors, 10))
	}
	if s.archives.files > 0 {
		add("Sätze", s.archives.text())
		add("Software", s.archives.software)
		add("Inhaltsarten", mimes(s.archives.mime))
	}
	if s.wacz != nil {
		add("Software", s.wacz.Software)
	}
	return out
}

// mimes writes the ten most frequent types.
func mimes(counts map[string]int64) string {
	names := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
	var out []string
	for _, n := range names[:min(10, len(names))] {
		out = append(out, fmt.Sprintf("%s %d", cmp.Or(n, "ohne Angabe"), counts[n]))
	}
	return strings.Join(out, ", ")
}

func (s *survey) domain() string {
	switch {
	case s.d != nil && s.d.Domain != "":
		return s.d.Domain
	case s.log != nil && hostOf(s.log.Start) != "":
		return hostOf(s.log.Start)
	case s.wacz != nil && hostOf(s.wacz.MainPage) != "":
		return hostOf(s.wacz.MainPage)
	}
	return s.archives.host()
}

// crawled is the day of the crawl.
func (s *survey) crawled() string {
	if s.d != nil {
		if t, ok := xmlwalk.Moment(s.d.Crawled); ok {
			return t.Format("2006-01-02")
		}
	}
	if s.log != nil && !s.log.Started.IsZero() {
		return s.log.Started.Format("2006-01-02")
	}
	from, _ := s.archives.span()
	return from
}

// manifest turns the survey into what the engine works on.
func (s *survey) manifest() *check.Manifest {
	m := &check.Manifest{Kind: s.kind, Standard: s.standard(), Title: strings.TrimSpace("Webbereich " + s.domain()), Listed: s.listed,
		ListsAll: s.wacz != nil,
		Fields:   s.fields(), Detail: s, Checks: s.checks, Roots: s.tree()}
	m.Undescribed = s.d == nil
	for _, root := range s.layout.Mirrors {
		if root != "" {
			m.Payload = append(m.Payload, root+"/")
		}
	}
	if s.d != nil {
		m.Agency = check.Agency{Name: s.d.Agency, ID: s.d.AgencyID}
	}
	m.Created, _ = xmlwalk.Moment(s.crawled())
	return m
}

func (s *survey) standard() string {
	switch {
	case s.kind == NameWACZ && s.wacz != nil:
		return s.wacz.Version
	case s.kind == NameWARC:
		return strings.Join(s.archives.versions, ", ")
	case s.d != nil:
		return s.d.Version
	case s.log != nil:
		return s.log.Program
	}
	return ""
}

// tree makes the record tree: the web area as dossier, the snapshot as one case
// that is kept whole, and a document for each part.
func (s *survey) tree() []*record.Object {
	domain, day := cmp.Or(s.domain(), "ohne Domain"), record.Date(s.crawled())
	span := record.DateSpan{From: day, To: day}
	if from, to := s.archives.span(); s.d == nil && s.log == nil && from != "" {
		span = record.DateSpan{From: record.Date(from), To: record.Date(to)}
	}
	object := func(kind record.Kind, id, subject string) *record.Object {
		o := &record.Object{ID: id, Kind: kind, Reference: domain, Subject: subject, Span: span, Rating: record.RatingArchive,
			Origin: record.OriginKind, Retention: record.Retention{Years: -1}, Fields: s.fields()}
		if s.d != nil {
			o.LeadUnit = cmp.Or(s.d.Stated(3), s.d.Agency)
		}
		return o
	}
	area, shot := object(record.Dossier, "webbereich-"+domain, "Webbereich "+domain),
		object(record.Case, "schnappschuss-"+domain+"-"+string(day), strings.TrimSpace("Schnappschuss "+domain+" vom "+string(day)))
	if s.d != nil {
		shot.Type = s.d.Stated(5)
	}
	shot.Reference = strings.TrimSpace(domain + " " + string(day))
	area.Add(shot)
	s.documents(shot, day)
	return []*record.Object{area}
}

// documents adds a document per part; every file of the delivery belongs to one.
func (s *survey) documents(shot *record.Object, day record.Date) {
	made := map[string]*record.Object{}
	var names []string
	_ = s.t.Files(context.Background(), func(e container.Entry) error { // a walk over names only
		id, subject := s.part(e.Path)
		if made[id] == nil {
			made[id] = &record.Object{ID: id, Kind: record.Document, Subject: subject, Date: day, Retention: record.Retention{Years: -1},
				Versions: []record.Version{{Number: "1"}}}
			names = append(names, id)
		}
		v := &made[id].Versions[0]
		v.Renditions = append(v.Renditions, record.Rendition{File: record.PrimaryFile{Name: e.Path, Original: path.Base(e.Path)}})
		return nil
	})
	slices.Sort(names)
	for _, id := range names {
		shot.Add(made[id])
	}
}

// part names the document a file belongs to; ids sort in the order of showing.
func (s *survey) part(p string) (id, subject string) {
	l := s.layout
	switch {
	case p == l.Document:
		return "0-beschreibung", "Beschreibung des Schnappschusses"
	case slices.Contains(l.PDFs, p):
		return idPDF + p, "Web-PDF (Repräsentation 1)"
	case slices.Contains(l.Images, p):
		return idISO + p, "ISO-Abbild (Repräsentation 2)"
	case slices.Contains(l.Archives, p):
		return "4-archiv-" + p, "Archivdatei " + path.Base(p)
	case slices.Contains(l.Packages, p):
		return "4-wacz-" + p, "WACZ " + path.Base(p)
	case l.WACZ:
		return "5-wacz", "Verzeichnisse der WACZ-Datei"
	}
	if _, rel, ok := l.mirrorOf(p); ok {
		if host, _, inside := strings.Cut(rel, "/"); inside && host != "hts-cache" {
			return "3-spiegel-" + host, "Spiegel " + host
		}
		return "6-crawler", "Protokoll und Verzeichnis des Crawlers"
	}
	return "7-beilagen", "Beilagen"
}
