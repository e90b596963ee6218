package xdomea

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// Draft says how a message is to be written: version and header. TypeCode and
// TypeName of the header are set by the writer.
type Draft struct {
	Version string
	Head    Head
	// Preliminary says that this is no message yet and why. The note of the header
	// (Hinweis) then says so to people, and the whole stands inside an element of our
	// own, so that no system takes it for the message: its root is none of xdomea's.
	Preliminary string
}

// preliminary is the element around what is no message yet.
const preliminary = "laufzettel:Entwurf"

// AnswerTo begins an answer to a message: same version and process, sender and
// receiver exchanged, one message of its type. created and messageUUID come from
// the caller so that a second writing gives the same bytes.
func AnswerTo(m *Message, created time.Time, messageUUID string, system System) Draft {
	return Draft{Version: m.Version, Head: Head{
		ProcessID: m.Head.ProcessID, MessageUUID: messageUUID, OriginUUID: m.Head.MessageUUID,
		Created: created, Sender: m.Head.Receiver, Receiver: m.Head.Sender, System: system,
		Number: 1, Total: 1,
	}}
}

// AnswerName gives the file name of an answer with the given type code in the
// naming style of the message answered.
func AnswerName(m *Message, code string) string {
	return FileName(m.Version, m.Head.ProcessID, code, 1)
}

// WriteOffer writes a 0501: metadata of the objects without their versions.
func WriteOffer(w io.Writer, d Draft, objects []*record.Object) error {
	return WriteOfferOf(w, d, listed(objects))
}

// WriteOfferOf is WriteOffer of objects made one after another, of which none is
// kept. Error also: that of the sequence.
func WriteOfferOf(w io.Writer, d Draft, objects iter.Seq2[*record.Object, error]) error {
	return write(w, d, TypeOffer, func(e *emitter, v version) error {
		return writeObjects(e, v, objects, false)
	})
}

// WriteTransfer writes a 0503: the objects with versions and primary files.
func WriteTransfer(w io.Writer, d Draft, objects []*record.Object) error {
	return WriteTransferOf(w, d, listed(objects))
}

// WriteTransferOf is WriteTransfer as WriteOfferOf is WriteOffer.
func WriteTransferOf(w io.Writer, d Draft, objects iter.Seq2[*record.Object, error]) error {
	return write(w, d, TypeTransfer, func(e *emitter, v version) error {
		return writeObjects(e, v, objects, true)
	})
}

// listed gives objects that are there.
func listed(objects []*record.Object) iter.Seq2[*record.Object, error] {
	return func(yield func(*record.Object, error) bool) {
		for _, o := range objects {
			if !yield(o, nil) {
				return
			}
		}
	}
}

// WriteAppraisal writes a 0502 with one line per rated object, in the order given.
func WriteAppraisal(w io.Writer, d Draft, ratings []Rated) error {
	return write(w, d, TypeAppraisal, func(e *emitter, v version) error {
		if len(ratings) == 0 {
			return errors.New("an appraisal list needs at least one rated object")
		}
		for _, r := range ratings {
			e.begin(map[bool]string{true: "BewertetesSGO", false: "BewertetesObjekt"}[v.gen == gen4])
			e.leaf(v.idName(), r.ID)
			if err := writeRating(e, v, r.Rating, r.Free); err != nil {
				return fmt.Errorf("object %s: %w", r.ID, err)
			}
			e.end()
		}
		return nil
	})
}

// WriteOfferReceipt writes a 0504.
func WriteOfferReceipt(w io.Writer, d Draft) error { return write(w, d, TypeOfferReceipt, nothing) }

// WriteTransferReceipt writes a 0507, which exists from 3.0.0 on.
func WriteTransferReceipt(w io.Writer, d Draft) error {
	return write(w, d, TypeTransferReceipt, nothing)
}

func nothing(*emitter, version) error { return nil }

