package handelsregister

// alike is what a delivery may be and looks like what it may not.
var alike = map[string]Defect{
	"HRG-001": {What: "die Zeilen der Liste enden wie unter Unix", Change: func(d *Delivery) {
		d.LineEnd = "\n"
		d.Count()
	}},
	"HRG-002": {What: "ein Name hat seltene Buchstaben in UTF-8", Change: inCompany(func(c *Company) { c.Name = "Łódź Größe & Çelik AG" })},
	"HRG-004": {What: "ein Name enthält ein Semikolon", Change: inCompany(func(c *Company) { c.Name = "Müller; Söhne AG" })},
	"HRG-005": {What: "der Sitz ist ein kurzer Name", Change: inCompany(func(c *Company) { c.Seat = "Ay" })},
	"HRG-006": {What: "ein Datum ist der 29. Februar eines Schaltjahrs", Change: inCompany(func(c *Company) { c.Opened = "1952-02-29" })},
	"HRG-007": {What: "zwei Firmen heißen gleich", Change: func(d *Delivery) {
		d.Companies[1].Name = d.Companies[0].Name
		d.Count()
	}},
	"HRG-008": {What: "eine Firma ist am Tag ihrer Gründung gelöscht", Change: inCompany(func(c *Company) { c.Deleted = c.Opened })},
	"HRG-013": {What: "ein Name enthält Anführungszeichen in der Mitte",
		Change: inCompany(func(c *Company) { c.Name = `Gasthof "Zum Bären" AG` })},
	"HRG-021": {What: "eine Angabe in den Metadaten ist ein einziges Zeichen", Change: func(d *Delivery) { d.Statements.Source = "X" }},
	"HRG-032": {What: "eine Belegakte hat ihre Endung in Großbuchstaben", Change: func(d *Delivery) {
		p := d.firstDocument(".pdf")
		d.Files[p[:len(p)-4]+".PDF"] = d.Files[p]
		delete(d.Files, p)
		d.Count()
	}},
	"HRG-034": {What: "von der Dokumentation fehlen nur die Codelisten", Change: func(d *Delivery) {
		delete(d.Files, codesName)
		d.Count()
	}},
}
