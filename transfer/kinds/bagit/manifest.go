package bagit

import (
	"encoding/hex"
	"path"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"laufzettel/transfer/fixity"
	"laufzettel/transfer/wording"
)

var manifestName = regexp.MustCompile(`^(tag)?manifest-([A-Za-z0-9_-]+)\.txt$`)

// manifestFile is one payload or tag manifest by its name.
type manifestFile struct {
	path      string // in the tree
	tag       bool
	algorithm string // canonical; where unknown, as in the name
	known     bool
	bit       uint64 // its mark in file.in
}

func manifestOf(p string) (manifestFile, bool) {
	m := manifestName.FindStringSubmatch(path.Base(p))
	if m == nil {
		return manifestFile{}, false
	}
	alg, known := fixity.ParseAlgorithm(m[2])
	name := string(alg)
	if !known {
		name = strings.ToLower(m[2])
	}
	return manifestFile{path: p, tag: m[1] != "", algorithm: name, known: known}, true
}

// manifestLine is "digest path"; the path may follow an asterisk (md5sum).
func manifestLine(text string) (digest, p string, ok bool) {
	i := strings.IndexAny(text, " \t")
	if i <= 0 {
		return "", "", false
	}
	digest = strings.ToLower(text[:i])
	if _, err := hex.DecodeString(digest); err != nil {
		return "", "", false
	}
	p = strings.TrimLeft(text[i:], " \t")
	p = strings.TrimPrefix(p, "*")
	return digest, p, p != ""
}

// fetchLine is "address length path".
func fetchLine(text string) (address string, size int64, p string, ok bool) {
	address, rest, found := strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
	if !found {
		return "", 0, "", false
	}
	length, p, found := strings.Cut(strings.TrimLeft(rest, " "), " ")
	p = strings.TrimLeft(p, " ")
	if !found || p == "" || address == "" {
		return "", 0, "", false
	}
	size = -1
	if length != "-" {
		n, err := strconv.ParseInt(length, 10, 64)
		if err != nil || n < 0 {
			return "", 0, "", false
		}
		size = n
	}
	return address, size, p, true
}

var variable = regexp.MustCompile(`^%[A-Za-z_][A-Za-z0-9_()]*%`)

// escapes says why a declared path leaves the bag on some system; nothing where it does
// not. The rules of all systems hold everywhere (RFC 8493 5.2).
func escapes(p string) wording.Text {
	switch {
	case strings.HasPrefix(p, "/"):
		return wording.Say("said.bagit.root")
	case strings.HasPrefix(p, `\`):
		return wording.Say("said.bagit.root-or-machine")
	case len(p) > 1 && p[1] == ':' && (p[0]|0x20 >= 'a' && p[0]|0x20 <= 'z'):
		return wording.Say("said.bagit.drive")
	case strings.HasPrefix(p, "~"):
		return wording.Say("said.bagit.home")
	case variable.MatchString(p):
		return wording.Say("said.bagit.variable")
	case strings.ContainsRune(p, 0):
		return wording.Say("said.bagit.nul")
	}
	for seg := range strings.FieldsFuncSeq(p, func(r rune) bool { return r == '/' || r == '\\' }) {
		if seg == ".." {
			return wording.Say("said.bagit.up")
		}
	}
	return wording.Text{}
}

// unescape decodes the line ends, and from 1.0 on the percent sign, of a path.
func unescape(p string, percent bool) string {
	if !strings.Contains(p, "%") {
		return p
	}
	pairs := []string{"%0A", "\n", "%0a", "\n", "%0D", "\r", "%0d", "\r"}
	if percent {
		pairs = append(pairs, "%25", "%")
	}
	return strings.NewReplacer(pairs...).Replace(p)
}

// candidates are the spellings under which a declared path may be in the bag, the
// likeliest first; from index exact on only the Unicode form differs.
func candidates(p string, percent bool) (list []string, exact int) {
	clean := path.Clean(p)
	decoded := path.Clean(unescape(p, percent))
	list = []string{decoded}
	if clean != decoded {
		list = append(list, clean)
	}
	exact = len(list)
	for _, c := range list[:exact] {
		for _, form := range []string{norm.NFC.String(c), norm.NFD.String(c)} {
			if form != c {
				list = append(list, form)
			}
		}
	}
	return list, exact
}

// systemFile reports files that file managers leave behind.
func systemFile(p string) bool {
	switch strings.ToLower(path.Base(p)) {
	case "thumbs.db", ".ds_store", "desktop.ini":
		return true
	}
	return strings.HasPrefix(path.Base(p), "._")
}
