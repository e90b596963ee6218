package eark

import (
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
}
