package profile

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/wording"
)

// Field is one statement of a profile as it is shown, explained and changed on
// screen and command line (A27, A32). Its text form is a line; lists have one
// entry per line or comma, maps one "name = source" per line.
type Field struct {
	Name  string // as in the JSON form: "deadlines.appraisalDays"
	Group string // German heading
	Label string // German
	Help  string // German sentence: what it does
	Many  bool   // several lines

	get func(*Profile) string
	set func(*Profile, string) error
}

// Explain gives the help and, below a mapping, what of it would never be written.
func (f Field) Explain(p *Profile) string {
	out := []string{f.Help}
	for _, fault := range p.Mapping.Check() {
		if f.Name == "mapping."+fault.Table.Field() && len(out) <= maxUnwritten {
			out = append(out, fault.String())
		}
	}
	return strings.Join(out, " ")
}

// Value gives the statement of a profile as text.
func (f Field) Value(p *Profile) string { return f.get(p) }

// Set puts a text into a profile, which is not checked as a whole. Error: Refused
// where the text is no value of the field.
func (f Field) Set(p *Profile, text string) error {
	if err := f.set(p, strings.TrimSpace(text)); err != nil {
		return failure.Wrap(failure.Refused, "set "+f.Name, wording.Say("hint.profile.field-value-bad", f.Label, err), err)
	}
	return nil
}

// FieldNamed finds a field by its name.
func FieldNamed(name string) (Field, bool) {
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return Field{}, false
	}
	return fields[i], true
}

// Fields are all fields in the order they are shown. The id of a profile is none:
// it stands in slips and logs and never changes.
func Fields() []Field { return slices.Clone(fields) }

func text(at func(*Profile) *string) (func(*Profile) string, func(*Profile, string) error) {
	return func(p *Profile) string { return *at(p) }, func(p *Profile, s string) error { *at(p) = s; return nil }
}

func whole(at func(*Profile) *int) (func(*Profile) string, func(*Profile, string) error) {
	get := func(p *Profile) string {
		if *at(p) == 0 {
			return ""
		}
		return strconv.Itoa(*at(p))
	}
	return get, func(p *Profile, s string) error {
		if s == "" {
			*at(p) = 0
			return nil
		}
		n, err := strconv.Atoi(s)
		if err != nil {
			return fmt.Errorf("„%s“ ist keine ganze Zahl", s)
		}
		*at(p) = n
		return nil
	}
}

func yesNo(at func(*Profile) *bool) (func(*Profile) string, func(*Profile, string) error) {
	get := func(p *Profile) string {
		if *at(p) {
			return "ja"
		}
		return "nein"
	}
	return get, func(p *Profile, s string) error {
		switch strings.ToLower(s) {
		case "ja", "yes", "true", "1":
			*at(p) = true
		case "nein", "no", "false", "0", "":
			*at(p) = false
		default:
			return fmt.Errorf("bitte „ja“ oder „nein“ statt „%s“", s)
		}
		return nil
	}
}

func list(at func(*Profile) *[]string, commas bool) (func(*Profile) string, func(*Profile, string) error) {
	return func(p *Profile) string { return strings.Join(*at(p), "\n") }, func(p *Profile, s string) error {
		if commas {
			s = strings.ReplaceAll(s, ",", "\n")
		}
		var out []string
		for _, line := range strings.Split(s, "\n") {
			if line = strings.TrimSpace(line); line != "" {
				out = append(out, line)
			}
		}
		*at(p) = out
		return nil
	}
}

func pairs(at func(*Profile) *map[string]string) (func(*Profile) string, func(*Profile, string) error) {
	get := func(p *Profile) string {
		var out []string
		for _, k := range slices.Sorted(maps.Keys(*at(p))) {
			out = append(out, k+" = "+(*at(p))[k])
		}
		return strings.Join(out, "\n")
	}
	return get, func(p *Profile, s string) error {
		var out map[string]string
		for _, line := range strings.Split(s, "\n") {
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			name, source, ok := strings.Cut(line, "=")
			name, source = strings.TrimSpace(name), strings.TrimSpace(source)
			if !ok || name == "" || source == "" {
				return fmt.Errorf("die Zeile „%s“ hat nicht die Form „Feld = Quelle“", line)
			}
			if out == nil {
				out = map[string]string{}
			}
			if _, twice := out[name]; twice {
				return fmt.Errorf("das Feld „%s“ steht zweimal da", name)
			}
			out[name] = source
		}
		*at(p) = out
		return nil
	}
}

