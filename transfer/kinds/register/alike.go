package register

import (
	"bytes"
	"slices"
)

// alike is what a portion may be and looks like what it may not.
var alike = map[string]Defect{
	"REG-001": {What: "hinter der Rückgrat-XML steht eine Bemerkung",
		Files: inBackbone(func(b []byte) []byte { return append(b, "<!-- Ende -->\n"...) })},
	"REG-002": {What: "die Rückgrat-XML nennt DOCTYPE in einer Bemerkung", Files: swap("?>", "?><!-- <!DOCTYPE a> -->")},
	"REG-003": {What: "eine Bemerkung enthält hundert Anfänge von Elementen", Files: inBackbone(func(b []byte) []byte {
		return bytes.Replace(b, []byte("<Kopf>"), []byte("<Kopf><!-- "+string(bytes.Repeat([]byte("<t>"), 100))+" -->"), 1)
	})},
	"REG-010": {What: "eine Angabe im Kopf ist ein einziges Zeichen", Change: func(p *Portion) { p.Backbone.Head.Software = "X" }},
	"REG-011": {What: "der Tag der Erstellung ist der 29. Februar eines Schaltjahrs",
		Change: func(p *Portion) { p.Backbone.Head.Created = "2024-02-29" }},
	"REG-017": {What: "ein Suchbegriff hat nur einen Buchstaben", Change: func(p *Portion) { p.Backbone.Entries[0].Terms[0].Value = "Y" }},
	"REG-018": {What: "eine Verfügungsnummer ist eine bloße Zahl", Change: func(p *Portion) { p.Backbone.Entries[0].Disposal = "7" }},
	"REG-021": {What: "die Schema-Version der Ursprungs-XML ist eine ältere", Change: func(p *Portion) { p.first().SchemaVersion = "0.8" }},
	"REG-025": {What: "zwei Einträge haben denselben Familiennamen", Change: func(p *Portion) {
		p.Backbone.Entries[1].Terms = slices.Clone(p.Backbone.Entries[1].Terms)
		p.Backbone.Entries[1].Terms[0].Value = p.Backbone.Entries[0].Terms[0].Value
	}},
	"REG-026": {What: "der Signierende steht nur mit Nachnamen", Change: func(p *Portion) { p.first().Signer = "Berger" }},
	"REG-027": {What: "das Datum der Signatur ist der 29. Februar eines Schaltjahrs",
		Change: func(p *Portion) { p.first().Signed = "1992-02-29" }},
	"REG-044": {What: "ein kodierter Wert ist der andere erklärte", Change: func(p *Portion) {
		f := p.Find(p.first().XML)
		f.Data = bytes.Replace(slices.Clone(f.Data), []byte("<Geschlecht>w"), []byte("<Geschlecht>m"), 1)
	}},
	"REG-050": {What: "die Fortführungsfrist ist am Tag vor der Lieferung abgelaufen",
		Change: func(p *Portion) { p.Backbone.Head.ClosingDate = "1990-12-31" }},
}