// WriteImportConfirmation writes a 0506. In 2.x there is one outcome for all
// objects and reference codes per object, failed objects go into its text; in
// 3.x every object has its own outcome and at least one result is needed.
func WriteImportConfirmation(w io.Writer, d Draft, all Outcome, results []Result) error {
	return write(w, d, TypeImportConfirmed, func(e *emitter, v version) error {
		switch v.gen {
		case gen2:
			writeResults2(e, all, results)
		case gen3:
			if len(results) == 0 {
				return errors.New("an import confirmation needs at least one object")
			}
			for _, r := range results {
				e.begin("AusgesondertesSGO")
				e.leaf("IDSGO", r.ID)
				writeOutcome(e, r.Outcome)
				e.opt("Archivkennung", r.ReferenceCode)
				e.end()
			}
		default:
			e.begin("ErfolgOderMisserfolg")
			writeOutcome(e, all)
			e.end()
			for _, r := range results {
				e.begin("AusgesondertesSGO")
				e.leaf("xdomeaUUID", r.ID)
				e.begin("ErfolgOderMisserfolg")
				writeOutcome(e, r.Outcome)
				e.end()
				e.opt("Archivkennung", r.ReferenceCode)
				e.end()
			}
		}
		return nil
	})
}

func writeResults2(e *emitter, all Outcome, results []Result) {
	messages := append([]string(nil), all.Messages...)
	for _, r := range results {
		if !r.OK && len(r.Messages) > 0 {
			messages = append(messages, r.ID+": "+strings.Join(r.Messages, "; "))
		}
	}
	e.begin("ErfolgOderMisserfolg")
	e.flag("Erfolgreich", all.OK)
	e.opt("Fehlermeldung", strings.Join(messages, "; "))
	for _, r := range results {
		if r.ReferenceCode != "" {
			e.begin("Rueckgabeparameter")
			e.leaf("ID", r.ID)
			e.leaf("Archivkennung", r.ReferenceCode)
			e.end()
		}
	}
	e.end()
}

func writeOutcome(e *emitter, o Outcome) {
	e.flag("Erfolgreich", o.OK)
	for _, m := range o.Messages {
		e.leaf("Fehlermeldung", m)
	}
	for _, c := range o.Codes {
		e.code("FehlermeldungCode", "urn:xoev-de:xdomea:codeliste:allgemeinerueckmeldung", "1.1", c, "")
	}
}

