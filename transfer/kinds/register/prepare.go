package register

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/pattern"
)

// registerBuilder prepares portions of the civil registers (C1–C6, C8, C10).
type registerBuilder struct{}

func (registerBuilder) Kind() string { return Name }

// registerTypes are the names of the types of registers (3.2.2).
var registerTypes = []string{"Geburtenregister", "Eheregister", "Lebenspartnerschaftsregister", "Sterberegister"}

func (registerBuilder) Fields() []kind.Field {
	fields := kind.OfficeFields()
	fields[0].Label, fields[0].LabelEN = "Standesamt", "Registry office"
	fields[0].Help, fields[0].HelpEN = "Name des Standesamts, wie er im Profil des Archivs steht",
		"Name of the registry office as it stands in the archive's profile"
	fields[1].Label, fields[1].LabelEN, fields[1].Required = "Standesamtsnummer", "Number of the registry office", false
	fields[1].Help, fields[1].HelpEN = "Wird aus den Dateinamen gelesen, wo sie der Vereinbarung folgen",
		"Read from the file names where they follow the agreement"
	text := func(key, label, en, help, helpEN string, required bool) kind.Field {
		return kind.Field{Key: key, Label: label, LabelEN: en, Help: help, HelpEN: helpEN, Form: kind.Text, Required: required,
			Step: kind.StepContent}
	}
	fields = append(fields,
		kind.Field{Key: "holder", Label: "Datenhaltende Stelle", LabelEN: "Data-holding body",
			Help: "Wer die elektronischen Register führt", HelpEN: "Who keeps the electronic registers", Form: kind.Text, Required: true,
			Step: kind.StepOffice},
		kind.Field{Key: "holderAddress", Label: "Anschrift der datenhaltenden Stelle", LabelEN: "Address of the data-holding body",
			Help: "Straße, Postleitzahl und Ort", HelpEN: "Street, postal code and town", Form: kind.Text, Required: true,
			Step: kind.StepOffice},
		kind.Field{Key: "archiveFirst", Label: "Archiv für das Erstregister", LabelEN: "Archive of the first register",
			Help: "Zuständiges Archiv", HelpEN: "The archive in charge", Form: kind.Text, Required: true, Step: kind.StepOffice},
		kind.Field{Key: "archiveSecond", Label: "Archiv für das Sicherungsregister", LabelEN: "Archive of the security register",
			Help: "Zuständiges Archiv", HelpEN: "The archive in charge", Form: kind.Text, Required: true, Step: kind.StepOffice},
		kind.Field{Key: "year", Label: "Jahrgang", LabelEN: "Year", Help: "Wird aus den Dateinamen gelesen, wo sie der Vereinbarung folgen",
			HelpEN: "Read from the file names where they follow the agreement", Form: kind.Year, Step: kind.StepContent},
		kind.Field{Key: "type", Label: "Registerart", LabelEN: "Type of register",
			Help:   "Wird aus den Dateinamen gelesen, wo sie der Vereinbarung folgen",
			HelpEN: "Read from the file names where they follow the agreement", Form: kind.Choice, Choices: registerTypes,
			Step: kind.StepContent},
		kind.Field{Key: "source", Label: "Quelle", LabelEN: "Source", Help: "Aus welchem der beiden Register",
			HelpEN: "From which of the two registers", Form: kind.Choice, Choices: []string{"Erstregister", "Sicherungsregister"},
			Default: "Erstregister", Required: true, Step: kind.StepContent},
		kind.Field{Key: "closingDate", Label: "Datum des Abschlussvermerks", LabelEN: "Date of the closing note",
			Help: "Von ihm an rechnet die Fortführungsfrist", HelpEN: "The update period counts from it", Form: kind.Day, Required: true,
			Step: kind.StepContent},
		kind.Field{Key: "entryCount", Label: "Einträge laut Abschlussvermerk", LabelEN: "Entries by the closing note",
			Help:   "Zahl der Einträge, die der Abschlussvermerk nennt; sie wird mit dem Material verglichen",
			HelpEN: "Number of entries the closing note states; it is compared with the material", Form: kind.Number,
			Step: kind.StepContent},
		text("software", "Registerverfahren", "Register software", "Name des Programms, das die Register führt",
			"Name of the program that keeps the registers", true),
		text("softwareVersion", "Version des Registerverfahrens", "Version of the register software", "Version des Programms",
			"Version of the program", true),
		text("schemaVersion", "Version des Schemas", "Version of the schema", "Wird aus dem Schema gelesen, wo es sie nennt",
			"Read from the schema where it names it", false),
		text("originalSchema", "Schema-Version der Ursprungs-XML", "Schema version of the original XML",
			"Leer = die Version des beiliegenden Schemas", "Empty = the version of the enclosed schema", false),
		text("terms", "Suchbegriffe", "Search terms", "Elemente der Beurkundungen, aus denen die Suchbegriffe kommen, mit Komma getrennt",
			"Elements of the certificates the search terms come from, separated by commas", false))
	fields[len(fields)-1].Default = "Familienname, Vornamen, Ereignisdatum"
	for _, f := range corrections {
		fields = append(fields, text(f.key, f.label, f.en, "Wird aus den Dateien gelesen; eine andere Angabe braucht eine Begründung",
			"Read from the files; another statement needs a reason", false))
	}
	return fields
}