// table reads one of the mappings.
func table(at func(*Profile) *map[string]string) (func(*Profile) string, func(*Profile, string) error) {
	get := func(p *Profile) string { return mapping.Text(*at(p)) }
	return get, func(p *Profile, s string) error {
		t, err := mapping.Parse(s)
		if err == nil {
			*at(p) = t
		}
		return err
	}
}

// periods reads the update periods: "G = 110".
func periods() (func(*Profile) string, func(*Profile, string) error) {
	plain, put := pairs(func(p *Profile) *map[string]string {
		m := map[string]string{}
		for k, n := range p.UpdatePeriods {
			m[k] = strconv.Itoa(n)
		}
		return &m
	})
	_ = put
	return plain, func(p *Profile, s string) error {
		var m map[string]string
		_, into := pairs(func(*Profile) *map[string]string { return &m })
		if err := into(p, s); err != nil {
			return err
		}
		var out map[string]int
		for k, v := range m {
			n, err := strconv.Atoi(v)
			if err != nil {
				return fmt.Errorf("„%s“ ist keine Zahl von Jahren", v)
			}
			if out == nil {
				out = map[string]int{}
			}
			out[k] = n
		}
		p.UpdatePeriods = out
		return nil
	}
}

func field(group, name, label, help string, many bool, get func(*Profile) string, set func(*Profile, string) error) Field {
	return Field{Name: name, Group: group, Label: label, Help: help, Many: many, get: get, set: set}
}

