package eark

import (
	"strings"

	"laufzettel/transfer/kind/sample"
)

// earkAlike is what a package may hold and looks like what it may not.
var earkAlike = map[string]sample.Defect{
	"EAR-002": {What: "METS.xml endet mit einer Bemerkung",
		Apply: sample.Change("METS.xml", func(d []byte) []byte { return append(d, "<!-- Ende -->\n"...) })},
	"EAR-003": {What: "zwischen Angabe und Wert stehen Leerzeichen", Apply: inMETS(" OBJID=", " OBJID = ")},
	"EAR-006": {What: "ein Verweis beginnt mit ./", Apply: inMETS(`xlink:href="documentation/`, `xlink:href="./documentation/`)},
	"EAR-008": {What: "eine Kennung unterscheidet sich nur in der Groß- und Kleinschreibung",
		Apply: inMETS(`ID="div-metadata"`, `ID="DIV-main"`)},
	"EAR-001": {What: "METS.xml beginnt mit einem Byte-Order-Mark",
		Apply: sample.Change("METS.xml", func(d []byte) []byte { return append([]byte("\xef\xbb\xbf"), d...) })},
	"EAR-007": {What: "der Verweis auf die METS einer Repräsentation beginnt mit ./",
		Apply: inMETS(`"representations/rep1/METS.xml"`, `"./representations/rep1/METS.xml"`)},
	"EAR-009": {What: "eine Bemerkung nennt über 1.000 Repräsentationen",
		Apply: inMETS("</div>\n</structMap>", "<!-- "+strings.Repeat("<mptr/>", 1_001)+" --></div>\n</structMap>")},
}
