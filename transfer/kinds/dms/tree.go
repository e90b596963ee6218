package dms

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// caseKey names a Vorgang: its own sign may return in another Akte.
type caseKey struct{ dossier, reference string }

// node is one object with what the reading still has to know of it.
type node struct {
	o      *record.Object
	key    caseKey
	parent string // sign of what it is a part of, "" = none
	at     string
	line   int
	papers bool // its medium is not electronic alone
}

// builder makes the tree of what is read, whatever order it comes in.
type builder struct {
	dossiers   map[string]*node
	cases      map[caseKey]*node
	byID       map[string]*node // documents that have an id of their own
	order      []*node          // dossiers
	caseOrder  []*node
	documents  []*node
	loose      []*layout.Record // Vorgänge that do not say of which Akte they are
	taken      map[string]int   // ids given out
	told       map[string]*tally
	toldOrder  []string
	classified *check.Finding
	paths      map[string]bool
	byBase     map[string][]string
	undated    map[*record.Object]bool // documents whose date is told as none
	wholes     map[caseKey]bool        // Vorgänge that have parts
	count      int
}

func newBuilder() *builder {
	return &builder{dossiers: map[string]*node{}, cases: map[caseKey]*node{}, byID: map[string]*node{}, taken: map[string]int{},
		told:  map[string]*tally{},
		paths: map[string]bool{}, byBase: map[string][]string{}, undated: map[*record.Object]bool{}}
}

// tally is one cause with its count: one cause one line.
type tally struct {
	first check.Finding
	n     int
}

func (b *builder) say(cause string, f check.Finding) {
	key := f.Code + "\x00" + cause
	t := b.told[key]
	if t == nil {
		t = &tally{first: f}
		b.told[key] = t
		b.toldOrder = append(b.toldOrder, key)
	}
	t.n++
}

func (b *builder) findings() (out []check.Finding) {
	for _, key := range b.toldOrder {
		t := b.told[key]
		f := t.first
		if t.n > 1 {
			f = f.Saying(wording.Say("said.kinds.in-delivery", t.n))
		}
		out = append(out, f)
	}
	return out
}

// id makes a name of an object out of what it is: the same delivery gives the same
// names, a new delivery keeps those of what did not change.
func (b *builder) id(kind string, words ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(words, "\x00")))
	id := kind + "-" + hex.EncodeToString(sum[:8])
	b.taken[id]++
	if n := b.taken[id]; n > 1 {
		id = fmt.Sprintf("%s-%d", id, n)
	}
	return id
}

func (b *builder) ensureDossier(reference string) *node {
	n := b.dossiers[reference]
	if n == nil {
		n = &node{o: &record.Object{ID: b.id("akte", reference), Kind: record.Dossier, Reference: reference,
			Retention: record.Retention{Years: -1}}}
		b.dossiers[reference] = n
		b.order = append(b.order, n)
	}
	return n
}

func (b *builder) ensureCase(k caseKey) *node {
	n := b.cases[k]
	if n == nil {
		b.ensureDossier(k.dossier)
		n = &node{key: k, o: &record.Object{ID: b.id("vorgang", k.dossier, k.reference), Kind: record.Case, Reference: k.reference,
			Retention: record.Retention{Years: -1}}}
		b.cases[k] = n
		b.caseOrder = append(b.caseOrder, n)
	}
	return n
}

// dossier takes a record about an Akte.
func (b *builder) dossier(r *layout.Record) {
	reference := r.Get("reference")
	if reference == "" {
		if r.Get("title") == "" {
			return
		}
		b.say("dossier", codeMissing.At(r.At).On(r.Line).Want("Aktenzeichen", ""))
		return
	}
	n := b.ensureDossier(reference)
	b.describe(n, r, wording.Say("want.dms.dossier", reference))
}

// process takes a record about a Vorgang.
func (b *builder) process(r *layout.Record) {
	reference, dossier := r.Get("reference"), r.Get("dossier")
	switch {
	case reference == "":
		if r.Get("title") != "" {
			b.say("case", codeMissing.At(r.At).On(r.Line).Want("Vorgangskennzeichen", ""))
		}
	case dossier == "":
		b.watch(r)
		b.loose = append(b.loose, r)
	default:
		b.describe(b.ensureCase(caseKey{dossier, reference}), r, wording.Say("want.dms.case", reference))
	}
}

// settle gives the Vorgänge that name no Akte to the one whose documents name them.
func (b *builder) settle() {
	owners := map[string][]*node{}
	for _, n := range b.caseOrder {
		owners[n.key.reference] = append(owners[n.key.reference], n)
	}
	for _, r := range b.loose {
		reference := r.Get("reference")
		found := owners[reference]
		if len(found) == 0 {
			n := b.ensureCase(caseKey{"", reference})
			owners[reference] = []*node{n}
			found = owners[reference]
			b.say("no dossier", codeMissing.At(r.At).On(r.Line).Want(wording.Say("want.dms.reference-of", reference), ""))
		}
		if len(found) > 1 {
			b.say("several", codeDiffers.At(r.At).On(r.Line).Want(wording.Say("want.dms.one-case", reference),
				wording.Say("found.dms.dossiers", len(found))))
		}
		b.describe(found[0], r, wording.Say("want.dms.case", reference))
	}
}

