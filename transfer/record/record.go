// Package record holds the object tree every delivery kind ends in: dossiers
// (Akte, Teilakte), cases (Vorgang, Teilvorgang) and documents (Dokument,
// Anlage) with their versions, renditions and primary files.
//
// In the words of RiC-CM and MoReq the tree as a whole is a record set or an
// aggregation; here every node is an Object. "File" always means a computer
// file. The package is a leaf (standard library only) and knows no wire format:
// the rooms of the delivery kinds fill it.
package record

import (
	"iter"
	"slices"
)

// Kind is what an object is. A Dossier below a Dossier is a Teilakte, a Case
// below a Case a Teilvorgang, a Document below a Document an attachment (Anlage).
type Kind string

// The kinds of objects.
const (
	Dossier  Kind = "dossier"  // Akte, Teilakte
	Case     Kind = "case"     // Vorgang, Teilvorgang
	Document Kind = "document" // Dokument, Anlage
)

// Rating is the archive's appraisal result (Aussonderungsart), not the clerk's
// hint (requirement A30).
type Rating string

// The ratings of the code list aussonderungsart. RatingOpen means no rating.
const (
	RatingOpen     Rating = ""
	RatingArchive  Rating = "A" // archivwürdig
	RatingAppraise Rating = "B" // bewerten
	RatingDestroy  Rating = "V" // vernichten
)

// Origin says where a rating comes from. An unknown V is never carried out (A30).
type Origin string

// Origins of a rating.
const (
	OriginUnknown   Origin = ""
	OriginMessage   Origin = "message"   // delivered in the message, no decision of ours behind it
	OriginDecision  Origin = "decision"  // a decision of this archive (0502)
	OriginCatalogue Origin = "catalogue" // Bewertungskatalog 0513
	OriginKind      Origin = "kind"      // kinds that are kept whole (B4, C9, E9)
)

// Date is a calendar day as written in the source: "2011-02-12", "2011-02" or
// "2011"; empty where the source gives none.
type Date string

// Year gives the first four characters of a date, or "".
func (d Date) Year() string {
	if len(d) < 4 {
		return ""
	}
	return string(d[:4])
}

// DateSpan is the Laufzeit: first and last day, either may be empty.
type DateSpan struct {
	From Date `json:"from,omitempty"`
	To   Date `json:"to,omitempty"`
	// Derived says that the span was computed from the documents because the
	// message gives none (A38); it must be shown as derived.
	Derived bool `json:"derived,omitempty"`
}

// String gives "from – to" with missing ends left out.
func (s DateSpan) String() string {
	switch {
	case s.From == "" && s.To == "":
		return ""
	case s.To == "" || s.From == s.To:
		return string(s.From)
	case s.From == "":
		return "– " + string(s.To)
	default:
		return string(s.From) + " – " + string(s.To)
	}
}

// PlanUnit is the position in the filing plan (Aktenplaneinheit).
type PlanUnit struct {
	Reference string `json:"reference,omitempty"` // Kennzeichen
	Title     string `json:"title,omitempty"`     // Inhaltsangabe
}

// Retention is the Aufbewahrung of an object. Years is -1 where none is given.
type Retention struct {
	Years     int    `json:"years"`
	Unlimited bool   `json:"unlimited,omitempty"`
	End       string `json:"end,omitempty"` // xs:gYear (2.x) or xs:date (3.x, 4.0), as written
}

