package pack

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"laufzettel/app/work/intake"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
)

// maxLitter is how many names of litter a package lists.
const maxLitter = 200

// told gives the words of one event for PREMIS: what our log says of it, and the program.
func told(e events.Event, rep *check.Report) string {
	var parts []string
	switch e.Type {
	case events.Received:
		parts = append(parts, number(e, "files", "Datei", "Dateien"), detail(e, "bytes", "%s Bytes"), detail(e, "sha-256", "SHA-256 %s"))
	case events.Checked:
		parts = append(parts, detail(e, "errors", "%s Fehler"), number(e, "warnings", "Warnung", "Warnungen"),
			number(e, "notes", "Hinweis", "Hinweise"), detail(e, "tool", "mit %s"))
	case events.Decided:
		if e.Outcome == string(transfer.AcceptedWithException) {
			parts = append(parts, "mit Ausnahme angenommen", detail(e, "person", "durch %s"), detail(e, "reason", "Begründung: %s"),
				excepted(rep))
		} else {
			parts = append(parts, detail(e, "reason", "%s"))
		}
	}
	parts = slices.DeleteFunc(append(parts, e.Program), func(s string) bool { return s == "" })
	return strings.Join(parts, "; ")
}

func detail(e events.Event, key, form string) string {
	if v := strings.TrimSpace(e.Detail[key]); v != "" {
		return fmt.Sprintf(form, v)
	}
	return ""
}

// number is detail with the word that agrees with its number.
func number(e events.Event, key, one, many string) string {
	if strings.TrimSpace(e.Detail[key]) == "1" {
		return "1 " + one
	}
	return detail(e, key, "%s "+many)
}

// excepted names the errors a person took over with the exception, by code and number.
func excepted(rep *check.Report) string {
	if rep == nil {
		return ""
	}
	n := map[string]int{}
	var codes []string
	for _, f := range rep.Findings {
		if f.Severity != check.Error {
			continue
		}
		if n[f.Code] == 0 {
			codes = append(codes, f.Code)
		}
		n[f.Code] += f.Weight()
	}
	for i, c := range codes {
		codes[i] = fmt.Sprintf("%s (%d)", c, n[c])
	}
	if len(codes) == 0 {
		return ""
	}
	return "Befunde: " + strings.Join(codes, ", ")
}

// checked tells the check that the decision rests on: the identification of formats and
// each further tool as an event of its own with its agent, the validation with the number
// of findings and the digest of the report, and the litter that is in no package (E13).
func checked(e events.Event, rep *check.Report, kind string) []aip.Event {
	var out []aip.Event
	add := func(kind, outcome, agent, detail string) {
		out = append(out, aip.Event{Time: e.At, Type: kind, Outcome: outcome, Agent: agent, Detail: detail})
	}
	for _, d := range rep.Checks {
		if d.State == check.NotDone || d.Tool == "" {
			continue
		}
		switch d.Name {
		case "format":
			outcome, unknown := identified(rep)
			add("format identification", outcome, d.Tool,
				strings.TrimSpace(counted(rep.Files.Delivered, "Datei", "Dateien")+", "+counted(len(rep.Formats), "Format", "Formate")+
					unknown+". "+d.Reason))
		case "signatures":
			add("digital signature validation", string(d.State), d.Tool, d.Reason)
		case check.NameDissolved:
			add("modification", string(d.State), d.Tool, d.Reason)
		case "self-check":
			add("validation", string(d.State), d.Tool, d.Reason)
		case "virus":
			add("virus check", string(d.State), d.Tool, d.Reason)
		case "schema", "pdfa":
			add("validation", string(d.State), d.Tool, strings.TrimSpace(check.Title(d.Name)+". "+d.Reason))
		}
	}
	add("validation", string(rep.Verdict), cmp.Or(e.Program, e.Actor),
		fmt.Sprintf("%d Fehler, %s, %s; SHA-256 des Prüfergebnisses %s; veranlasst von %s", rep.Count(check.Error),
			counted(rep.Count(check.Warning), "Warnung", "Warnungen"), counted(rep.Count(check.Note), "Hinweis", "Hinweise"),
			reportDigest(rep), e.Actor))
	if names := litter(rep); len(names) > 0 && kind != intake.PlainKind {
		more := ""
		if n := len(names) - maxLitter; n > 0 {
			names, more = names[:maxLitter], fmt.Sprintf(" und %d weitere", n)
		}
		add("filtering", "success", cmp.Or(e.Program, e.Actor), "Ballast, von niemandem genannt und nicht übernommen: "+
			strings.Join(names, ", ")+more)
	}
	return out
}

// counted is a number with the word that agrees with it.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// identified says how many files have a known format.
func identified(rep *check.Report) (outcome, words string) {
	unknown := 0
	for _, f := range rep.Formats {
		if f.PUID == "UNKNOWN" {
			unknown += f.Count
		}
	}
	if unknown > 0 {
		return "warning", ", nicht erkannt: " + counted(unknown, "Datei", "Dateien")
	}
	return "success", ""
}

// litter gives the names of the files nobody names.
func litter(rep *check.Report) (names []string) {
	for _, f := range rep.Findings {
		if f.Code == check.CodeLitter.ID {
			for _, one := range f.Each() {
				names = append(names, one.Path)
			}
		}
	}
	return names
}

// reportDigest is the SHA-256 of the report as "report --format json" prints it, without
// the line end and with its duration as 0, so that the same check of the same delivery
// has one digest everywhere.
func reportDigest(rep *check.Report) string {
	r := *rep
	r.Seconds = 0
	var raw bytes.Buffer
	enc := json.NewEncoder(&raw)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(&r); err != nil {
		return "" // no value of a report is beyond JSON
	}
	sum := sha256.Sum256(bytes.TrimSuffix(raw.Bytes(), []byte("\n")))
	return hex.EncodeToString(sum[:])
}
