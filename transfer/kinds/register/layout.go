package register

import (
	"maps"
	"slices"
	"strings"
)

// DefaultLayout gives the paths of our own vocabulary by key. Paths are local
// element names below the root, separated by "/"; "@name" at the end is an
// attribute, "*" at the end any element. Keys below "entry." count from an entry,
// keys below "part." from a certification or note, keys below "certificate." are
// element names anywhere in a dependent XML. A profile replaces single paths.
func DefaultLayout() map[string]string { return maps.Clone(defaultLayout) }

var defaultLayout = map[string]string{
	"head.office": "Kopf/Standesamt/Name", "head.officeNumber": "Kopf/Standesamt/Nummer",
	"head.holder": "Kopf/DatenhaltendeStelle/Name", "head.holderAddress": "Kopf/DatenhaltendeStelle/Anschrift",
	"head.person": "Kopf/Verantwortlich/Name", "head.personContact": "Kopf/Verantwortlich/Kontakt",
	"head.archiveFirst": "Kopf/ZustaendigeArchive/Erstregister", "head.archiveSecurity": "Kopf/ZustaendigeArchive/Sicherungsregister",
	"head.year": "Kopf/Jahrgang", "head.type": "Kopf/Registerart", "head.source": "Kopf/Quelle",
	"head.closingNote": "Kopf/Abschlussvermerk/Datei", "head.closingDate": "Kopf/Abschlussvermerk/Datum",
	"head.baseEntries": "Kopf/Grundbeurkundungen",
	"head.software":    "Kopf/Registerverfahren/Name", "head.softwareVersion": "Kopf/Registerverfahren/Version",
	"head.files":      "Kopf/Dateien",
	"head.schemaFile": "Kopf/Schema/Datei", "head.schemaVersion": "Kopf/Schema/Version", "head.documentation": "Kopf/Schema/Dokumentation",
	"head.created": "Kopf/Erstellt",
	"entry":        "Eintraege/Eintrag", "entry.number": "Nummer", "entry.term": "Suchbegriff", "entry.disposal": "Verfuegungsnummer",
	"entry.record": "UrkundlicherTeil", "entry.note": "Hinweisteil",
	"part.signer": "Signierender", "part.signed": "Signaturdatum", "part.xml": "XML/Datei", "part.schemaVersion": "XML/Schemaversion",
	"part.pdf":           "PDF/Datei",
	"certificate.signer": "Signierender", "certificate.signed": "Signaturdatum",
}

// field is a statement of the head: its layout key, what people call it, where
// it goes. Order is that of 3.2.2.
type field struct {
	key, label string
	at         func(*Head) *string
	optional   bool
}

var headFields = []field{
	{"head.office", "Name des Standesamts", func(h *Head) *string { return &h.Office }, false},
	{"head.officeNumber", "Standesamtsnummer", func(h *Head) *string { return &h.OfficeNumber }, false},
	{"head.holder", "Datenhaltende Stelle", func(h *Head) *string { return &h.Holder }, false},
	{"head.holderAddress", "Anschrift der datenhaltenden Stelle", func(h *Head) *string { return &h.HolderAddress }, false},
	{"head.person", "Mit der Aussonderung betraute Person", func(h *Head) *string { return &h.Person }, false},
	{"head.personContact", "Kontaktdaten der betrauten Person", func(h *Head) *string { return &h.PersonContact }, false},
	{"head.archiveFirst", "Zuständiges Archiv (Erstregister)", func(h *Head) *string { return &h.ArchiveFirst }, false},
	{"head.archiveSecurity", "Zuständiges Archiv (Sicherungsregister)", func(h *Head) *string { return &h.ArchiveSecond }, false},
	{"head.year", "Jahrgang", func(h *Head) *string { return &h.Year }, false},
	{"head.type", "Registerart", func(h *Head) *string { return &h.Type }, false},
	{"head.source", "Quelle der Aussonderungsportion", func(h *Head) *string { return &h.Source }, false},
	{"head.closingNote", "Abschlussvermerk (Datei)", func(h *Head) *string { return &h.ClosingNote }, false},
	{"head.closingDate", "Abschlussvermerk (Datum)", func(h *Head) *string { return &h.ClosingDate }, true},
	{"head.baseEntries", "Zahl der Grundbeurkundungen", func(h *Head) *string { return &h.BaseEntries }, false},
	{"head.software", "Registerverfahren", func(h *Head) *string { return &h.Software }, false},
	{"head.softwareVersion", "Programmversion", func(h *Head) *string { return &h.SoftwareVersion }, false},
	{"head.files", "Anzahl aller Dateien", func(h *Head) *string { return &h.Files }, false},
	{"head.schemaFile", "XPSR-Schema (Datei)", func(h *Head) *string { return &h.SchemaFile }, true},
	{"head.schemaVersion", "XPSR-Schema (Version)", func(h *Head) *string { return &h.SchemaVersion }, false},
	{"head.documentation", "Schema-Dokumentation (Datei)", func(h *Head) *string { return &h.Documentation }, true},
	{"head.created", "Datum der Erstellung", func(h *Head) *string { return &h.Created }, false},
}

var partFields = map[string]func(*Part) *string{
	"part.signer": func(p *Part) *string { return &p.Signer }, "part.signed": func(p *Part) *string { return &p.Signed },
	"part.xml": func(p *Part) *string { return &p.XML }, "part.schemaVersion": func(p *Part) *string { return &p.SchemaVersion },
	"part.pdf": func(p *Part) *string { return &p.PDF },
}

// Layout is a compiled layout.
type Layout struct {
	byPath      map[string]string // full path below the root → key; part keys end in "|record" or "|note"
	entry       string
	record      string
	note        string
	certificate map[string]string // local name → key
}

// NewLayout compiles the default layout with the paths a profile replaces; keys
// it does not know are ignored.
func NewLayout(replaced map[string]string) *Layout {
	paths := DefaultLayout()
	for key, p := range replaced {
		if _, known := paths[key]; known {
			paths[key] = strings.Trim(p, "/ ")
		}
	}
	l := &Layout{byPath: map[string]string{}, certificate: map[string]string{}}
	l.entry = paths["entry"]
	l.record = join(l.entry, paths["entry.record"])
	l.note = join(l.entry, paths["entry.note"])
	for _, key := range slices.Sorted(maps.Keys(paths)) {
		p := paths[key]
		switch group, _, _ := strings.Cut(key, "."); {
		case p == "" || key == "entry" || key == "entry.record" || key == "entry.note":
		case group == "head":
			l.byPath[p] = key
		case group == "entry":
			l.byPath[join(l.entry, p)] = key
		case group == "part":
			l.byPath[join(l.record, p)] = key
			l.byPath[join(l.note, p)] = key
		case group == "certificate":
			l.certificate[p] = key
		}
	}
	return l
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + "/" + b
}

// key finds what a path means: exactly, or by its "*" form.
func (l *Layout) key(p string) string {
	if k := l.byPath[p]; k != "" {
		return k
	}
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return l.byPath[p[:i]+"/*"]
	}
	return ""
}