// watch stops at classified material and tells of restricted one (G15).
func (b *builder) watch(r *layout.Record) {
	level := r.Get("confidentiality")
	switch {
	case level == "":
	case check.ClassifiedLevel(level):
		if b.classified == nil {
			f := check.CodeClassified.At("").Want(wording.Say("want.kinds.open"), level)
			b.classified = &f
		}
	case check.RestrictedLevel(level):
		b.say("", codeRestricted.At(r.At).On(r.Line))
	}
}

// describe puts the statements of a record into an Akte or a Vorgang; what is said
// twice must be the same.
func (b *builder) describe(n *node, r *layout.Record, what wording.Text) {
	b.watch(r)
	o := n.o
	if n.at == "" {
		n.at, n.line, o.Line = r.At, r.Line, r.Line
	}
	if p := r.Get("parent"); p != "" {
		n.parent = p
	}
	for _, s := range ofObject {
		b.put(s.at(o), r, s.key, what)
	}
	n.papers = n.papers || onPaper(o.Medium)
	b.putDate(&o.Span.From, r, "from", o)
	b.putDate(&o.Span.To, r, "to", o)
	if o.Span.From != "" && o.Span.To != "" && o.Span.To < o.Span.From {
		b.say("span", codeDate.At(r.At).On(r.Line).Of(o.ID).Want(wording.Say("want.dms.end-after", string(o.Span.From)), string(o.Span.To)))
	}
	b.rate(o, r)
	more(o, r)
}

// ofObject are the statements in words that an object of any level may have.
var ofObject = []struct {
	key string
	at  func(*record.Object) *string
}{
	{"title", func(o *record.Object) *string { return &o.Subject }}, {"type", func(o *record.Object) *string { return &o.Type }},
	{"plan", func(o *record.Object) *string { return &o.Plan.Reference }},
	{"planTitle", func(o *record.Object) *string { return &o.Plan.Title }},
	{"leadUnit", func(o *record.Object) *string { return &o.LeadUnit }}, {"medium", func(o *record.Object) *string { return &o.Medium }},
	{"confidentiality", func(o *record.Object) *string { return &o.Confidentiality }},
	{"note", func(o *record.Object) *string { return &o.Note }},
}

// ofDocument is what every row about a document must say (004 P5.1.1).
var ofDocument = []struct{ key, label string }{{"dossier", "Aktenzeichen"}, {"case", "Vorgangskennzeichen"}}

// put fills a statement; another value than the one already there is told.
func (b *builder) put(at *string, r *layout.Record, key string, what wording.Text) {
	switch v := r.Get(key); {
	case v == "" || v == *at:
	case *at == "":
		*at = v
	default:
		b.say(key, codeDiffers.At(r.At).On(r.LineOf(key)).Want(wording.Say("want.dms.labelled", what, *at), v))
	}
}

// ratings are the words for the Aussonderungsart, in lower case.
var ratings = map[string]record.Rating{"a": record.RatingArchive, "archivwürdig": record.RatingArchive, "archivieren": record.RatingArchive,
	"b":        record.RatingAppraise,
	"bewerten": record.RatingAppraise, "v": record.RatingDestroy, "vernichten": record.RatingDestroy, "kassieren": record.RatingDestroy}

func (b *builder) rate(o *record.Object, r *layout.Record) {
	v := r.Get("rating")
	if v == "" {
		return
	}
	rating, known := ratings[strings.ToLower(v)]
	switch {
	case !known:
		b.say("", codeRating.At(r.At).On(r.LineOf("rating")).Of(o.ID).Want(wording.Say("want.kinds.a-b-v"), v))
	case o.Rating != record.RatingOpen && o.Rating != rating:
		b.say("rating", codeDiffers.At(r.At).On(r.LineOf("rating")).Want(string(o.Rating), v))
	default:
		o.Rating, o.Origin = rating, record.OriginMessage
	}
}

// more keeps what the layout reads beside the statements that are asked for.
func more(o *record.Object, r *layout.Record) {
	for _, v := range r.All("more") {
		f := record.Field{Name: v.Name, Value: v.Text}
		if f.Name == "" {
			f.Name = "Weitere Angabe"
		}
		if len(o.Fields) < maxFields && !slices.Contains(o.Fields, f) {
			o.Fields = append(o.Fields, f)
		}
	}
}

const maxFields = 200

func onPaper(medium string) bool {
	m := strings.ToLower(medium)
	return strings.Contains(m, "papier") || strings.Contains(m, "hybrid") || strings.Contains(m, "002") || strings.Contains(m, "003")
}

var isoDate = regexp.MustCompile(`^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$`)

