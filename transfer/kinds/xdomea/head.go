package xdomea

import (
	"strconv"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

// bodySetter puts a value of header or body into the message.
type bodySetter func(p *parser, v, label string, line int)

func text(at func(*Message) *string) bodySetter {
	return func(p *parser, v, _ string, _ int) { *at(p.msg) = v }
}

func flag(at func(*Message) *bool) bodySetter {
	return func(p *parser, v, _ string, _ int) { *at(p.msg) = isTrue(v) }
}

func number(at func(*Message) *int) bodySetter {
	return func(p *parser, v, _ string, _ int) { *at(p.msg), _ = strconv.Atoi(v) }
}

// headFields: path below the header element, all versions.
var headFields = map[string]bodySetter{
	"ProzessID":            text(func(m *Message) *string { return &m.Head.ProcessID }),
	"Erstellungszeitpunkt": text(func(m *Message) *string { return &m.Head.CreatedRaw }),
	"identifikation.nachricht/erstellungszeitpunkt": text(func(m *Message) *string { return &m.Head.CreatedRaw }),
	"identifikation.nachricht/nachrichtenUUID":      text(func(m *Message) *string { return &m.Head.MessageUUID }),
	"identifikation.nachricht/nachrichtentyp":       typeCode,
	"Nachrichtentyp":              typeCode,
	"InstanzID":                   text(func(m *Message) *string { return &m.Head.System.Instance }),
	"SendendesSystem/InstanzID":   text(func(m *Message) *string { return &m.Head.System.Instance }),
	"SendendesSystem/Produktname": text(func(m *Message) *string { return &m.Head.System.Product }),
	"SendendesSystem/Version":     text(func(m *Message) *string { return &m.Head.System.Version }),
	"Hinweis":                     text(func(m *Message) *string { return &m.Head.Note }),
	"Empfangsbestaetigung":        flag(func(m *Message) *bool { return &m.Head.ReceiptWanted }),
	"Importbestaetigung":          flag(func(m *Message) *bool { return &m.Head.ImportConfirmation }),
	"RueckmeldungArchivkennung":   flag(func(m *Message) *bool { return &m.Head.ReferenceCodesBack }),
}

// bodyFields: path below the root element.
var bodyFields = map[string]bodySetter{
	// 4.0 has the flags beside the header.
	"Empfangsbestaetigung":          flag(func(m *Message) *bool { return &m.Head.ReceiptWanted }),
	"Importbestaetigung":            flag(func(m *Message) *bool { return &m.Head.ImportConfirmation }),
	"RueckmeldungArchivkennung":     flag(func(m *Message) *bool { return &m.Head.ReferenceCodesBack }),
	"LfdNrNachrichtProTyp":          number(func(m *Message) *int { return &m.Head.Number }),
	"GesamtanzahlNachrichtenProTyp": number(func(m *Message) *int { return &m.Head.Total }),
	"UUIDUrsprungsnachricht":        text(func(m *Message) *string { return &m.Head.OriginUUID }),

	"BewertetesObjekt/ID":                                              ratedID,
	"BewertetesSGO/xdomeaUUID":                                         ratedID,
	"BewertetesObjekt/Aussonderungsart":                                ratedCode,
	"BewertetesObjekt/Aussonderungsart/Aussonderungsart":               ratedCode,
	"BewertetesSGO/Aussonderungsart/Aussonderungsart":                  ratedCode,
	"BewertetesObjekt/Aussonderungsart/AussonderungsartKonfigurierbar": ratedFree,
	"BewertetesSGO/Aussonderungsart/AussonderungsartKonfigurierbar":    ratedFree,

	"ErfolgOderMisserfolg/Erfolgreich":                         outcome(func(o *Outcome, v string) { o.OK = isTrue(v) }),
	"ErfolgOderMisserfolg/Fehlermeldung":                       outcome(func(o *Outcome, v string) { o.Messages = append(o.Messages, v) }),
	"ErfolgOderMisserfolg/FehlermeldungCode":                   outcome(func(o *Outcome, v string) { o.Codes = append(o.Codes, v) }),
	"ErfolgOderMisserfolg/Rueckgabeparameter/ID":               result(func(r *Result, v string) { r.ID = v }),
	"ErfolgOderMisserfolg/Rueckgabeparameter/Archivkennung":    result(func(r *Result, v string) { r.ReferenceCode = v }),
	"AusgesondertesSGO/IDSGO":                                  result(func(r *Result, v string) { r.ID = v }),
	"AusgesondertesSGO/xdomeaUUID":                             result(func(r *Result, v string) { r.ID = v }),
	"AusgesondertesSGO/Archivkennung":                          result(func(r *Result, v string) { r.ReferenceCode = v }),
	"AusgesondertesSGO/Erfolgreich":                            result(func(r *Result, v string) { r.OK = isTrue(v) }),
	"AusgesondertesSGO/Fehlermeldung":                          result(func(r *Result, v string) { r.Messages = append(r.Messages, v) }),
	"AusgesondertesSGO/FehlermeldungCode":                      result(func(r *Result, v string) { r.Codes = append(r.Codes, v) }),
	"AusgesondertesSGO/ErfolgOderMisserfolg/Erfolgreich":       result(func(r *Result, v string) { r.OK = isTrue(v) }),
	"AusgesondertesSGO/ErfolgOderMisserfolg/Fehlermeldung":     result(func(r *Result, v string) { r.Messages = append(r.Messages, v) }),
	"AusgesondertesSGO/ErfolgOderMisserfolg/FehlermeldungCode": result(func(r *Result, v string) { r.Codes = append(r.Codes, v) }),

	"Aktenplan/Aktenplandatei/Primaerdokument/Dateiname": func(p *parser, v, _ string, line int) {
		p.msg.Attached = append(p.msg.Attached, Attached{Name: v, Kind: "Aktenplandatei", Line: line})
	},
}

// partyFields: path below sender or receiver, all versions.
var partyFields = map[string]func(*Party) *string{
	"Institution/Name":                     func(c *Party) *string { return &c.Name },
	"NameInstitution/Name":                 func(c *Party) *string { return &c.Name },
	"Institution/Kurzbezeichnung":          func(c *Party) *string { return &c.Short },
	"NameInstitution/Kurzbezeichnung":      func(c *Party) *string { return &c.Short },
	"Organisationseinheit/Name":            func(c *Party) *string { return &c.Unit },
	"NameOrganisationseinheit/Name":        func(c *Party) *string { return &c.Unit },
	"Behoerdenkennung/Kennung":             func(c *Party) *string { return &c.ID },
	"Behoerdenkennung/Behoerdenschluessel": func(c *Party) *string { return &c.ID },
	"Behoerdenkennung/kennung":             func(c *Party) *string { return &c.ID },
	"Behoerdenkennung/Praefix":             func(c *Party) *string { return &c.Prefix },
	"Behoerdenkennung/verzeichnisdienst":   func(c *Party) *string { return &c.Prefix },
}

// bodyValue takes a value outside of every object.
func (p *parser) bodyValue(path, v, label string, line int) {
	if rest, ok := strings.CutPrefix(path, p.ver.head+"/"); ok {
		if set, ok := headFields[rest]; ok {
			set(p, v, label, line)
			return
		}
		for prefix, party := range map[string]*Party{
			"Absender/": &p.msg.Head.Sender, "autor/": &p.msg.Head.Sender,
			"Empfaenger/": &p.msg.Head.Receiver, "leser/": &p.msg.Head.Receiver,
		} {
			if rest, ok := strings.CutPrefix(rest, prefix); ok {
				party.take(rest, v)
			}
		}
		return
	}
	if set, ok := bodyFields[path]; ok {
		set(p, v, label, line)
	}
}

// take puts one value of a contact into the party.
func (p *Party) take(path, v string) {
	if at, ok := partyFields[path]; ok {
		*at(p) = v
		return
	}
	switch {
	case strings.HasPrefix(path, "Name/"), strings.HasPrefix(path, "NameAnsprechpartner/"):
		p.Contact = strings.TrimSpace(p.Contact + " " + v)
	case path == "Kommunikation/Kennung", path == "erreichbarkeit/kennung":
		switch {
		case strings.Contains(v, "@"):
			p.Mail = v
		case p.Phone == "":
			p.Phone = v
		}
	case path == "Behoerdenkennung/name" && p.Name == "":
		p.Name = v
	}
}

// openBody starts list entries of the body.
func (p *parser) openBody(line int) {
	switch string(p.path) {
	case "BewertetesObjekt", "BewertetesSGO":
		p.msg.Ratings = append(p.msg.Ratings, Rated{Line: line})
	case "AusgesondertesSGO":
		p.msg.Results = append(p.msg.Results, Result{Line: line})
	case "ErfolgOderMisserfolg":
		p.msg.Outcome = &Outcome{}
	case "ErfolgOderMisserfolg/Rueckgabeparameter":
		// 2.x: one success for all, reference codes per object.
		p.msg.Results = append(p.msg.Results, Result{Line: line, Outcome: *p.msg.Outcome})
	case "nachrichtenkopf", "Kopf":
		p.msg.Head.Line = line
	default:
		if strings.HasPrefix(string(p.path), "Aktenplan/") && strings.HasSuffix(string(p.path), "Einheit") {
			p.msg.PlanUnits++
		}
	}
}

func typeCode(p *parser, v, label string, _ int) {
	p.msg.Head.TypeCode, p.msg.Head.TypeName = v, label
}

func ratedID(p *parser, v, _ string, _ int) {
	p.msg.Ratings[len(p.msg.Ratings)-1].ID = v
}

func ratedCode(p *parser, v, _ string, line int) {
	r := &p.msg.Ratings[len(p.msg.Ratings)-1]
	if p.checkCode(listRating, v, r.ID, line) {
		r.Rating = record.Rating(v)
	}
}

func ratedFree(p *parser, v, _ string, _ int) {
	p.msg.Ratings[len(p.msg.Ratings)-1].Free = v
}

func outcome(set func(*Outcome, string)) bodySetter {
	return func(p *parser, v, _ string, _ int) { set(p.msg.Outcome, v) }
}

func result(set func(*Result, string)) bodySetter {
	return func(p *parser, v, _ string, _ int) { set(&p.msg.Results[len(p.msg.Results)-1], v) }
}

// allFindings puts the message's path on findings that have none yet.
func allFindings(fs []check.Finding, path string) []check.Finding {
	for i := range fs {
		if fs[i].Path == "" {
			fs[i].Path = path
		}
	}
	return fs
}
