package mapping

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/record"
)

// source is one word of the vocabulary outside the record tree.
type source struct {
	name  string // "profile.agency"
	in    Table  // tables that can reach it
	means string // German, for the page
	words string // what people write instead, in German
	get   func(*Scope) string
}

const (
	packages   = AIP | Descriptive | Technical // tables of a package
	everywhere = ControlList | packages
)

// plain are the sources outside the record tree, in the order of the page.
var plain = []source{
	{"accession.delivered", everywhere, "Datum der Abgabe", "abgabe lieferung",
		func(s *Scope) string { return Stamp(s.Accession.Delivered) }},
	{"accession.id", everywhere, "Ü-ID", "übernahmeid kennung", func(s *Scope) string { return s.Accession.ID }},
	{"accession.number", everywhere, "Zugangsnummer", "zugangsnummer nummer", func(s *Scope) string { return s.Accession.Number }},
	{"accession.offered", everywhere, "Datum der Anbietung", "anbietung angebot",
		func(s *Scope) string { return Stamp(s.Accession.Offered) }},
	{"archive.name", everywhere, "Name des Archivs", "archiv", func(s *Scope) string { return s.Archive }},
	{"file.format.mime", Technical, "MIME-Typ", "mime", func(s *Scope) string { return s.File.Format.MIME }},
	{"file.format.name", Technical, "Formatname", "format formatname", func(s *Scope) string { return s.File.Format.Name }},
	{"file.format.puid", Technical, "PRONOM-Kennung", "pronom puid", func(s *Scope) string { return s.File.Format.PUID }},
	{"file.format.registry", Technical, "Formatverzeichnis mit Kennung", "formatverzeichnis verzeichnis",
		func(s *Scope) string { return registry(s.File.Format.PUID) }},
	{"file.format.version", Technical, "Formatversion", "version formatversion", func(s *Scope) string { return s.File.Format.Version }},
	{"file.object", Technical, "ID des Dokuments", "dokument objekt", func(s *Scope) string { return s.File.Object }},
	{"file.original", Technical, "ursprünglicher Dateiname", "dateiname name", func(s *Scope) string { return s.File.Original }},
	{"file.path", Technical, "Pfad im Paket unter data", "pfad", func(s *Scope) string { return s.File.Path }},
	{"file.properties", Technical, "signifikante Eigenschaften", "eigenschaften", func(s *Scope) string { return s.File.Properties }},
	{"file.sha512", Technical, "Prüfsumme, soweit schon bekannt", "prüfsumme hash", func(s *Scope) string { return s.File.SHA512 }},
	{"file.size", Technical, "Größe in Byte", "größe", func(s *Scope) string { return strconv.FormatInt(s.File.Size, 10) }},
	{"file.viewPath", Technical, "Darstellungspfad", "darstellungspfad", func(s *Scope) string { return s.File.ViewPath }},
	{"list.agency", ControlList, "Name der Stelle, wie die Abgabeliste sie nennt", "behörde stelle provenienz",
		func(s *Scope) string { return s.List.Agency }},
	{"list.agencyId", ControlList, "Behördenkennung der Abgabeliste", "behördenkennung kennung",
		func(s *Scope) string { return s.List.AgencyID }},
	{"list.created", ControlList, "Zeit der Abgabeliste", "erstellt datum", func(s *Scope) string { return Stamp(s.List.Created) }},
	{"list.profileId", ControlList, "Profil-Kennung der Abgabeliste", "profil", func(s *Scope) string { return s.List.ProfileID }},
	{"package.earlier", packages, "Kennung des Pakets der früheren Repräsentation", "früher vorgänger",
		func(s *Scope) string { return s.Package.Earlier }},
	{"package.formats", packages, "alle PRONOM-Kennungen des Pakets", "formate", func(s *Scope) string { return s.Package.Formats }},
	{"package.ordered", everywhere, "Zeit des Auftrags", "auftrag", func(s *Scope) string { return Stamp(s.Package.Ordered) }},
	{"package.pid", everywhere, "Kennung des Pakets", "kennung", func(s *Scope) string { return s.Package.PID }},
	{"package.referenceCode", everywhere, "Archivsignatur", "archivsignatur signatur",
		func(s *Scope) string { return s.Package.ReferenceCode }},
	{"profile.agency", everywhere, "Name der Stelle", "stelle behörde name", func(s *Scope) string { return s.Profile.Agency }},
	{"profile.agencyId", everywhere, "Behördenkennung", "behördenkennung", func(s *Scope) string { return s.Profile.AgencyID }},
	{"profile.contact", everywhere, "Ansprechperson", "ansprechperson kontakt", func(s *Scope) string { return s.Profile.Contact }},
	{"profile.contactMail", everywhere, "deren E-Mail-Adresse", "mail email", func(s *Scope) string { return s.Profile.ContactMail }},
	{"profile.contactUnit", everywhere, "deren Organisationseinheit", "referat organisationseinheit",
		func(s *Scope) string { return s.Profile.ContactUnit }},
	{"profile.environment", everywhere, "technische Umgebung für die Nutzung", "umgebung",
		func(s *Scope) string { return s.Profile.Environment }},
	{"profile.id", everywhere, "Profil-Kennung", "kennung profilkennung", func(s *Scope) string { return s.Profile.ID }},
	{"profile.source", everywhere, "Quellanwendung", "quelle anwendung system", func(s *Scope) string { return s.Profile.Source }},
}

// told says which objects of a transfer list (Ab_Lis) carry a statement: the case,
// its dossier, both or none.
type told uint8

