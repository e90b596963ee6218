package eark

// aipRules are the rules of the E-ARK AIP profile 2.2.0 on the METS document of an
// AIP, beside those of CSIP.
var aipRules = []Rule{
	{ID: "AIPM1", Level: Must, Path: "mets/@OBJID", Cardinality: "1..1",
		NotChecked: "Ob die Kennung über die Zeit gleich bleibt, ist an einem einzelnen Paket nicht zu sehen; dass sie da ist, prüft CSIP1."},
	{ID: "AIPM2", Level: Must, Path: "mets/@PROFILE", Cardinality: "1..1",
		NotChecked: "Die AIP-Regeln gelten für Pakete, deren PROFILE das AIP-Profil nennt; damit ist die Regel erfüllt."},
	{ID: "AIPM3", Level: Must, Path: "metsHdr[@csip:OAISPACKAGETYPE='AIP']", Cardinality: "1..1", in: "metsHdr", want: "@OAISPACKAGETYPE",
		values: []string{"AIP"}},
	{ID: "AIPM4", Level: Must, Path: "metsHdr[@csip:OAISPACKAGETYPE='AIP']", Cardinality: "1..1", With: "AIPM3"},
	{ID: "AIPM5", Level: Must, Path: "amdSec/digiprovMD/mdRef", Cardinality: "1..1", in: "", want: "amdSec/digiprovMD/mdRef"},
	{ID: "AIPM6", Level: Should, Path: "amdSec/digiprovMD/mdRef[@MDTYPE='PREMIS']", Cardinality: "1..1", in: "",
		want: "amdSec/digiprovMD/mdRef[MDTYPE=PREMIS]"},
}