// Field is one more descriptive statement of the source: a label in the field's
// own words and its value.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Object is one node of the tree. It is built by one goroutine and read-only
// afterwards.
type Object struct {
	ID        string `json:"id"` // ID or xdomeaUUID of the source
	Kind      Kind   `json:"kind"`
	Number    string `json:"number,omitempty"`    // NummerImUebergeordnetenContainer
	Reference string `json:"reference,omitempty"` // Kennzeichen, Aktenzeichen, Geschäftszeichen
	Subject   string `json:"subject,omitempty"`   // Betreff

	Span     DateSpan `json:"span,omitzero"`      // Akte, Vorgang
	Date     Date     `json:"date,omitempty"`     // document date (DatumDesSchreibens)
	Received Date     `json:"received,omitempty"` // Posteingangsdatum
	Type     string   `json:"type,omitempty"`     // Dokumenttyp, Vorgangstyp, Aktentyp
	Plan     PlanUnit `json:"plan,omitzero"`
	LeadUnit string   `json:"leadUnit,omitempty"` // Federführung

	Confidentiality string `json:"confidentiality,omitempty"` // code and name as delivered (G15)
	Medium          string `json:"medium,omitempty"`          // code and name as delivered (A37)
	Note            string `json:"note,omitempty"`            // Bemerkung

	Rating           Rating    `json:"rating,omitempty"`
	RatingFree       string    `json:"ratingFree,omitempty"` // AussonderungsartKonfigurierbar
	Origin           Origin    `json:"origin,omitempty"`
	Suggestion       Rating    `json:"suggestion,omitempty"` // Bewertungsvorschlag: A or V
	SuggestionReason string    `json:"suggestionReason,omitempty"`
	Retention        Retention `json:"retention,omitzero"`
	ReferenceCode    string    `json:"referenceCode,omitempty"` // Archivsignatur given back by the archive

	// ContextOnly marks a parent that is shown for context and not transferred
	// (xdomea 4.0 Kontextobjekt = 1).
	ContextOnly bool `json:"contextOnly,omitempty"`

	Versions []Version `json:"versions,omitempty"` // documents only
	Fields   []Field   `json:"fields,omitempty"`
	Children []*Object `json:"children,omitempty"`
	Parent   *Object   `json:"-"`
	Line     int       `json:"line,omitempty"` // line of the start tag in the message

	// Held tells of what lies below and was not loaded (an outline); nil where
	// everything is in Children.
	Held *Held `json:"-"`
}

// Held is what an outline knows of documents it does not hold.
type Held struct {
	Counts
	Media []string `json:"media,omitempty"` // as delivered, each once
}

// Add notes one object that is left out.
func (h *Held) Add(o *Object) {
	h.Counts.Add(o)
	if o.Medium != "" && !slices.Contains(h.Media, o.Medium) {
		h.Media = append(h.Media, o.Medium)
	}
}

// Version is one version of a document; the last one is the current one.
type Version struct {
	Number     string      `json:"number,omitempty"`
	Renditions []Rendition `json:"renditions,omitempty"` // Format
}

// Rendition is one Format of a version with its primary file.
type Rendition struct {
	FormatCode    string      `json:"formatCode,omitempty"` // code list dateiformat
	FormatName    string      `json:"formatName,omitempty"` // SonstigerName or list name
	FormatVersion string      `json:"formatVersion,omitempty"`
	File          PrimaryFile `json:"file"`
}

// PrimaryFile is the Primärdokument: the delivered computer file.
type PrimaryFile struct {
	Name     string   `json:"name"`               // Dateiname: path inside the portion
	Original string   `json:"original,omitempty"` // DateinameOriginal
	Created  string   `json:"created,omitempty"`  // DatumUhrzeit / ZeitpunktLetzteAenderung as written
	Digests  []Digest `json:"digests,omitempty"`  // xdomea 4.0 Hash
	Line     int      `json:"line,omitempty"`
}

// Digest is a declared digest: the algorithm as the source spells it and the
// value in lower-case hexadecimal.
type Digest struct {
	Algorithm string `json:"algorithm"`
	Value     string `json:"value"`
}

// Add appends child below o and sets its parent.
func (o *Object) Add(child *Object) {
	child.Parent = o
	o.Children = append(o.Children, child)
}

// Attachment reports whether o is an Anlage, a document below a document.
func (o *Object) Attachment() bool {
	return o.Kind == Document && o.Parent != nil && o.Parent.Kind == Document
}

// Label is the short name a person knows the object by: reference and subject.
func (o *Object) Label() string {
	switch {
	case o.Reference == "":
		return o.Subject
	case o.Subject == "":
		return o.Reference
	default:
		return o.Reference + " " + o.Subject
	}
}

