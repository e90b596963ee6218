package xdomea

import (
	"regexp"
	"strings"

	"laufzettel/transfer/procedure"
)

// Message type codes of the group "Aussonderung durchführen".
const (
	TypeOffer           = string(procedure.Offer)            // Anbieteverzeichnis
	TypeAppraisal       = string(procedure.Appraisal)        // Bewertungsverzeichnis
	TypeTransfer        = string(procedure.Transfer)         // Aussonderung
	TypeOfferReceipt    = string(procedure.OfferReceipt)     // AnbietungEmpfangBestaetigen
	TypeAppraisalRcpt   = string(procedure.AppraisalReceipt) // BewertungEmpfangBestaetigen
	TypeImportConfirmed = string(procedure.ImportConfirmed)  // AussonderungImportBestaetigen
	TypeTransferReceipt = string(procedure.TransferReceipt)  // AussonderungEmpfangBestaetigen, from 3.0.0 on
)

// longNames are the local names of the root elements without "Aussonderung."
// before and the code behind.
var longNames = map[string]string{
	TypeOffer:           "Anbieteverzeichnis",
	TypeAppraisal:       "Bewertungsverzeichnis",
	TypeTransfer:        "Aussonderung",
	TypeOfferReceipt:    "AnbietungEmpfangBestaetigen",
	TypeAppraisalRcpt:   "BewertungEmpfangBestaetigen",
	TypeImportConfirmed: "AussonderungImportBestaetigen",
	TypeTransferReceipt: "AussonderungEmpfangBestaetigen",
}

// rootName gives "Aussonderung.Aussonderung.0503" for "0503", "" for a code that
// does not belong to the group.
func rootName(code string) string {
	long, ok := longNames[code]
	if !ok {
		return ""
	}
	return "Aussonderung." + long + "." + code
}

// typeOfRoot gives the code for a root element, "" if the element is not ours.
func typeOfRoot(local string) string {
	if len(local) < 5 {
		return ""
	}
	code := local[len(local)-4:]
	if rootName(code) != local {
		return ""
	}
	return code
}

// generation groups the versions that share element paths.
type generation int

const (
	gen2 generation = 2 // 2.x
	gen3 generation = 3 // 3.x
	gen4 generation = 4 // 4.0
)

// version is one row of the table everything version-specific is read from.
type version struct {
	number    string // "3.0.0"
	namespace string
	gen       generation
	head      string // element name of the header
	lenient   bool   // 2.0–2.2: no schema at hand, paths of 2.3.0 assumed
	typeList  string // listVersionID of the code list nachrichtentyp
	extra     string // element names beside commonNames
}

const namespaceStem = "urn:xoev-de:xdomea:schema:"

// versions is ordered from old to new. Facts from the XSDs of each version.
var versions = []version{
	{number: "2.3.0", namespace: namespaceStem + "2.3.0", gen: gen2, head: "Kopf", typeList: "1.0", extra: names2},
	{number: "2.4.0", namespace: namespaceStem + "2.4.0", gen: gen2, head: "Kopf", typeList: "1.0", extra: names2},
	{number: "3.0.0", namespace: namespaceStem + "3.0.0", gen: gen3, head: "Kopf", typeList: "2.0", extra: names3},
	{number: "3.1.0", namespace: namespaceStem + "3.1.0", gen: gen3, head: "Kopf", typeList: "2.0", extra: names3},
	{number: "4.0.0", namespace: namespaceStem + "4.0.0", gen: gen4, head: "nachrichtenkopf", typeList: "3.0", extra: names4},
}

// Versions lists the version numbers that can be written.
func Versions() []string {
	out := make([]string, len(versions))
	for i, v := range versions {
		out[i] = v.number
	}
	return out
}

// oldNamespace matches the namespaces used before 2.3.0.
var oldNamespace = regexp.MustCompile(`^(?:https?://www\.xdomea\.de/V|urn:xoev-de:xdomea:schema:)(2\.[0-2](?:\.\d+)?)$`)

// versionOf finds the row for a namespace. known is false for a namespace that is
// no xdomea version we know.
func versionOf(namespace string) (v version, known bool) {
	for _, v := range versions {
		if v.namespace == namespace {
			return v, true
		}
	}
	if m := oldNamespace.FindStringSubmatch(namespace); m != nil {
		v := versions[0]
		v.number, v.namespace, v.lenient = m[1], namespace, true
		return v, true
	}
	return version{}, false
}

// isXdomea reports whether a namespace is one of xdomea, also of an unknown version.
func isXdomea(namespace string) bool {
	return strings.HasPrefix(namespace, namespaceStem) || strings.Contains(namespace, "www.xdomea.de/")
}

// byNumber finds the row of a version that can be written.
func byNumber(number string) (version, bool) {
	for _, v := range versions {
		if v.number == number {
			return v, true
		}
	}
	return version{}, false
}

// has reports whether the message type exists in the version (0507 came with 3.0.0).
func (v version) has(code string) bool {
	return longNames[code] != "" && (code != TypeTransferReceipt || v.gen >= gen3)
}

// idName is the element that holds an object's id.
func (v version) idName() string {
	if v.gen == gen4 {
		return "xdomeaUUID"
	}
	return "ID"
}

// knownNames gives the set of element names that messages 0501–0507 of the
// version may contain.
func (v version) knownNames() map[string]bool {
	set := make(map[string]bool, 200)
	for _, list := range []string{commonNames, v.extra} {
		for name := range strings.FieldsSeq(list) {
			set[name] = true
		}
	}
	return set
}