// corrections are values read from the files that a person may correct with a
// reason.
var corrections = []struct{ key, label, en string }{
	{"schemaFile", "Datei des Schemas", "Schema file"},
	{"documentation", "Dokumentation des Schemas", "Documentation of the schema"},
	{"closingNote", "Abschlussvermerk", "Closing note"},
}

// Names in the source.
var (
	conforming = pattern.Of(`^([0-9A-Za-z]{1,20})-([GELS])-([0-9]{4})-([0-9A-Za-z]{1,20})-([UH])([0-9]{1,6})$`)
	shortName  = pattern.Of(`(?i)^(?:.*[^0-9a-z])?([0-9]{1,9})[-_ .]([UH])[-_ ]?([0-9]{1,6})$`)
	stemOnly   = pattern.Of(`^[0-9A-Za-z]{1,20}-[GELS]-[0-9]{4}$`)
)

// foundPaper is one certification or note found in the source.
type foundPaper struct {
	entry, letter string
	number        int // -1: follows the order of names
	xml, pdf      string
	key           string // folder and name without extension
}

// survey is what a source folder of a register holds.
type survey struct {
	src         kind.Source
	stem        [3]string // office number, letter, year as read from names
	papers      map[string]*foundPaper
	schemas     []string
	docs        []string
	closing     []string
	superseded  []string
	index       string
	detached    []string          // .p7s
	wrapped     map[string]string // inner name → .p7m file
	unknown     []string
	files       int
	entriesRead int
}

// surveyOf sorts a source folder by its names.
func surveyOf(ctx context.Context, src kind.Source) (*survey, error) {
	s := &survey{src: src, papers: map[string]*foundPaper{}, wrapped: map[string]string{}}
	if err := src.Tree.Files(ctx, func(e container.Entry) error { s.sort(e.Path); return nil }); err != nil {
		return nil, err
	}
	return s, s.number(ctx)
}

func (b registerBuilder) Plan(ctx context.Context, src kind.Source) (*kind.Plan, error) {
	s, err := surveyOf(ctx, src)
	if err != nil {
		return nil, err
	}
	h, err := s.head(ctx)
	if err != nil {
		return nil, err
	}
	return s.plan(ctx, h)
}

