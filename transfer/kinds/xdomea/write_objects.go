package xdomea

import (
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"laufzettel/transfer/record"
)

// writeReach writes one way to reach a party; the channel lists differ.
func writeReach(e *emitter, v version, address, code2, code3 string) {
	if address == "" {
		return
	}
	const reach = "urn:de:xoev:codeliste:erreichbarkeit"
	switch v.gen {
	case gen4:
		e.begin("erreichbarkeit")
		e.code(".kanal", reach, "3", code3, "")
		e.leaf(".kennung", address)
	case gen3:
		e.begin("Kommunikation")
		e.code("Kanal", reach, "3", code3, "")
		e.leaf("Kennung", address)
	default:
		e.begin("Kommunikation")
		e.code("Kanal", "urn:xoev-de:xdomea:codeliste:kommunikationsart", "1.0", code2, "")
		e.leaf("Kennung", address)
	}
	e.end()
}

// writeRating writes an Aussonderungsart. Free text exists from 3.0 on.
func writeRating(e *emitter, v version, r record.Rating, free string) error {
	if v.gen == gen2 {
		if r == record.RatingOpen {
			return errors.New("a rating as free text needs version 3.0.0 or newer")
		}
		e.code("Aussonderungsart", listRating.uri, "1.0", string(r), "")
		return nil
	}
	e.begin("Aussonderungsart")
	switch {
	case r != record.RatingOpen:
		e.code("Aussonderungsart", listRating.uri, "1.0", string(r), "")
	case free != "":
		e.leaf("AussonderungsartKonfigurierbar", free)
	default:
		return errors.New("the rating is missing")
	}
	e.end()
	return nil
}

// objectWriter writes record trees in the element order of one version.
type objectWriter struct {
	e     *emitter
	v     version
	files bool // write versions and primary files
}

func writeObjects(e *emitter, v version, roots iter.Seq2[*record.Object, error], files bool) error {
	none := true
	w := objectWriter{e, v, files}
	for o, err := range roots {
		none = false
		if e.err == nil {
			e.err = err
		}
		if e.err != nil {
			break // of the sequence or because nobody takes what is written
		}
		if v.gen == gen4 && o.Kind == record.Document {
			return fmt.Errorf("object %s: 4.0.0 takes no document without dossier or case", o.ID)
		}
		e.begin("Schriftgutobjekt")
		if err := w.object(o, map[record.Kind]string{record.Dossier: "Akte", record.Case: "Vorgang",
			record.Document: "Dokument"}[o.Kind]); err != nil {
			return err
		}
		e.end()
	}
	if none {
		return errors.New("a message needs at least one object")
	}
	return nil
}

func (w objectWriter) object(o *record.Object, name string) error {
	w.e.begin(name)
	w.e.begin("Identifikation")
	w.e.leaf(w.v.idName(), o.ID)
	if _, err := strconv.ParseUint(o.Number, 10, 32); err == nil || (w.v.gen == gen2 && o.Number != "") {
		w.e.leaf("NummerImUebergeordnetenContainer", o.Number)
	}
	w.e.end()
	if w.v.gen == gen4 && o.Kind != record.Document {
		w.e.flag("Kontextobjekt", o.ContextOnly)
	}
	w.general(o)
	var err error
	switch o.Kind {
	case record.Dossier:
		err = w.dossier(o)
	case record.Case:
		err = w.caseBody(o)
	default:
		err = w.document(o)
	}
	if err != nil {
		return err
	}
	w.e.end()
	return nil
}

// general writes AllgemeineMetadaten.
func (w objectWriter) general(o *record.Object) {
	w.e.begin("AllgemeineMetadaten")
	w.e.opt("Betreff", o.Subject)
	w.e.opt("Kennzeichen", o.Reference)
	w.e.opt("Federfuehrung", o.LeadUnit)
	if w.v.gen >= gen3 {
		w.field(o, "Aktenfuehrung")
	}
	if o.Confidentiality != "" {
		if w.v.gen == gen4 {
			w.e.begin("Geheimhaltung")
			w.e.coded("Geheimhaltungsgrad", listSecrecy, "1.0", o.Confidentiality)
			w.e.end()
		} else {
			w.e.coded("Vertraulichkeitsstufe", listSecrecy, "1.0", o.Confidentiality)
		}
	}
	w.e.opt("Bemerkung", o.Note)
	w.e.coded("Medium", listMedium, "1.0", o.Medium)
	if o.Plan != (record.PlanUnit{}) {
		w.e.begin("Aktenplaneinheit")
		w.e.opt("Kennzeichen", o.Plan.Reference)
		w.e.opt("Inhaltsangabe", o.Plan.Title)
		w.e.end()
	}
	w.e.end()
}

