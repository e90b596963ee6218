package norm

import (
	"bytes"
	"maps"
	"strings"
)

// alike is what a pair may be and looks like what it may not.
var alike = map[string]Defect{
	"NRM-001": {What: "die Nachricht heißt nach einem Prozess in Großbuchstaben", Change: func(p *Pair) {
		p.Original.Message = strings.ToUpper(p.Original.Process) + strings.TrimPrefix(p.Original.Message, p.Original.Process)
	}},
	"NRM-009": {What: "die Metadaten sind zuletzt genannt", Change: func(p *Pair) {
		p.Issue.Named = append(p.Issue.Named[1:], p.Issue.Named[0])
	}},
	"NRM-014": {What: "eine zweite Anlage der Ausgabenorm ist richtig benannt", Change: func(p *Pair) {
		name := sampleName + "__an__anlg__2.pdf"
		p.Issue.Files[name] = p.Issue.Files[sampleName+"__an__anlg__1.pdf"]
		p.Issue.Named = append(p.Issue.Named, name)
	}},
	"NRM-017": {What: "die Revisionsdaten lassen die Aufbewahrungsdauer leer, mit Leerzeichen", Change: func(p *Pair) {
		p.Original.Files["Originalnorm.xml"] = bytes.Replace(p.Original.Files["Originalnorm.xml"],
			[]byte("<Aufbewahrungsdauer></Aufbewahrungsdauer>"), []byte("<Aufbewahrungsdauer> </Aufbewahrungsdauer>"), 1)
	}},
	"NRM-018": {What: "die beiden Container kommen in anderer Schreibung der Endung", Files: func(f map[string][]byte) {
		for name, data := range maps.Clone(f) {
			if to, ok := strings.CutSuffix(name, ".zip"); ok {
				delete(f, name)
				f[to+".ZIP"] = data
			}
		}
	}},
}
