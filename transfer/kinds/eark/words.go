package eark

import "strings"

// ruleWords are the rules on folders in words for people, and the one whose path is none.
var ruleWords = map[string]string{
	"CSIPSTR1": "genau ein oberster Ordner für das Paket", "CSIPSTR2": "ein oberster Ordner, der wie die Kennung des Pakets (OBJID) heißt", "CSIPSTR3": "ein Ordner, eine TAR- oder eine ZIP-Datei",
	"CSIPSTR4": "METS.xml im obersten Ordner", "CSIPSTR5": "Ordner „metadata“", "CSIPSTR6": "Ordner „metadata/preservation“ für Erhaltungsmetadaten",
	"CSIPSTR7": "Ordner „metadata/descriptive“ für Erschließungsangaben", "CSIPSTR8": "weitere Ordner unter „metadata“", "CSIPSTR9": "Ordner „representations“",
	"CSIPSTR10": "je Repräsentation ein Ordner", "CSIPSTR11": "Ordner „data“ in der Repräsentation", "CSIPSTR12": "METS.xml in der Repräsentation", "CSIPSTR13": "Ordner „metadata“ in der Repräsentation",
	"CSIPSTR14": "weitere Ordner in Paket und Repräsentation", "CSIPSTR15": "Schemata in Ordnern „schemas“", "CSIPSTR16": "Dokumentation in Ordnern „documentation“",
	"CSIP62": "Angabe csip:CONTENTINFORMATIONTYPE an der Dateigruppe jeder Repräsentation, höchstens einmal",
}

// cardinalityWords are the cardinalities of the specification in words.
var cardinalityWords = map[string]string{"1..1": ", genau einmal", "0..1": ", höchstens einmal", "1..n": ", mindestens einmal"}

// words says what a rule asks for to people who know no path language (E11): where, and
// how often.
func (r *Rule) words() string {
	if w := ruleWords[r.ID]; w != "" {
		return w
	}
	steps := steps(r.Path)
	last := steps[len(steps)-1]
	where := strings.Join(steps[:len(steps)-1], " › ")
	out := "Element " + strings.Join(steps, " › ")
	if name, ok := strings.CutPrefix(last, "@"); ok {
		out = "Angabe " + name + " am Element " + where
	}
	return out + cardinalityWords[r.Cardinality]
}

// steps takes a path apart at the slashes outside of conditions and says the conditions
// in words.
func steps(path string) (out []string) {
	depth, from := 0, 0
	for i := range len(path) {
		switch path[i] {
		case '[':
			depth++
		case ']':
			depth--
		case '/':
			if depth == 0 {
				out, from = append(out, step(path[from:i])), i+1
			}
		}
	}
	return append(out, step(path[from:]))
}

// step says one element with its condition.
func step(s string) string {
	name, cond, ok := strings.Cut(s, "[")
	if !ok {
		return s
	}
	cond = strings.TrimSuffix(cond, "]")
	attr, value, _ := strings.Cut(strings.TrimPrefix(cond, "@"), "=")
	begins := strings.Contains(value, "starts-with")
	value = strings.NewReplacer("[", "", "]", "", "starts-with(", "", ")", "", "'", "").Replace(value)
	if begins {
		value += "…"
	}
	return name + " (" + attr + " „" + value + "“)"
}
