package kind

import (
	"laufzettel/transfer/check"
)

// Codes are the findings about material a portion is made of.
var Codes = []check.Code{CodeLeftOut, CodeOmitted, codeNotDissolved, codeChangedAfter, codeNotTaken}

var (
	acceptable = []check.WayOut{check.AcceptException, check.ReturnAll}

	CodeLeftOut = check.Code{ID: "PRE-001", Severity: check.Warning, Source: "C5", Ways: acceptable}
	CodeOmitted = check.Code{ID: "PRE-029", Severity: check.Note, Source: "C1; C6; G6"}

	codeNotDissolved = check.Code{ID: "PRE-030", Severity: check.Error, Source: "C6; BKK-Arbeitshilfe 3.3.3 Nr. 1", Ways: acceptable}
	codeChangedAfter = check.Code{ID: "PRE-031", Severity: check.Error, Source: "C6; BKK-Arbeitshilfe 3.3.3 Nr. 1", Ways: acceptable}
	codeNotTaken     = check.Code{ID: "PRE-032", Severity: check.Error, Source: "C6; BKK-Arbeitshilfe 3.3.3 Nr. 1", Ways: acceptable}
)
