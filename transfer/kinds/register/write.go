package register

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
)

// Write writes a backbone in our own vocabulary (register-backbone.xsd), what a
// clerk's export makes (C6). Empty optional statements are left out.
func Write(w io.Writer, b *Backbone) error {
	e := &emitter{w: bufio.NewWriterSize(w, 64<<10)}
	e.raw(xml.Header + `<Rueckgrat xmlns="` + Namespace + `" version="1.0">` + "\n")
	e.head(b.Head)
	e.raw(" <Eintraege>\n")
	for i := range b.Entries {
		e.entry(&b.Entries[i])
	}
	e.raw(" </Eintraege>\n</Rueckgrat>\n")
	if e.err == nil {
		e.err = e.w.Flush()
	}
	if e.err != nil {
		return fmt.Errorf("write backbone: %w", e.err)
	}
	return nil
}

// emitter keeps the first error.
type emitter struct {
	w   *bufio.Writer
	err error
}

func (e *emitter) raw(s string) {
	if e.err == nil {
		_, e.err = e.w.WriteString(s)
	}
}

func (e *emitter) text(s string) {
	if e.err == nil {
		e.err = xml.EscapeText(e.w, []byte(s))
	}
}

// leaf writes an element with text; an empty one is left out.
func (e *emitter) leaf(name, text string) {
	if text == "" {
		return
	}
	e.raw("<" + name + ">")
	e.text(text)
	e.raw("</" + name + ">")
}

// group writes an element with leaves: name, text, name, text …
func (e *emitter) group(name string, leaves ...string) {
	e.raw("<" + name + ">")
	for i := 0; i+1 < len(leaves); i += 2 {
		e.leaf(leaves[i], leaves[i+1])
	}
	e.raw("</" + name + ">")
}

func (e *emitter) head(h Head) {
	e.raw(" <Kopf>\n  ")
	e.group("Standesamt", "Name", h.Office, "Nummer", h.OfficeNumber)
	e.group("DatenhaltendeStelle", "Name", h.Holder, "Anschrift", h.HolderAddress)
	e.group("Verantwortlich", "Name", h.Person, "Kontakt", h.PersonContact)
	e.group("ZustaendigeArchive", "Erstregister", h.ArchiveFirst, "Sicherungsregister", h.ArchiveSecond)
	e.raw("\n  ")
	e.leaf("Jahrgang", h.Year)
	e.leaf("Registerart", h.Type)
	e.leaf("Quelle", h.Source)
	e.group("Abschlussvermerk", "Datei", h.ClosingNote, "Datum", h.ClosingDate)
	e.leaf("Grundbeurkundungen", h.BaseEntries)
	e.group("Registerverfahren", "Name", h.Software, "Version", h.SoftwareVersion)
	e.leaf("Dateien", h.Files)
	e.group("Schema", "Datei", h.SchemaFile, "Version", h.SchemaVersion, "Dokumentation", h.Documentation)
	e.leaf("Erstellt", h.Created)
	e.raw("\n </Kopf>\n")
}

func (e *emitter) entry(n *Entry) {
	e.raw("  <Eintrag>")
	e.leaf("Nummer", n.Number)
	for _, t := range n.Terms {
		e.raw(`<Suchbegriff name="`)
		e.text(t.Name)
		e.raw(`">`)
		e.text(t.Value)
		e.raw("</Suchbegriff>")
	}
	e.leaf("Verfuegungsnummer", n.Disposal)
	for i := range n.Records {
		e.part("UrkundlicherTeil", &n.Records[i])
	}
	for i := range n.Notes {
		e.part("Hinweisteil", &n.Notes[i])
	}
	e.raw("</Eintrag>\n")
}

func (e *emitter) part(name string, p *Part) {
	e.raw("<" + name + ">")
	e.leaf("Signierender", p.Signer)
	e.leaf("Signaturdatum", p.Signed)
	e.group("XML", "Datei", p.XML, "Schemaversion", p.SchemaVersion)
	e.group("PDF", "Datei", p.PDF)
	e.raw("</" + name + ">")
}