// All walks the trees below roots in document order, parents first.
func All(roots []*Object) iter.Seq[*Object] {
	return func(yield func(*Object) bool) {
		stack := make([]*Object, 0, 64)
		for i := len(roots) - 1; i >= 0; i-- {
			stack = append(stack, roots[i])
		}
		for len(stack) > 0 {
			o := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !yield(o) {
				return
			}
			for i := len(o.Children) - 1; i >= 0; i-- {
				stack = append(stack, o.Children[i])
			}
		}
	}
}

// Files gives every primary file of o itself (not of its children), in the
// order of versions and renditions.
func (o *Object) Files() iter.Seq[PrimaryFile] {
	return func(yield func(PrimaryFile) bool) {
		for _, v := range o.Versions {
			for _, r := range v.Renditions {
				if r.File.Name != "" && !yield(r.File) {
					return
				}
			}
		}
	}
}

// Counts are the numbers a person checks first.
type Counts struct {
	Dossiers    int `json:"dossiers"`
	Subdossiers int `json:"subdossiers,omitempty"`
	Cases       int `json:"cases"`
	Subcases    int `json:"subcases,omitempty"`
	Documents   int `json:"documents"`
	Attachments int `json:"attachments,omitempty"`
	Appraise    int `json:"appraise"` // units that are open as they were delivered, as the desk counts them
	Files       int `json:"files,omitempty"`
}

// Count counts the objects of the trees below roots, with what they hold unloaded;
// context objects, which are not transferred, do not count.
func Count(roots []*Object) Counts {
	var c Counts
	for o := range All(roots) {
		c.Add(o)
		if o.open() {
			c.Appraise++
		}
		if o.Held != nil {
			c.sum(o.Held.Counts)
		}
	}
	return c
}

// Unit reports whether an object is appraised and packaged by itself: a top-level case,
// and a document or dossier outside any case. A context object, which is not transferred,
// is none.
func (o *Object) Unit() bool {
	switch {
	case o.ContextOnly:
		return false
	case o.Kind == Case || o.Kind == Document:
		return o.Parent == nil || o.Parent.Kind == Dossier
	}
	return len(o.Children) == 0
}

// AsDelivered gives the rating an object arrived with; false where it takes that of its
// parent. A delivered V whose origin is no decision of an archive is never carried out: it
// is open (A30). A configurable value (AussonderungsartKonfigurierbar) says nothing we
// know: it is open until someone decides, whatever its parent was delivered with.
func (o *Object) AsDelivered() (Rating, bool) {
	switch {
	case o.Rating == RatingDestroy && o.Origin != OriginDecision && o.Origin != OriginCatalogue:
		return RatingAppraise, true
	case o.Rating != RatingOpen:
		return o.Rating, true
	}
	return RatingAppraise, o.RatingFree != "" || o.Parent == nil
}

// open reports whether an object is a unit that waits for a decision as it was delivered.
func (o *Object) open() bool {
	if !o.Unit() {
		return false
	}
	for {
		if r, own := o.AsDelivered(); own {
			return r != RatingArchive && r != RatingDestroy
		}
		o = o.Parent
	}
}

// Add counts one object without those below it, and without what is to be appraised: that
// hangs on what is above it.
func (c *Counts) Add(o *Object) {
	if o.ContextOnly {
		return
	}
	nested := o.Parent != nil && o.Parent.Kind == o.Kind
	switch o.Kind {
	case Dossier:
		if nested {
			c.Subdossiers++
		} else {
			c.Dossiers++
		}
	case Case:
		if nested {
			c.Subcases++
		} else {
			c.Cases++
		}
	case Document:
		if nested {
			c.Attachments++
		} else {
			c.Documents++
		}
	}
	for range o.Files() {
		c.Files++
	}
}

func (c *Counts) sum(d Counts) {
	c.Dossiers += d.Dossiers
	c.Subdossiers += d.Subdossiers
	c.Cases += d.Cases
	c.Subcases += d.Subcases
	c.Documents += d.Documents
	c.Attachments += d.Attachments
	c.Files += d.Files
}