// sort puts a file where it belongs by its name.
func (s *survey) sort(p string) {
	s.files++
	name := p
	switch strings.ToLower(path.Ext(p)) {
	case ".p7s":
		s.detached = append(s.detached, p)
		return
	case ".p7m":
		name = strings.TrimSuffix(p, path.Ext(p))
		s.wrapped[name] = p
	}
	ext, low := strings.ToLower(path.Ext(name)), strings.ToLower(kind.Base(name))
	switch {
	case stemOnly.MatchString(kind.Base(name)) && ext == ".xml":
		return // an earlier backbone is written anew
	case ext == ".xsd":
		s.schemas = append(s.schemas, name)
	case ext == ".csv" && s.index == "" && (strings.Contains(low, "index") || strings.Contains(low, "verzeichnis")):
		s.index = name
	case ext == ".pdf" && strings.Contains(low, "abschlussvermerk"):
		if strings.Contains(strings.ToLower(path.Dir(name)), "berholt") {
			s.superseded = append(s.superseded, name)
		} else {
			s.closing = append(s.closing, name)
		}
	case ext == ".pdf" && (strings.Contains(low, "doku") || strings.Contains(low, "xpsr") || strings.Contains(low, "schema")):
		s.docs = append(s.docs, name)
	case ext == ".xml" || ext == ".pdf":
		s.take(name, ext)
	default:
		s.unknown = append(s.unknown, p)
	}
}

// take pairs XML and PDF by their name without extension.
func (s *survey) take(name, ext string) {
	key := strings.TrimSuffix(name, path.Ext(name))
	x := s.papers[key]
	if x == nil {
		x = &foundPaper{number: -1, letter: "U", key: key}
		s.papers[key] = x
		if strings.Contains(strings.ToLower(key), "hinweis") {
			x.letter = "H"
		}
		if m := conforming.FindStringSubmatch(path.Base(key)); m != nil {
			s.stem = [3]string{m[1], m[2], m[3]}
			x.entry, x.letter = m[4], m[5]
			x.number, _ = strconv.Atoi(m[6]) // at most six digits
		} else if m := shortName.FindStringSubmatch(path.Base(key)); m != nil {
			x.entry, x.letter = strings.TrimLeft(m[1], "0"), strings.ToUpper(m[2])
			x.number, _ = strconv.Atoi(m[3])
		}
	}
	if ext == ".xml" {
		x.xml = name
	} else {
		x.pdf = name
	}
}

// at gives the file of the source that holds the content of a name.
func (s *survey) at(name string) string {
	if p := s.wrapped[name]; p != "" {
		return p
	}
	return name
}

// number reads the entry out of the XML where the name does not tell it, and
// gives numbers to papers that have none, in the order of their names.
func (s *survey) number(ctx context.Context) error {
	next := map[string]int{}
	list := s.ordered()
	for _, x := range list {
		if x.entry == "" && x.xml != "" {
			e, err := s.entryOf(ctx, x.xml)
			if err != nil {
				return err
			}
			x.entry = e
			s.entriesRead++
		}
		if x.number >= next[x.entry+x.letter] {
			next[x.entry+x.letter] = x.number + 1
		}
	}
	for _, x := range list {
		if x.number < 0 {
			x.number = next[x.entry+x.letter]
			next[x.entry+x.letter]++
		}
	}
	return nil
}

func (s *survey) ordered() []*foundPaper {
	out := make([]*foundPaper, 0, len(s.papers))
	for _, x := range s.papers {
		out = append(out, x)
	}
	slices.SortFunc(out, func(a, b *foundPaper) int { return strings.Compare(a.key, b.key) })
	return out
}

// entryOf reads the number of the entry from a certificate.
func (s *survey) entryOf(ctx context.Context, name string) (string, error) {
	data, err := s.content(ctx, name)
	if err != nil || data == nil {
		return "", err
	}
	found := ""
	leaves(data, func(element, value string) bool {
		if slices.Contains([]string{"eintrag", "eintragsnummer", "registernummer", "registereintragsnummer", "beurkundungsnummer"},
			strings.ToLower(element)) && entryNumber.MatchString(value) {
			found = value
		}
		return found == ""
	})
	return found, nil
}

