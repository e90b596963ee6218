package register

import (
	"laufzettel/transfer/check"
)

// PrepareCodes are the findings about the material a portion is made of.
var PrepareCodes = []check.Code{codeNoEntry, codeNoPartner, codeCheck8, codeCount}

var (
	excusable = []check.WayOut{check.AcceptException, check.ReturnAll}

	codeNoEntry   = check.Code{ID: "PRE-002", Severity: check.Error, Source: "C4", Ways: excusable}
	codeNoPartner = check.Code{ID: "PRE-003", Severity: check.Error, Source: "C1; C3", Ways: excusable}
	codeCheck8    = check.Code{ID: "PRE-004", Severity: check.Error, Source: "C6; BKK-Arbeitshilfe 3.3.3 Nr. 8",
		Ways: excusable}
	codeCount = check.Code{ID: "PRE-005", Severity: check.Error, Source: "C1; C5", Ways: excusable}
)