// field writes a further statement that the object carries under this name.
func (w objectWriter) field(o *record.Object, name string) {
	for _, f := range o.Fields {
		if f.Name == name {
			w.e.opt(name, f.Value)
			return
		}
	}
}

func (w objectWriter) span(o *record.Object) {
	from, to := fullDay(o.Span.From), fullDay(o.Span.To)
	if from == "" && to == "" {
		return
	}
	w.e.begin("Laufzeit")
	w.e.opt("Beginn", from)
	w.e.opt("Ende", to)
	w.e.end()
}

// fullDay gives a date only where it is a calendar day: xs:date takes no less.
func fullDay(d record.Date) string {
	if day, ok := parseDay(string(d)); ok {
		return string(day)
	}
	return ""
}

// appraisal writes ArchivspezifischeMetadaten or Aussonderungsmetadaten.
func (w objectWriter) appraisal(o *record.Object) error {
	kept := o.Retention.Years >= 0 || o.Retention.Unlimited || o.Retention.End != ""
	rated := o.Rating != record.RatingOpen || o.RatingFree != ""
	if !kept && !rated && o.ReferenceCode == "" && o.Suggestion == "" {
		return nil
	}
	w.e.begin(map[bool]string{true: "Aussonderungsmetadaten", false: "ArchivspezifischeMetadaten"}[w.v.gen == gen4])
	w.retentionYears(o.Retention)
	if rated {
		if err := writeRating(w.e, w.v, o.Rating, o.RatingFree); err != nil {
			return fmt.Errorf("object %s: %w", o.ID, err)
		}
	}
	w.e.opt("Kennung", o.ReferenceCode)
	if o.Suggestion != "" {
		w.e.code("Bewertungsvorschlag", listSuggestion.uri, "1.0", string(o.Suggestion), "")
	}
	if w.v.gen == gen4 {
		w.e.opt("BewertungsvorschlagBegruendung", o.SuggestionReason)
	}
	w.retentionEnd(o.Retention.End)
	w.e.end()
	return nil
}

func (w objectWriter) retentionYears(r record.Retention) {
	switch {
	case w.v.gen == gen2:
		if r.Years >= 0 {
			w.e.leaf("Aufbewahrungsdauer", strconv.Itoa(r.Years))
		}
	case r.Unlimited:
		w.e.begin("Aufbewahrungsdauer")
		w.e.flag("Unbefristet", true)
		w.e.end()
	case r.Years >= 0:
		w.e.begin("Aufbewahrungsdauer")
		w.e.leaf("AnzahlJahre", strconv.Itoa(r.Years))
		w.e.end()
	}
}

// retentionEnd writes the end as a year in 2.x and as a day later.
func (w objectWriter) retentionEnd(end string) {
	switch {
	case len(end) < 4:
	case w.v.gen == gen2:
		w.e.leaf("Aufbewahrungsende", end[:4])
	case len(end) == 4:
		w.e.leaf("Aufbewahrungsende", end+"-12-31")
	default:
		w.e.leaf("Aufbewahrungsende", end)
	}
}

// children splits the objects below o by kind.
func children(o *record.Object, kind record.Kind) []*record.Object {
	var out []*record.Object
	for _, c := range o.Children {
		if c.Kind == kind {
			out = append(out, c)
		}
	}
	return out
}

func (w objectWriter) dossier(o *record.Object) error {
	if err := w.appraisal(o); err != nil {
		return err
	}
	w.field(o, "Standort")
	w.e.opt("Typ", o.Type)
	w.span(o)
	docs, cases, parts := children(o, record.Document), children(o, record.Case), children(o, record.Dossier)
	if w.v.gen == gen2 && len(docs) > 0 && len(cases) > 0 {
		return fmt.Errorf("object %s: a dossier of 2.x holds documents or cases, not both", o.ID)
	}
	if len(docs)+len(cases) > 0 || (w.v.gen > gen2 && len(parts) > 0) {
		w.e.begin("Akteninhalt")
		if err := w.documents(docs); err != nil {
			return err
		}
		if err := w.objects(cases, "Vorgang"); err != nil {
			return err
		}
		if w.v.gen > gen2 {
			if err := w.objects(parts, "Teilakte"); err != nil {
				return err
			}
		}
		w.e.end()
	}
	if w.v.gen == gen2 {
		return w.objects(parts, "Teilakte")
	}
	w.field(o, "ZdA")
	w.field(o, "ZdADatum")
	return nil
}

