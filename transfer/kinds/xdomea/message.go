package xdomea

import (
	"time"

	"laufzettel/transfer/record"
)

// Message is one xdomea message as read.
type Message struct {
	Type      string // code by the root element, "0503"
	Root      string // local name of the root element
	Namespace string
	Version   string // "3.0.0"
	Lenient   bool   // 2.0–2.2: read by the paths of 2.3.0, no schema at hand

	Head Head

	Objects []*record.Object // 0501, 0503: roots in document order
	// CoverLetters are the Anschreiben: documents about the delivery, not part of it.
	CoverLetters []*record.Object
	Ratings      []Rated  // 0502
	Results      []Result // 0506 (in 2.x: one per Rueckgabeparameter)
	// Outcome is the verdict over the whole import of 0506 in 2.x and 4.0.
	Outcome *Outcome
	// Attached are further files that the message names: signature files and
	// files of the filing plan.
	Attached []Attached
	// PlanUnits counts the units of an Aktenplan travelling along.
	PlanUnits int
}

// Head is the message header (Kopf, nachrichtenkopf).
type Head struct {
	ProcessID   string
	MessageUUID string // 4.0
	OriginUUID  string // 4.0: UUIDUrsprungsnachricht, the message answered
	Created     time.Time
	CreatedRaw  string // as written
	TypeCode    string
	TypeName    string
	Sender      Party
	Receiver    Party
	System      System
	Note        string // Hinweis

	ReceiptWanted      bool // Empfangsbestaetigung
	ImportConfirmation bool // Importbestaetigung
	ReferenceCodesBack bool // RueckmeldungArchivkennung

	Number int // 4.0: LfdNrNachrichtProTyp, 0 = none
	Total  int // 4.0: GesamtanzahlNachrichtenProTyp, 0 = none
	// Line is the line of the header's start tag.
	Line int
}

// Party is a sender or receiver (KontaktType).
type Party struct {
	Name    string // Institution/Name, NameInstitution/Name
	Short   string // Kurzbezeichnung
	ID      string // Behoerdenkennung: Kennung, Behoerdenschluessel, kennung
	Prefix  string // Behoerdenkennung/Praefix
	Unit    string // Organisationseinheit
	Contact string // natural person, as one line
	Mail    string
	Phone   string
}

// System is the sending system.
type System struct {
	Instance string
	Product  string
	Vendor   string // 4.0: produkthersteller
	Version  string
}

// Rated is one line of an appraisal list (0502).
type Rated struct {
	ID     string
	Rating record.Rating
	Free   string // AussonderungsartKonfigurierbar
	Line   int
}

// Outcome is a success or failure with the archive's words.
type Outcome struct {
	OK       bool
	Messages []string
	Codes    []string
}

// Result is what the archive says of one object in an import confirmation (0506).
type Result struct {
	ID string
	Outcome
	ReferenceCode string // Archivkennung
	Line          int
}

// Attached is a file that the message names beside the primary files.
type Attached struct {
	Name   string
	Object string // id of the object it belongs to
	Kind   string // SignaturSiegelDatei, Aktenplandatei
	Line   int
}