// write writes one message: root, header, body.
func write(w io.Writer, d Draft, code string, body func(*emitter, version) error) error {
	op := "write xdomea message " + code
	v, ok := byNumber(d.Version)
	if !ok || !v.has(code) {
		return failure.Wrap(failure.Refused, op,
			wording.Say("hint.xdomea.version-unfit", d.Version, code),
			fmt.Errorf("version %q has no message %s", d.Version, code))
	}
	if err := d.complete(v, code); err != nil {
		return failure.Wrap(failure.Refused, op, wording.Say("hint.xdomea.head-incomplete"), err)
	}
	e := newEmitter(w)
	e.put(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	if d.Preliminary != "" {
		d.Head.Note = d.Preliminary
		e.put("<" + preliminary + ` xmlns:laufzettel="urn:laufzettel:entwurf" nachricht="` + code + `" hinweis="`)
		e.text(d.Preliminary)
		e.put("\">\n")
	}
	attrs := []string{"xmlns:xdomea", v.namespace}
	if v.gen == gen4 {
		attrs = append(attrs, "produkt", or(d.Head.System.Product, "Laufzettel"),
			"produkthersteller", or(d.Head.System.Vendor, "Laufzettel"))
		if d.Head.System.Version != "" {
			attrs = append(attrs, "produktversion", d.Head.System.Version)
		}
		attrs = append(attrs, "standard", "xdomea", "version", v.number)
	}
	e.begin(rootName(code), attrs...)
	writeHead(e, v, d.Head, code)
	if err := body(e, v); err != nil {
		return failure.Wrap(failure.Refused, op, wording.Say("hint.xdomea.not-expressible", v.number), err)
	}
	e.end()
	if d.Preliminary != "" {
		e.put("\n</" + preliminary + ">\n")
	}
	return failure.Wrap(failure.Setup, op, wording.Say("hint.xdomea.message-not-written"), e.flush())
}

// complete names what the header lacks.
func (d Draft) complete(v version, code string) error {
	switch {
	case !uuidPattern.MatchString(d.Head.ProcessID):
		return fmt.Errorf("process id %q is no UUID", d.Head.ProcessID)
	case d.Head.Created.IsZero():
		return errors.New("time of creation is missing")
	case v.gen == gen4 && !uuidPattern.MatchString(d.Head.MessageUUID):
		return fmt.Errorf("message id %q is no UUID", d.Head.MessageUUID)
	case v.gen == gen4 && code != TypeOffer && code != TypeTransfer && !uuidPattern.MatchString(d.Head.OriginUUID):
		return fmt.Errorf("id of the message answered %q is no UUID", d.Head.OriginUUID)
	}
	return nil
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// writeHead writes the header and, in 4.0, what stands beside it.
func writeHead(e *emitter, v version, h Head, code string) {
	created := h.Created.UTC().Format(time.RFC3339)
	const typeList = "urn:xoev-de:xdomea:codeliste:nachrichtentyp"
	typeName := "Aussonderung." + longNames[code]
	if v.gen == gen4 {
		e.begin("nachrichtenkopf")
		e.begin("identifikation.nachricht")
		e.leaf(".nachrichtenUUID", h.MessageUUID)
		e.code(".nachrichtentyp", typeList, v.typeList, code, typeName)
		e.leaf(".erstellungszeitpunkt", created)
		e.end()
		writeParty(e, v, "leser", h.Receiver)
		writeParty(e, v, "autor", h.Sender)
		e.leaf("ProzessID", h.ProcessID)
		e.opt("InstanzID", h.System.Instance)
		e.opt("Hinweis", h.Note)
		e.end()
		writeWishes(e, v, h, code)
		if code != TypeOffer && code != TypeTransfer {
			e.leaf("UUIDUrsprungsnachricht", h.OriginUUID)
		}
		e.leaf("LfdNrNachrichtProTyp", fmt.Sprint(max(h.Number, 1)))
		e.leaf("GesamtanzahlNachrichtenProTyp", fmt.Sprint(max(h.Total, 1)))
		return
	}
	e.begin("Kopf")
	e.leaf("ProzessID", h.ProcessID)
	e.code("Nachrichtentyp", typeList, v.typeList, code, typeName)
	e.leaf("Erstellungszeitpunkt", created)
	writeParty(e, v, "Absender", h.Sender)
	writeParty(e, v, "Empfaenger", h.Receiver)
	if v.gen == gen2 || h.System != (System{}) {
		e.begin("SendendesSystem")
		e.opt("InstanzID", h.System.Instance)
		e.opt("Produktname", h.System.Product)
		e.opt("Version", h.System.Version)
		e.end()
	}
	e.opt("Hinweis", h.Note)
	writeWishes(e, v, h, code)
	e.end()
}

// writeWishes writes what the sender asks back for.
func writeWishes(e *emitter, v version, h Head, code string) {
	switch code {
	case TypeOffer, TypeAppraisal:
		e.flag("Empfangsbestaetigung", h.ReceiptWanted)
	case TypeTransfer:
		e.flag("Importbestaetigung", true) // fixed 1 in every version
		e.flag("RueckmeldungArchivkennung", h.ReferenceCodesBack)
		if v.gen >= gen3 {
			e.flag("Empfangsbestaetigung", h.ReceiptWanted)
		}
	}
}

// writeParty writes a KontaktType. In 4.0 the id of an agency stands in a
// directory service (Prefix); where none is given the one the standard names, DVDV.
func writeParty(e *emitter, v version, name string, p Party) {
	institution, unit, person := "Institution", "Organisationseinheit", "Name"
	if v.gen == gen4 {
		institution, unit, person = "NameInstitution", "NameOrganisationseinheit", "NameAnsprechpartner"
	}
	e.begin(name)
	writeAgencyID(e, v, p)
	if p.Name != "" || p.Short != "" {
		e.begin(institution)
		e.opt("Name", p.Name)
		e.opt("Kurzbezeichnung", p.Short)
		e.end()
	}
	if p.Unit != "" {
		e.begin(unit)
		e.leaf("Name", p.Unit)
		e.end()
	}
	if p.Contact != "" {
		e.begin(person)
		e.begin("Familienname")
		e.leaf("Name", p.Contact)
		e.end()
		e.end()
	}
	writeReach(e, v, p.Phone, "002", "02")
	writeReach(e, v, p.Mail, "001", "01")
	e.end()
}

func writeAgencyID(e *emitter, v version, p Party) {
	switch {
	case p.ID == "":
	case v.gen == gen4:
		e.begin("Behoerdenkennung")
		e.code("verzeichnisdienst", "urn:xoev-de:kosit:codeliste:verzeichnisdienst", "1", or(p.Prefix, "DVDV"), "")
		e.leaf("kennung", p.ID)
		e.end()
	default:
		e.begin("Behoerdenkennung")
		e.code(map[bool]string{true: "Kennung", false: "Behoerdenschluessel"}[v.gen == gen2], "", "", p.ID, p.Name)
		if p.Prefix != "" {
			e.code("Praefix", "", "", p.Prefix, "")
		}
		e.end()
	}
}