// IsEntry implements Numbered.
func (registerBuilder) IsEntry(number string) bool { return entryNumber.MatchString(number) }

var entryNumber = pattern.Of(`^[0-9A-Za-z]{1,20}$`)

// content reads a small file, out of its signature where it is wrapped; nil where
// it is too large or cannot be read: the build tells that.
func (s *survey) content(ctx context.Context, name string) ([]byte, error) {
	rc, err := s.src.Tree.Open(ctx, s.at(name))
	if err != nil {
		return nil, ctx.Err()
	}
	defer rc.Close()
	data, err := io.ReadAll(io.LimitReader(rc, maxLooked+1))
	if err != nil || len(data) > maxLooked {
		return nil, ctx.Err()
	}
	if s.wrapped[name] != "" {
		data, _, err = kind.OpenAttached(data, s.src)
		if err != nil {
			return nil, nil
		}
	}
	return data, nil
}

// maxLooked bounds what is read to name a file.
const maxLooked = 16 << 20

// head fills the head of the backbone: typed statements, what the names tell and
// what lies in the folder.
func (s *survey) head(ctx context.Context) (Head, error) {
	v := s.src.Values
	letter := Letter(v.Get("type"))
	h := Head{Office: v.Get("agency"), OfficeNumber: v.Or("agencyId", s.stem[0]), Holder: v.Get("holder"),
		HolderAddress: v.Get("holderAddress"),
		Person:        v.Get("person"), PersonContact: v.Get("contact"), ArchiveFirst: v.Get("archiveFirst"),
		ArchiveSecond: v.Get("archiveSecond"),
		Year:          v.Or("year", s.stem[2]), Source: v.Get("source"), ClosingDate: kind.Date(v.Get("closingDate")),
		Software:        v.Get("software"),
		SoftwareVersion: v.Get("softwareVersion"), SchemaVersion: v.Get("schemaVersion"), Created: s.src.Now.Format("2006-01-02")}
	if letter == "" {
		letter = s.stem[1]
	}
	h.Type = TypeName(letter)
	slices.Sort(s.schemas)
	slices.Sort(s.closing)
	if len(s.schemas) > 0 && h.SchemaVersion == "" {
		data, err := s.content(ctx, s.schemas[0])
		if err != nil {
			return h, err
		}
		h.SchemaVersion = schemaVersion(data)
	}
	found := map[string]string{"schemaFile": firstBase(s.schemas), "documentation": firstBase(s.docs), "closingNote": lastBase(s.closing)}
	into := map[string]*string{"schemaFile": &h.SchemaFile, "documentation": &h.Documentation, "closingNote": &h.ClosingNote}
	var faults []kind.Fault
	for _, c := range corrections {
		*into[c.key] = v.Or(c.key, found[c.key])
		if typed := v.Get(c.key); typed != "" && typed != found[c.key] && s.src.Reason.Get(c.key) == "" {
			faults = append(faults,
				kind.Fault{Key: c.key,
					Text: fmt.Sprintf("„%s“ wurde aus den Dateien gelesen („%s“). Eine andere Angabe braucht eine Begründung.", c.label,
						found[c.key])})
		}
	}
	for _, m := range []struct{ key, label, value string }{{"agencyId", "Standesamtsnummer", h.OfficeNumber}, {"year", "Jahrgang", h.Year},
		{"type", "Registerart", letter}} {
		if m.value == "" {
			faults = append(faults, kind.Fault{Key: m.key, Text: "„" + m.label +
				"“ fehlt und steht auch nicht in den Dateinamen. Bitte eintragen."})
		}
	}
	if len(faults) > 0 {
		return h, kind.Incomplete(faults)
	}
	return h, nil
}

func firstBase(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return path.Base(list[0])
}

func lastBase(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return path.Base(list[len(list)-1])
}