const (
	ofCase told = 1 << iota
	ofDossier
)

// statement is one word of the vocabulary below object., dossier., case. and parent.
type statement struct {
	name  string
	list  told
	means string
	words string
	get   func(*record.Object) (value string, derived bool)
}

func stated(get func(*record.Object) string) func(*record.Object) (string, bool) {
	return func(o *record.Object) (string, bool) { return get(o), false }
}

// statements are the sources inside the record tree, in the order of the page.
var statements = []statement{
	{"confidentiality", 0, "Vertraulichkeitsstufe", "vertraulichkeit vertraulichkeitsstufe",
		stated(func(o *record.Object) string { return o.Confidentiality })},
	{"date", 0, "Dokumentdatum, sonst abgeleitet", "datum dokumentdatum",
		func(o *record.Object) (string, bool) { d, derived := DocumentDate(o); return string(d), derived }},
	{"files", ofCase, "Zahl der Dateien darunter", "dateien",
		stated(func(o *record.Object) string { return strconv.Itoa(record.Count([]*record.Object{o}).Files) })},
	{"from", ofCase, "Laufzeit von, sonst abgeleitet", "laufzeitvon beginn von", func(o *record.Object) (string, bool) {
		s := Span(o)
		return string(s.From), s.From != o.Span.From || o.Span.Derived
	}},
	{"id", ofCase, "ID der Quelle", "kennung objektid", stated(func(o *record.Object) string { return o.ID })},
	{"label", ofCase | ofDossier, "Kennzeichen und Betreff", "bezeichnung titel", stated((*record.Object).Label)},
	{"leadUnit", 0, "Federführung", "federführung", stated(func(o *record.Object) string { return o.LeadUnit })},
	{"medium", 0, "Medium", "medium", stated(func(o *record.Object) string { return o.Medium })},
	{"note", 0, "Bemerkung", "bemerkung notiz", stated(func(o *record.Object) string { return o.Note })},
	{"number", 0, "Nummer im übergeordneten Container", "nummer", stated(func(o *record.Object) string { return o.Number })},
	{"plan", 0, "Aktenplaneinheit", "aktenplan aktenplaneinheit",
		stated(func(o *record.Object) string { return strings.TrimSpace(o.Plan.Reference + " " + o.Plan.Title) })},
	{"rating", ofCase, "Aussonderungsart", "bewertung aussonderungsart", stated(func(o *record.Object) string { return string(o.Rating) })},
	{"received", 0, "Posteingangsdatum", "posteingang eingang", stated(func(o *record.Object) string { return string(o.Received) })},
	{"reference", ofCase | ofDossier, "Aktenzeichen, Kennzeichen, Geschäftszeichen", "aktenzeichen kennzeichen geschäftszeichen",
		stated(func(o *record.Object) string { return o.Reference })},
	{"subject", ofCase | ofDossier, "Betreff", "betreff titel", stated(func(o *record.Object) string { return o.Subject })},
	{"suggestion", 0, "Bewertungsvorschlag", "bewertungsvorschlag vorschlag",
		stated(func(o *record.Object) string { return string(o.Suggestion) })},
	{"to", ofCase, "Laufzeit bis, sonst abgeleitet", "laufzeitbis ende bis", func(o *record.Object) (string, bool) {
		s := Span(o)
		return string(s.To), s.To != o.Span.To || o.Span.Derived
	}},
	{"type", 0, "Akten-, Vorgangs- oder Dokumenttyp", "typ aktentyp vorgangstyp dokumenttyp",
		stated(func(o *record.Object) string { return o.Type })},
}

// roots are the first words of sources inside the record tree, with what people
// write instead.
var roots = []struct{ name, words string }{
	{"object", "objekt"}, {"dossier", "akte"}, {"case", "vorgang"}, {"parent", "eltern"},
}

var (
	plainNamed     = named(plain, func(s source) string { return s.name })
	statementNamed = named(statements, func(s statement) string { return s.name })
)

func named[T any](list []T, name func(T) string) map[string]*T {
	out := make(map[string]*T, len(list))
	for i := range list {
		out[name(list[i])] = &list[i]
	}
	return out
}

// former are the names MAPPING-1 had before there was one vocabulary; profiles that
// use them are understood as ever.
var former = map[string]string{
	"Behoerde/Name": "list.agency", "Behoerde/Kennung": "list.agencyId", "Profil": "list.profileId", "Erstellt": "list.created",
	"Akte/Aktenzeichen": "dossier.reference", "Akte/Betreff": "dossier.subject", "Vorgang/@id": "object.id",
	"Vorgang/@bewertung":  "object.rating",
	"Vorgang/Kennzeichen": "object.reference", "Vorgang/Betreff": "object.subject", "Vorgang/Beginn": "object.from",
	"Vorgang/Ende": "object.to",
}

// reaches reports whether a statement of an object can be had in a table. A
// transfer list tells less of a case than the message does, of its dossier little.
func reaches(t Table, root, name string) bool {
	s := statementNamed[name]
	if s == nil || !slices.ContainsFunc(roots, func(r struct{ name, words string }) bool { return r.name == root }) {
		return false
	}
	if t != ControlList {
		return true
	}
	if root == "dossier" || root == "parent" {
		return s.list&ofDossier != 0
	}
	return s.list&ofCase != 0
}

func registry(puid string) string {
	if puid == "" {
		return ""
	}
	return "PRONOM " + puid
}

// Stamp writes a time as in METS: UTC, whole seconds; "" for the zero time.
func Stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05Z")
}