// putDate takes a date written as JJJJ-MM-TT (also shorter, also with a time) or
// TT.MM.JJJJ; what is no date stays as a statement in its own words and is told.
func (b *builder) putDate(at *record.Date, r *layout.Record, key string, o *record.Object) {
	v := r.Get(key)
	if v == "" {
		return
	}
	day, ok := dayOf(v)
	if !ok {
		b.undated[o] = key == "date"
		b.say(key, codeDate.At(r.At).On(r.LineOf(key)).Of(o.ID).Want(wording.Say("want.check.day"), v))
		if len(o.Fields) < maxFields {
			o.Fields = append(o.Fields, record.Field{Name: dateWords[key] + " (wie geliefert)", Value: v})
		}
		return
	}
	if *at != "" && *at != day {
		b.say(key, codeDiffers.At(r.At).On(r.LineOf(key)).Of(o.ID).Want(string(*at), v))
		return
	}
	*at = day
}

var dateWords = map[string]string{"from": "Laufzeit von", "to": "Laufzeit bis", "date": "Dokumentdatum", "received": "Posteingang"}

func dayOf(v string) (record.Date, bool) {
	day, _, _ := strings.Cut(strings.TrimSpace(v), "T")
	if isoDate.MatchString(day) {
		if len(day) == len(time.DateOnly) {
			_, err := time.Parse(time.DateOnly, day)
			return record.Date(day), err == nil
		}
		return record.Date(day), true
	}
	t, err := time.Parse("2.1.2006", day)
	return record.Date(t.Format(time.DateOnly)), err == nil
}

// document takes a record about a document; several with one id are one document with
// several files.
func (b *builder) document(r *layout.Record) {
	names := r.All("file")
	if r.Get("title") == "" && len(names) == 0 && r.Get("id") == "" && r.Get("date") == "" {
		return // it describes an Akte or a Vorgang alone
	}
	for _, must := range ofDocument {
		if r.Get(must.key) == "" {
			b.say("document."+must.key, codeMissing.At(r.At).On(r.Line).Want(must.label, ""))
		}
	}
	b.watch(r)
	id := r.Get("id")
	n := b.byID[id]
	if id == "" || n == nil {
		n = b.newDocument(r, id)
	} else if k := (caseKey{r.Get("dossier"), r.Get("case")}); k != n.key {
		b.say("place", codePlace.At(r.At).On(r.Line).Of(n.o.ID).Want(n.key.dossier+" "+n.key.reference, k.dossier+" "+k.reference))
	}
	o := n.o
	what := wording.Say("want.dms.document", o.Label())
	b.put(&o.Reference, r, "reference", what)
	for _, s := range ofObject {
		b.put(s.at(o), r, s.key, what)
	}
	b.putDate(&o.Date, r, "date", o)
	b.putDate(&o.Received, r, "received", o)
	more(o, r)
	n.papers = n.papers || onPaper(o.Medium)
	version := r.Get("version")
	if version == "" {
		version = "1"
	}
	digests := r.All("digest")
	algorithm := r.Get("algorithm")
	for i, f := range names {
		at := slices.IndexFunc(o.Versions, func(v record.Version) bool { return v.Number == version })
		if at < 0 {
			o.Versions = append(o.Versions, record.Version{Number: version})
			at = len(o.Versions) - 1
		}
		p := record.PrimaryFile{Name: f.Text, Line: r.LineOf("file")}
		if alg, value := digestOf(algorithm, digests, i, len(names)); value != "" {
			p.Digests = []record.Digest{{Algorithm: alg, Value: value}}
			if alg == "" {
				b.say("", codeDigest.At(r.At).On(r.Line).Of(o.ID).Want(wording.Say("want.dms.digests"),
					strings.TrimSpace(algorithm+" "+value)))
				p.Digests = nil
			}
		}
		o.Versions[at].Renditions = append(o.Versions[at].Renditions, record.Rendition{File: p})
	}
}

func (b *builder) newDocument(r *layout.Record, id string) *node {
	k := caseKey{r.Get("dossier"), r.Get("case")}
	words := []string{id}
	if id == "" {
		words = []string{k.dossier, k.reference, r.Get("file"), r.Get("title")}
	}
	n := &node{key: k, parent: r.Get("parent"), at: r.At, line: r.Line,
		o: &record.Object{ID: b.id("dokument", words...), Kind: record.Document, Line: r.Line, Retention: record.Retention{Years: -1}}}
	b.ensureCase(k)
	b.documents = append(b.documents, n)
	if id != "" {
		b.byID[id] = n
		n.o.Fields = append(n.o.Fields, record.Field{Name: "Kennung des Dokuments", Value: id})
	}
	return n
}

// digestOf gives the digest of the i-th of n files: one for each, or one for the only file.
func digestOf(algorithm string, digests []layout.Value, i, n int) (alg, value string) {
	if len(digests) != n {
		return "", ""
	}
	value = strings.ToLower(strings.TrimSpace(digests[i].Text))
	lengths := map[int]string{32: "md5", 40: "sha-1", 64: "sha-256", 96: "sha-384", 128: "sha-512"}
	alg = lengths[len(value)]
	if strings.Trim(value, "0123456789abcdef") != "" {
		return "", value
	}
	said := strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(algorithm))
	if said != "" && said != strings.ReplaceAll(alg, "-", "") {
		return "", value
	}
	return alg, value
}
