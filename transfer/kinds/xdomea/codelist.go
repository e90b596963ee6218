package xdomea

import (
	"maps"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/wording"
)

// codeList is one small value list of the standard. Open lists are fixed by URI
// only and may grow without a new schema, so an unknown code in them is softer.
type codeList struct {
	name   string
	uri    string
	values map[string]string
}

func list(name string, pairs ...string) codeList {
	l := codeList{name: name, uri: "urn:xoev-de:xdomea:codeliste:" + strings.ToLower(name), values: map[string]string{}}
	for i := 0; i+1 < len(pairs); i += 2 {
		l.values[pairs[i]] = pairs[i+1]
	}
	return l
}

// maxAllowed is how many values of a list a finding names.
const maxAllowed = 8

// allowed says which values a list holds: the list by name, and its values where they
// are few.
func (l codeList) allowed() wording.Text {
	out := wording.Say("want.xdomea.listed", l.name)
	if len(l.values) > maxAllowed {
		return out
	}
	var rows []string
	for _, code := range slices.Sorted(maps.Keys(l.values)) {
		rows = append(rows, code+" "+l.values[code])
	}
	return wording.Say("want.xdomea.values", out, strings.Join(rows, ", "))
}

// named gives a code with its meaning; words that came with it are kept.
func (l codeList) named(level string) string {
	code, words, _ := strings.Cut(level, " ")
	if meaning := l.values[code]; meaning != "" && words == "" {
		return code + " (" + meaning + ")"
	}
	return level
}

func quotedCode(code string) any {
	if code == "" {
		return wording.Say("found.xdomea.no-value")
	}
	return wording.Say("said.check.quoted", code)
}

// The value lists that matter to a transfer (genericode lists 1.0 of the standard).
var (
	listRating     = list("Aussonderungsart", "A", "archivwürdig", "B", "zum Bewerten markiert", "V", "zum Vernichten markiert")
	listSuggestion = list("Bewertungsvorschlag", "A", "archivwürdig", "V", "zum Vernichten markiert")
	listMedium     = list("Medium", "001", "elektronisch", "002", "hybrid", "003", "Papier")
	listSecrecy    = list("Vertraulichkeitsstufe", "001", "geheim", "002", "nur für den Dienstgebrauch",
		"003", "offen", "004", "streng geheim", "005", "vertraulich")
	listFormat = list("Dateiformat",
		"001", "bmp", "002", "csv", "003", "doc", "004", "doc", "005", "doc", "006", "eml", "007", "htm",
		"008", "html", "009", "jpe", "010", "jpeg", "011", "jpg", "012", "msg", "013", "odp", "014", "ods",
		"015", "odt", "016", "otp", "017", "ots", "018", "pdf", "019", "png", "020", "ppt", "021", "ps",
		"022", "rtf", "023", "tif", "024", "tiff", "025", "wps", "026", "xlc", "027", "xlm", "028", "xls",
		"029", "xlw", "030", "xml", "031", "xsd", "032", "dot", "033", "pot", "034", "xlt", "035", "docx",
		"036", "xlsx", "037", "pptx", "038", "dotx", "039", "xltx", "040", "potx", "041", "dtd", "042", "mpp",
		"043", "ott", "044", "pdf (Archival)", "045", "txt", formatOther, "Sonstiges")
)

// formatOther is the code "Sonstiges", which asks for SonstigerName.
const formatOther = "100"

// FormatCode gives the code of the list dateiformat for a file extension without
// dot, or "100" (Sonstiges). archival says that the PDF is a PDF/A.
func FormatCode(ext string, archival bool) string {
	ext = strings.ToLower(ext)
	if ext == "pdf" && archival {
		return "044"
	}
	best := formatOther
	for code, name := range listFormat.values {
		if name == ext && (best == formatOther || code < best) {
			best = code
		}
	}
	return best
}

// classified are the codes from VS-Vertraulich up (requirement G15).
var classified = map[string]bool{"001": true, "004": true, "005": true}

// isClassified reads a level as delivered ("code name"). A code of another list
// (4.0 leaves the list open) is judged by its words, on the cautious side.
func isClassified(level string) bool {
	code, _, _ := strings.Cut(level, " ")
	if _, known := listSecrecy.values[code]; known {
		return classified[code]
	}
	return check.ClassifiedLevel(level)
}

var _ check.Marking = Kind{}

// SecrecyMark implements check.Marking: VS-NfD is marked; above it nothing gets as far as a paper.
func (Kind) SecrecyMark(level string) string {
	if level == "" || !isRestricted(level) {
		return ""
	}
	return check.RestrictedMark
}

// isRestricted: "VS – nur für den Dienstgebrauch".
func isRestricted(level string) bool {
	code, _, _ := strings.Cut(level, " ")
	if _, known := listSecrecy.values[code]; known {
		return code == "002"
	}
	return check.RestrictedLevel(level)
}

// digestAlgorithms maps the spellings met in the list of the XTA service profile
// (names and W3C URIs) to the canonical names of transfer/check and the length of
// the value in bytes.
var digestAlgorithms = map[string]struct {
	name string
	size int
}{
	"md5": {"md5", 16}, "http://www.w3.org/2001/04/xmldsig-more#md5": {"md5", 16},
	"sha1": {"sha-1", 20}, "sha-1": {"sha-1", 20}, "http://www.w3.org/2000/09/xmldsig#sha1": {"sha-1", 20},
	"sha224": {"sha-224", 28}, "sha-224": {"sha-224", 28}, "http://www.w3.org/2001/04/xmldsig-more#sha224": {"sha-224", 28},
	"sha256": {"sha-256", 32}, "sha-256": {"sha-256", 32}, "http://www.w3.org/2001/04/xmlenc#sha256": {"sha-256", 32},
	"sha384": {"sha-384", 48}, "sha-384": {"sha-384", 48}, "http://www.w3.org/2001/04/xmldsig-more#sha384": {"sha-384", 48},
	"sha512": {"sha-512", 64}, "sha-512": {"sha-512", 64}, "http://www.w3.org/2001/04/xmlenc#sha512": {"sha-512", 64},
	"sha3-256": {"sha3-256", 32}, "http://www.w3.org/2007/05/xmldsig-more#sha3-256": {"sha3-256", 32},
	"sha3-384": {"sha3-384", 48}, "http://www.w3.org/2007/05/xmldsig-more#sha3-384": {"sha3-384", 48},
	"sha3-512": {"sha3-512", 64}, "http://www.w3.org/2007/05/xmldsig-more#sha3-512": {"sha3-512", 64},
}