func (w objectWriter) caseBody(o *record.Object) error {
	if err := w.appraisal(o); err != nil {
		return err
	}
	w.field(o, "Aktenbetreff")
	w.e.opt("Typ", o.Type)
	w.field(o, "ZdA")
	if w.v.gen > gen2 {
		w.field(o, "ZdADatum")
	}
	w.span(o)
	if err := w.documents(children(o, record.Document)); err != nil {
		return err
	}
	return w.objects(children(o, record.Case), "Teilvorgang")
}

func (w objectWriter) objects(os []*record.Object, name string) error {
	for _, o := range os {
		if err := w.object(o, name); err != nil {
			return err
		}
	}
	return nil
}

// documents writes documents below a dossier or case; 4.0 wraps each.
func (w objectWriter) documents(os []*record.Object) error {
	for _, o := range os {
		if w.v.gen == gen4 {
			w.e.begin("DokumentOderDokumentMitSchriftstueck")
		}
		if err := w.object(o, "Dokument"); err != nil {
			return err
		}
		if w.v.gen == gen4 {
			w.e.end()
		}
	}
	return nil
}

func (w objectWriter) document(o *record.Object) error {
	w.field(o, "FremdesGeschaeftszeichen")
	w.e.opt("Posteingangsdatum", fullDay(o.Received))
	w.field(o, "Postausgangsdatum")
	w.e.opt("DatumDesSchreibens", fullDay(o.Date))
	w.field(o, "Bezug")
	w.field(o, "Hier")
	w.field(o, "Bearbeiter")
	w.e.opt("Typ", o.Type)
	if w.v.gen < gen4 {
		w.versions(o)
	}
	for _, a := range children(o, record.Document) {
		if w.v.gen == gen4 {
			w.e.begin("Anlage")
			if err := w.object(a, "Dokument"); err != nil {
				return err
			}
			w.e.end()
		} else if err := w.object(a, "Anlage"); err != nil {
			return err
		}
	}
	if w.v.gen == gen4 {
		w.versions(o)
	}
	return nil
}

func (w objectWriter) versions(o *record.Object) {
	if !w.files {
		return
	}
	for i, ver := range o.Versions {
		if len(ver.Renditions) == 0 {
			continue
		}
		w.e.begin("Version")
		w.e.leaf("Nummer", or(ver.Number, strconv.Itoa(i+1)))
		for _, r := range ver.Renditions {
			w.rendition(r)
		}
		w.e.end()
	}
}

func (w objectWriter) rendition(r record.Rendition) {
	w.e.begin("Format")
	code := or(r.FormatCode, formatOther)
	listVersion, label := "1.0", r.FormatName
	switch w.v.gen {
	case gen3:
		label = "" // the schema of 3.x forbids the child name here
	case gen4:
		listVersion = "2.0"
	}
	if code == formatOther {
		label = ""
	}
	w.e.code("Name", listFormat.uri, listVersion, code, label)
	if code == formatOther {
		w.e.opt("SonstigerName", r.FormatName)
	}
	w.e.leaf("Version", r.FormatVersion)
	w.e.begin("Primaerdokument")
	w.e.leaf("Dateiname", r.File.Name)
	if w.v.gen > gen2 {
		w.e.opt("DateinameOriginal", r.File.Original)
	}
	if !parseTime(r.File.Created).IsZero() {
		w.e.leaf("DatumUhrzeit", r.File.Created)
	}
	// One Hash per file is all the standard takes; the strongest is written.
	if d, ok := strongest(r.File.Digests); ok && w.v.gen == gen4 {
		w.e.begin("Hash")
		w.e.leaf("Wert", d.Value)
		w.e.code("Algorithmus", "urn:xoev-de:kosit:codeliste:xta.serviceprofile.kryptographische-algorithmen", "1.0.0",
			strings.ToUpper(digestAlgorithms[strings.ToLower(d.Algorithm)].name), "")
		w.e.end()
	}
	w.e.end()
	w.e.end()
}

// strongest picks the longest digest of a known algorithm.
func strongest(ds []record.Digest) (record.Digest, bool) {
	best, size := record.Digest{}, 0
	for _, d := range ds {
		if a := digestAlgorithms[strings.ToLower(d.Algorithm)]; a.size > size {
			best, size = d, a.size
		}
	}
	return best, size > 0
}
