package schema

import (
	"slices"
	"strings"
)

// Official is a published schema this program knows by name. The list helps a
// person to see what is still to be added; nothing of it is built in. Digest is
// the SHA-256 of the published file where we have seen it unchanged.
type Official struct {
	Name      string `json:"name"`
	Namespace string `json:"namespace"`
	File      string `json:"file"`             // document that must be at hand
	SHA256    string `json:"sha256,omitempty"` // "" = not known to us
}

// Officials lists the published schemas the delivery kinds ask for.
func Officials() []Official {
	const out = "xdomea-Nachrichten-AussonderungDurchfuehren.xsd"
	return []Official{
		{"xdomea 2.3.0", "urn:xoev-de:xdomea:schema:2.3.0", out, "4f4f59c14742d127d5e1da7d113077476ad119a5c798f6a9ab0e7975b84fc2f2"},
		{"xdomea 2.4.0", "urn:xoev-de:xdomea:schema:2.4.0", out, "d800d525ff055115bc24fefe793bf43c51559f8285d4ccc1a61e6290e977910d"},
		{"xdomea 3.0.0", "urn:xoev-de:xdomea:schema:3.0.0", out, "fd9730ea312bc687602b7275a265365888b51f3c124328701abcb09ff52e3ca9"},
		{"xdomea 3.1.0", "urn:xoev-de:xdomea:schema:3.1.0", out, "ac33ee3f7cff0d5820d514a96a7e419beb13a9e9c287b102d12d087270d970ac"},
		{"xdomea 4.0.0", "urn:xoev-de:xdomea:schema:4.0.0", out, "64d068521c83d77d76933ebab7a6877165e6c29b4754fd6074607a9b75617c2f"},
		{"METS", "http://www.loc.gov/METS/", "mets.xsd", "b44d3e06342b56e72b753b387d21802f1c1f083ac86008ce41fc4ee83fea2a42"},
		{"PREMIS 3", "http://www.loc.gov/premis/v3", "premis-v3-0.xsd", "03b8a77a20b32b882ad799e12262671d07ad18210c60233f4e613a1289491cba"},
		{"eCH-0160 (arelda 4)", "http://bar.admin.ch/arelda/v4", "arelda.xsd", ""},
		{"SIARD 1.0", "http://www.bar.admin.ch/xmlns/siard/1.0/metadata.xsd", "metadata.xsd", ""},
		{"SIARD 2", "http://www.bar.admin.ch/xmlns/siard/2/metadata.xsd", "metadata.xsd", ""},
	}
}

// officialName gives the name of a namespace, "" where we know none.
// Missing gives the published schemas that are not among those at hand.
func Missing(have []Entry) []Official {
	return slices.DeleteFunc(Officials(), func(o Official) bool {
		return slices.ContainsFunc(have, func(e Entry) bool { return e.Namespace == o.Namespace })
	})
}

// VersionOf takes the version out of a namespace: its last part that begins with a
// digit, "" where none does.
func VersionOf(namespace string) string {
	for _, part := range slices.Backward(strings.FieldsFunc(namespace, func(r rune) bool { return strings.ContainsRune("/:_-", r) })) {
		part = strings.TrimPrefix(strings.TrimPrefix(part, "v"), "V")
		if part != "" && part[0] >= '0' && part[0] <= '9' {
			return part
		}
	}
	return ""
}

func officialName(namespace string) string {
	for _, o := range Officials() {
		if o.Namespace == namespace {
			return o.Name
		}
	}
	return ""
}

// officialDigest reports whether the digest is one of a published file.
func officialDigest(sha string) bool {
	for _, o := range Officials() {
		if o.SHA256 != "" && o.SHA256 == sha {
			return true
		}
	}
	return false
}