// fields is the one table of the statements of a profile.
var fields = func() (out []Field) {
	group := ""
	add := func(name, label, help string, many bool) func(func(*Profile) string, func(*Profile, string) error) {
		return func(get func(*Profile) string, set func(*Profile, string) error) {
			out = append(out, field(group, name, label, help, many, get, set))
		}
	}
	group = "Stelle"
	add("agency", "Name der Stelle", "Steht auf jedem Schreiben und im Archivpaket.", false)(text(func(p *Profile) *string { return &p.Agency }))
	add("agencyId", "Behördenkennung", "Daran erkennt das Programm die Stelle in Nachrichten und Laufzetteln.", false)(text(func(p *Profile) *string { return &p.AgencyID }))
	add("contact.name", "Ansprechperson", "An sie gehen Berichte und Schreiben.", false)(text(func(p *Profile) *string { return &p.Contact.Name }))
	add("contact.unit", "Referat der Ansprechperson", "Steht in der Anschrift.", false)(text(func(p *Profile) *string { return &p.Contact.Unit }))
	add("contact.mail", "E-Mail", "Für den Übernahmebericht und Nachforderungen.", false)(text(func(p *Profile) *string { return &p.Contact.Mail }))
	add("contact.phone", "Telefon", "Für Rückfragen; steht auf keinem Schreiben.", false)(text(func(p *Profile) *string { return &p.Contact.Phone }))
	add("source", "Abgebendes System", "Name und Version der Anwendung, aus der die Unterlagen kommen; geht ins Archivpaket (MAPPING-2).", false)(text(func(p *Profile) *string { return &p.Source }))
	add("environment", "Technische Umgebung", "Betriebssystem und Anwendungen der Stelle; geht ins Archivpaket (MAPPING-2).", false)(text(func(p *Profile) *string { return &p.Environment }))
	group = "Lieferungen"
	add("kinds", "Vereinbarte Lieferarten", "Eine je Zeile, zum Beispiel xdomea-0503. Leer: jede.", true)(list(func(p *Profile) *[]string { return &p.Kinds }, true))
	add("formats", "Zugelassene Formate", "PRONOM-Kennungen, eine je Zeile (fmt/354). Was nicht darin steht, ist ein Befund. Leer: nichts vereinbart.", true)(list(func(p *Profile) *[]string { return &p.Formats }, true))
	add("pdfa", "Zugelassene PDF/A-Stufen", "Zum Beispiel 1b, 2b. Leer: jede.", true)(list(func(p *Profile) *[]string { return &p.PDFA }, true))
	add("schemas", "Vereinbarte Schemata", "Namensräume, einer je Zeile.", true)(list(func(p *Profile) *[]string { return &p.Schemas }, false))
	add("layout", "Abweichender Aufbau", "Pfade der beschreibenden Datei, wo die Stelle einen anderen Aufbau liefert: „Schlüssel = Pfad“, eine Angabe je Zeile.", true)(pairs(func(p *Profile) *map[string]string { return &p.Layout }))
	add("keepSignatures", "Signaturen in PDF belassen", "Bei „ja“ gehen signierte PDF unverändert ans Archiv; sonst löst die Stelle die Signaturen beim Bauen der Portion auf.", false)(
		yesNo(func(p *Profile) *bool { return &p.KeepSignatures }))
	add("updatePeriods", "Fortführungsfristen", "Jahre nach dem letzten Abschlussvermerk je Register: „G = 110“. Leer: nach Gesetz.", true)(periods())
	group = "Fristen und Schutz"
	add("deadlines.appraisalDays", "Bewertungsfrist in Tagen", "Ab dem Eingang des Angebots; sechs Monate sind 183 Tage.", false)(whole(func(p *Profile) *int { return &p.Deadlines.AppraisalDays }))
	add("deadlines.transferDays", "Ablieferungsfrist in Tagen", "Von der Bewertung bis zur Lieferung.", false)(whole(func(p *Profile) *int { return &p.Deadlines.TransferDays }))
	add("deadlines.redeliveryDays", "Frist der Neulieferung in Tagen", "Steht in der Nachforderung.", false)(whole(func(p *Profile) *int { return &p.Deadlines.RedeliveryDays }))
	add("deadlines.noticeDays", "Hinweis vor der Frist in Tagen", "So viele Tage vorher erscheint sie in „Fällig“.", false)(whole(func(p *Profile) *int { return &p.Deadlines.NoticeDays }))
	add("graceDays", "Tage um die Laufzeit", "So viele Tage darf ein Dokumentdatum außerhalb der Laufzeit liegen, ehe ein Hinweis kommt. Leer: 31.", false)(whole(func(p *Profile) *int { return &p.GraceDays }))
	add("closure.years", "Schutzfrist in Jahren", "Nach dem Ende der Laufzeit.", false)(whole(func(p *Profile) *int { return &p.Closure.Years }))
	add("closure.description", "Auch die Beschreibung geschützt", "Bei „ja“ erscheint das Objekt in keiner Trefferliste.", false)(yesNo(func(p *Profile) *bool { return &p.Closure.Description }))
	add("confirmations", "Bestätigungen vor der Löschfreigabe", "Eine je Zeile; ohne sie gibt es keine Löschfreigabe.", true)(list(func(p *Profile) *[]string { return &p.Confirmations }, false))
	add("withoutPersons", "Aktenplangruppen ohne Personenbezug", "Eine je Zeile (63 meint auch 63.2). Nur dort bleibt der Betreff vernichteter Vorgänge in Berichten und Listen stehen. Leer: nirgends.", true)(list(func(p *Profile) *[]string { return &p.WithoutPersons }, false))
	add("noSecondPerson", "Ohne zweite Person", "Bei „ja“ braucht eine Vernichtung keine Freigabe; nur wo die Richtlinie der Administration es zulässt.", false)(yesNo(func(p *Profile) *bool { return &p.NoSecondPerson }))
	group = "Archivpakete"
	add("referenceCode.pattern", "Muster der Archivsignatur", "Mit „{n}“ für die laufende Nummer: 11842/{n}.", false)(text(func(p *Profile) *string { return &p.ReferenceCode.Pattern }))
	add("referenceCode.from", "Erste Nummer des Blocks", "Der Block gehört nur diesem Arbeitsbereich, damit Nummern nie doppelt vergeben werden.", false)(whole(func(p *Profile) *int { return &p.ReferenceCode.From }))
	add("referenceCode.to", "Letzte Nummer des Blocks", "Leer: offen.", false)(whole(func(p *Profile) *int { return &p.ReferenceCode.To }))
	add("level", "Paketebene", "case: ein Paket je Vorgang; dossier: je Akte.", false)(text(func(p *Profile) *string { return &p.Level }))
	add("packageFiles", "Höchste Zahl von Dateien je Paket", "Größere Portionen werden geteilt, wo die Lieferart es erlaubt. Leer: ohne Grenze.", false)(whole(func(p *Profile) *int { return &p.PackageFiles }))
	group = "Zuordnungen"
	add("mapping.controlList", "MAPPING-1: Kontrollliste", "Feld der Kon_Lis = Quelle der Ab_Lis. Leer: Vorgabe des Programms.", true)(table(func(p *Profile) *map[string]string { return &p.Mapping.ControlList }))
	add("mapping.aip", "MAPPING-2: Archivpaket", "Feld der Verwaltungsangaben = Quelle. Leer: Vorgabe des Programms.", true)(table(func(p *Profile) *map[string]string { return &p.Mapping.AIP }))
	add("mapping.descriptive", "MAPPING-3: Beschreibung", "Feld des Suchverzeichnisses = Quelle der Nachricht. Leer: Vorgabe des Programms.", true)(table(func(p *Profile) *map[string]string { return &p.Mapping.Descriptive }))
	add("mapping.technical", "MAPPING-4: Technik", "Technisches Feld = Quelle. Leer: Vorgabe des Programms.", true)(table(func(p *Profile) *map[string]string { return &p.Mapping.Technical }))
	group = "Personenbezogene Angaben"
	add("sensitivity.off", "Abgeschaltete Regeln", "Kennungen der Regeln, die nicht suchen sollen, eine je Zeile (sensitive rules nennt sie).", true)(
		list(func(p *Profile) *[]string { return &p.Sensitivity.Off }, true))
	add("sensitivity.specialBasis", "Rechtsgrundlage der Wortliste", "Ohne sie bleibt die Liste der besonderen Kategorien (Art. 9 DSGVO) aus.", false)(
		text(func(p *Profile) *string { return &p.Sensitivity.SpecialBasis }))
	add("sensitivity.specialAssessed", "Tag der Folgenabschätzung", "JJJJ-MM-TT; ohne ihn bleibt die Liste aus.", false)(
		text(func(p *Profile) *string { return &p.Sensitivity.SpecialAssessed }))
	group = "Bewertung"
	add("appraised", "Trotz Konzept bewertet", "Lieferarten, die nach Konzept ganz übernommen werden und hier doch bewertet werden, mit dem Grund: „export = Grund“. Was das Gesetz schützt, geht nicht.", true)(
		pairs(func(p *Profile) *map[string]string { return &p.Appraised }))
	add("litter.off", "Beiwerk: abgeschaltete Regeln", "Kurznamen der Regeln für Beiwerk in Fileablagen, die hier nicht gelten, eine je Zeile (share litter nennt sie).", true)(
		list(func(p *Profile) *[]string { return &p.Litter.Off }, true))
	add("litter.rules", "Beiwerk: eigene Regeln", "Eine je Zeile: „Kurzname = Muster, Muster/; Erklärung“, zum Beispiel „plotter = *.plt, Spool/; Druckdaten des Plotters, die Pläne liegen daneben“. "+
		"Ein Schrägstrich am Ende meint Ordner.", true)(pairs(func(p *Profile) *map[string]string { return &p.Litter.Rules }))
	add("reasons", "Textbausteine für Gründe", "Einer je Zeile.", true)(list(func(p *Profile) *[]string { return &p.Reasons }, false))
	return out
}()
