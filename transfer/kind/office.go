package kind

import (
	"io"
	"time"

	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
	"laufzettel/transfer/slip"
)

// OfficeFields are the statements every delivery makes (A1, A27).
func OfficeFields() []Field {
	return []Field{
		{Key: "agency", Label: "Abgebende Stelle", LabelEN: "Delivering agency",
			Help:   "Name der Behörde, wie er im Profil des Archivs steht",
			HelpEN: "Name of the agency as it stands in the archive's profile", Form: Text, Required: true, Step: StepOffice},
		{Key: "agencyId", Label: "Behördenkennung", LabelEN: "Agency id", Help: "Kennung der Behörde", HelpEN: "Id of the agency",
			Form: Name, Required: true, Step: StepOffice},
		{Key: "profile", Label: "Profilkennung", LabelEN: "Profile id", Help: "Kennung des Profils, das mit dem Archiv vereinbart ist",
			HelpEN: "Id of the profile agreed with the archive", Form: Name, Required: true, Default: profile.None, Step: StepOffice},
		{Key: "person", Label: "Verantwortliche Person", LabelEN: "Responsible person",
			Help:   "Wer für die Abgabe einsteht; der Name steht in der Übergabeniederschrift",
			HelpEN: "Who answers for the delivery; the name stands in the hand-over record", Form: Text, Required: true, Step: StepOffice},
		{Key: "contact", Label: "Erreichbar unter", LabelEN: "Contact", Help: "Telefon oder E-Mail der verantwortlichen Person",
			HelpEN: "Telephone or e-mail of the responsible person", Form: Text, Step: StepOffice},
	}
}

// NameField is the name of the portion where no rule makes it.
func NameField() Field {
	return Field{Key: "name", Label: "Name der Portion", LabelEN: "Name of the portion", Help: "Kurz und eindeutig; so heißt der Container",
		HelpEN: "Short and unique; the container bears it", Form: Name, Required: true, Step: StepContent}
}

// TitleField is what is delivered, in one sentence.
func TitleField() Field {
	return Field{Key: "title", Label: "Titel", LabelEN: "Title", Help: "Was abgegeben wird, in einem Satz",
		HelpEN: "What is delivered, in one sentence", Form: Text, Required: true, Step: StepContent}
}

// SpanFields are the first and the last day the records are about.
func SpanFields(required bool) []Field {
	return []Field{
		{Key: "from", Label: "Laufzeit von", LabelEN: "Period from", Help: "Erster Tag, auf den sich die Unterlagen beziehen",
			HelpEN: "First day the records are about", Form: Day, Required: required, Step: StepContent},
		{Key: "to", Label: "Laufzeit bis", LabelEN: "Period to", Help: "Letzter Tag, auf den sich die Unterlagen beziehen",
			HelpEN: "Last day the records are about", Form: Day, Required: required, Step: StepContent},
	}
}

// Span gives the days typed into SpanFields.
func Span(v Values) record.DateSpan {
	return record.DateSpan{From: record.Date(Date(v.Get("from"))), To: record.Date(Date(v.Get("to")))}
}

// Names of the papers of a delivery (A1).
const (
	SlipName = "el_Lauf.xml"
	ListName = "Ab_Lis.xml"
)

// Whole is the entry of a transfer list that stands for a portion as one.
func Whole(name string, v Values, title string) slip.Entry {
	return slip.Entry{ID: name, Rating: record.RatingArchive, Reference: name, Subject: title, Span: Span(v)}
}

// Papers writes routing slip and transfer list into the portion itself, where its
// kind asks for them there (B2; 004 P0a.7).
func Papers(s Site, v Values, created time.Time, e slip.Entry) error {
	list := slip.List{Agency: v.Get("agency"), AgencyID: v.Get("agencyId"), ProfileID: v.Get("profile"), Created: created,
		Entries: []slip.Entry{e}}
	if err := s.Write(ListName, func(w io.Writer) error { return slip.WriteList(w, list) }); err != nil {
		return err
	}
	return s.Write(SlipName, func(w io.Writer) error {
		return slip.WriteSlip(w, slip.RoutingSlip{Agency: v.Get("agency"), AgencyID: v.Get("agencyId"), ProfileID: v.Get("profile"),
			ListFile: ListName, Status: slip.Offered, Created: created})
	})
}
