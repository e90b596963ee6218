package fixity

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const abc256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

// apart256 is the same with its bytes set apart.
func apart256(by string) string {
	var out []string
	for i := 0; i < len(abc256); i += 2 {
		out = append(out, abc256[i:i+2])
	}
	return strings.Join(out, by)
}

// signedList is a list as gpg --clear-sign leaves it.
const signedList = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nSHA256 (a.zip) = " + abc256 + "\n" + abc256 + "  b.zip\n" +
	"-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCgAdFiEEq5Xn7mP1\nwqZ0dHRwczovL2V4YW1wbGU=\n=abcd\n-----END PGP SIGNATURE-----\n"

func TestParse_Records(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"checksums.json", `{"files":[{"name":"a.zip","sha256":"` + abc256 + `","size":3}]}`, "a.zip sha-256 3"},
		{"hash.json", `[{"path":"x/a.zip","algorithm":"SHA-256","hash":"` + abc256 + `"}]`, "x/a.zip sha-256 -1"},
		{"hashes.json", `{"a.zip":"` + abc256 + `","b.zip":"sha256:` + abc256 + `"}`, "a.zip sha-256? -1\nb.zip sha-256 -1"},
		{"hashes.json", `{"a.zip":{"sha256":"` + abc256 + `","created":"2026"}}`, "a.zip sha-256 -1"},
		{"pruefsummen.xml", `<x><file name="a.zip" algorithm="SHA-256">` + abc256 + `</file></x>`, "a.zip sha-256 -1"},
		{"pruefsummen.xml", `<x><Datei><Name>a.zip</Name><SHA256>` + abc256 + `</SHA256></Datei></x>`, "a.zip sha-256 -1"},
		{"md5.xml", `<x><datei name="a.zip" md5="900150983cd24fb0d6963f7d28e17f72"/></x>`, "a.zip md5 -1"},
		{"sha256.xml", `<x><file><path>a.zip</path><hash algorithm="SHA-256">` + abc256 + `</hash></file></x>`, "a.zip sha-256 -1"},
		{"abgabe.meta4", `<?xml version="1.0"?><metalink xmlns="urn:ietf:params:xml:ns:metalink"><file name="a.zip"><size>3</size>` +
			`<hash type="sha-256">` + abc256 + `</hash><url>a.zip</url></file></metalink>`, "a.zip sha-256 3"},
		{"SHA256SUMS.asc", signedList, "a.zip sha-256 -1\nb.zip sha-256 -1"},
		{"SHA256SUMS.asc", strings.ReplaceAll(signedList, "\n", "\r\n"), "a.zip sha-256 -1\nb.zip sha-256 -1"},
		{"liste.asc", signedList[:strings.Index(signedList, "SHA256")] +
			signedList[strings.Index(signedList, "-----BEGIN PGP SIGNATURE"):], "!"},
		{"checksums.json", `{"files":[{"name":"a.zip","sha256":"zu kurz"}]}`, "!"},
		{"checksums.json", `{"files":[`, "!"},
		{"datapackage.json", `{"resources":[{"path":"a","hash":"sha256:` + abc256 + `"}]}`, "!"},
		{"probe.json", "{\n  \"agency\": {\n    \"name\": \"Amt\"\n  },\n  \"sha-256\": \"" + abc256 + "\"\n}\n", "!"},
		{"daten.xml", `<x><file name="a.zip">` + abc256 + `</file></x>`, "!"},
		{"hash.xml", `<!DOCTYPE x [<!ENTITY a "b">]><x name="a.zip">&a;</x>`, "!"},
		{"hash.json", strings.Repeat("[", 5000), "!"},
		{"liste.txt", "a.zip: " + apart256(":") + "\r\nb c.zip: " + apart256(" ") + "\n", "a.zip sha-256? -1\nb c.zip sha-256? -1"},
		{"liste.txt", "Datei: a.zip\r\nSHA-256: " + strings.ToUpper(apart256(" ")) + "\r\n\r\nDatei: b.zip\r\nSHA-256: " + abc256 + "\r\n",
			"a.zip sha-256 -1\nb.zip sha-256 -1"},
		{"integrity.txt", "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0= a.zip\n", "a.zip sha-256 -1"},
		{"liste.txt", "sha256:" + abc256 + "  a.zip\n", "a.zip sha-256 -1"},
		{"summen.yaml", "dateien:\n  - sha256: " + abc256 + "\n    name: a.zip\n    size: 3\n  - sha256: " + abc256 + "\n    name: b.zip\n",
			"a.zip sha-256 3\nb.zip sha-256 -1"},
		{"summen.toml", "[[datei]]\nname = \"a.zip\"\nsha256 = \"" + abc256 + "\"\n", "a.zip sha-256 -1"},
		{"summen.html", "<!DOCTYPE html><html><head><title>x</title></head><h1>Pr&uuml;fsummen</h1>" +
			"<table><tr><th>Datei</th><th>SHA-256</th></tr>\n" +
			"<tr><td>a &amp; b.zip</td>\n<td><code>" + abc256 + "</code></td></tr></table>", "a & b.zip sha-256 -1"},
		{"summen.htm", "<html><body><p>Abgabe</p><pre>\n" + abc256 + "  a.zip\n" + abc256 + "  b.zip\n</pre></body></html>",
			"a.zip sha-256? -1\nb.zip sha-256? -1"},
		{"seite.html", "<!DOCTYPE html><html><body><p>Guten Tag</p><a href='a.zip'>" + abc256 + "</a></body></html>", "!"},
		{"vermerk.txt", "Datei: a.zip\nBetreff: Abgabe\n", "!"},
		{"vermerk.txt", "Name: Muster\nHash: keiner\n", "!"},
	} {
		l, err := Parse(strings.NewReader(tt.text), tt.name)
		got := []string{}
		if err == nil {
			for _, e := range l.Entries {
				guess := ""
				if e.Guessed {
					guess = "?"
				}
				got = append(got, fmt.Sprintf("%s %s%s %d", e.Path, e.Algorithm, guess, e.Size))
			}
		}
		text := strings.Join(got, "\n")
		if err != nil || len(got) == 0 {
			text = "!"
		}
		if diff := cmp.Diff(tt.want, text); diff != "" {
			t.Errorf("%s %.60s (%v): %s", tt.name, tt.text, err, diff)
		}
		if sniffed := Sniff([]byte(tt.text), tt.name); sniffed != (tt.want != "!") {
			t.Errorf("%s %.60s: sniffed %v", tt.name, tt.text, sniffed)
		}
	}
}
