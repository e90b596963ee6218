// Package filename tells how two names of one file differ, and which names file
// managers leave behind. Lists and messages name files; on the way from the source
// to the archive names change their form without the file being another one: a Mac
// decomposes umlauts, a packer writes backslashes, a form encodes blanks. Every kind
// asks here, so that the same difference is told in the same words everywhere.
//
// The package is a leaf and knows no delivery.
package filename

import (
	"html"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"
)

// Difference is one way in which two names of the same file differ.
type Difference string

// The differences, in the order they are looked for.
const (
	UnicodeForm Difference = "unicode-form" // an umlaut as one or as two characters
	CodePage    Difference = "code-page"    // letters read by a wrong code page, also twice encoded
	Encoding    Difference = "encoding"     // %20 and the like, + for a blank
	Separator   Difference = "separator"    // backslash instead of slash
	Invisible   Difference = "invisible"    // signs that nobody sees: zero-width blanks, soft hyphens, marks of direction
	Sign        Difference = "sign"         // dashes, quotation marks and joined letters made plain ones
	System      Difference = "system"       // signs that a file system does not take (a colon, a dot at the end), dropped or replaced
	Blank       Difference = "blank"        // blanks at an end, doubled, of another kind or as underscores
	Case        Difference = "case"         // upper and lower case
	Folder      Difference = "folder"       // the same name in another folder
	Extension   Difference = "extension"    // the same name with another or without extension
)

// steps undo one difference each; applied in this order they give the key of a name.
var steps = []struct {
	difference Difference
	undo       func(string) string
}{
	{UnicodeForm, norm.NFC.String},
	{CodePage, repair},
	{Encoding, unescape},
	{Separator, func(s string) string { return strings.ReplaceAll(s, `\`, "/") }},
	{Invisible, visible},
	{Sign, plain},
	{System, taken},
	{Blank, blanks},
	{Case, strings.ToLower},
}

// plainSigns undoes what typewriters and converters do to typographic signs.
var plainSigns = strings.NewReplacer("–", "-", "—", "-", "‑", "-", "‐", "-", "−", "-", "’", "'", "‘", "'", "´", "'", "`", "'", "“", `"`,
	"”", `"`, "„", `"`, "«", `"`, "»", `"`, "…", "...")

// plain undoes what typography does to signs and letters ("ﬁ", "Ａ"); blanks are for blanks.
func plain(s string) string {
	if isASCII(s) {
		return plainSigns.Replace(s)
	}
	var out strings.Builder
	for _, r := range plainSigns.Replace(s) {
		if unicode.IsSpace(r) || unicode.Is(unicode.Mn, r) {
			out.WriteRune(r)
		} else {
			out.WriteString(norm.NFKC.String(string(r)))
		}
	}
	return out.String()
}

// refused are the signs that Windows takes in no name; what packs there writes an underscore.
var refused = strings.NewReplacer(":", "_", "*", "_", "?", "_", `"`, "_", "<", "_", ">", "_", "|", "_")

// taken gives a name as file systems take it that refuse signs and dots at the end.
func taken(s string) string {
	if len(s) > 1 && s[1] == ':' { // a drive is no part of a name
		s = s[:2] + refused.Replace(s[2:])
	} else {
		s = refused.Replace(s)
	}
	if !strings.Contains(s, "./") && !strings.HasSuffix(s, ".") {
		return s
	}
	segments := strings.Split(s, "/")
	for i, seg := range segments {
		if cut := strings.TrimRight(seg, ". "); cut != "" {
			segments[i] = cut
		}
	}
	return strings.Join(segments, "/")
}

// visible drops signs that have no width.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
}

// maxName is how many bytes of a name are worth comparing; a longer one is compared
// as it stands.
const maxName = 8 << 10

// Key is equal for names that differ in form only (all differences but Folder and
// Extension).
func Key(name string) string {
	if len(name) > maxName {
		return name
	}
	for _, s := range steps {
		name = s.undo(name)
	}
	return name
}

// Compare tells how a delivered name differs from the listed one; ok is false where
// they do not name the same file. Equal names give no difference.
func Compare(listed, delivered string) (out []Difference, ok bool) {
	if len(listed) > maxName || len(delivered) > maxName {
		return nil, listed == delivered
	}
	a, b := listed, delivered
	for _, s := range steps {
		if a == b {
			return out, true
		}
		ua, ub := s.undo(a), s.undo(b)
		oneSided := s.difference == System && (ua != a) != (ub != b)
		if (ua != a || ub != b) && (oneSided || nearer(a, b, ua, ub)) {
			out = append(out, s.difference)
		}
		a, b = ua, ub
	}
	if a == b {
		return out, true
	}
	if path.Dir(a) != path.Dir(b) {
		out = append(out, Folder)
		a, b = path.Base(a), path.Base(b)
	}
	if a == b {
		return out, true
	}
	if Stem(a) != "" && Stem(a) == Stem(b) {
		return append(out, Extension), true
	}
	return nil, false
}

// nearer reports whether undoing a difference changed how the two names stand to
// each other: what both have in common is no difference.
func nearer(a, b, ua, ub string) bool {
	switch {
	case ua == ub:
		return true
	case ua == a && ub == b:
		return false
	}
	return common(ua, ub) > common(a, b)
}

// common is the share of characters two names agree in from both ends, in 1/1000.
func common(a, b string) int {
	ra, rb := []rune(a), []rune(b)
	n := min(len(ra), len(rb))
	from := 0
	for from < n && ra[from] == rb[from] {
		from++
	}
	end := 0
	for end < n-from && ra[len(ra)-1-end] == rb[len(rb)-1-end] {
		end++
	}
	return 2000 * (from + end) / max(1, len(ra)+len(rb))
}

// Stem is a name without folder and extension, also where the extension was written
// twice ("a.pdf.pdf") or a further one was put behind that of a document ("a.pdf.txt").
func Stem(name string) string {
	base := path.Base(name)
	ext := path.Ext(base)
	if base = strings.TrimSuffix(base, ext); ext != "" {
		base = strings.TrimSuffix(base, ext)
	}
	if inner := path.Ext(base); documents[strings.ToLower(inner)] {
		base = strings.TrimSuffix(base, inner)
	}
	return base
}

// documents are extensions that programs hide and put others behind.
var documents = map[string]bool{
	".pdf": true, ".doc": true, ".docx": true, ".xls": true, ".xlsx": true, ".ppt": true, ".pptx": true, ".odt": true,
	".ods": true, ".rtf": true,
	".jpg": true, ".jpeg": true, ".png": true, ".tif": true, ".tiff": true, ".eml": true, ".msg": true,
}

// unescape undoes percent encoding and the entities of web pages; what is no such encoding
// stays.
func unescape(s string) string {
	s = strings.ReplaceAll(s, "+", " ") // forms write blanks so
	if strings.Contains(s, "&") {
		s = html.UnescapeString(html.UnescapeString(s)) // &amp;auml; was written twice
	}
	if !strings.Contains(s, "%") {
		return s
	}
	for range 2 { // %2520: encoded twice
		u, err := url.PathUnescape(s)
		if err != nil || u == s || !utf8.ValidString(u) || strings.ContainsFunc(u, unicode.IsControl) {
			break
		}
		s = u
	}
	return norm.NFC.String(s)
}

// blanks makes every kind of blank one, an underscore in its place too, and drops those at
// the ends of segments and of the name before the extension.
func blanks(s string) string {
	s = strings.ReplaceAll(s, "_", " ") // so web forms and file servers write blanks
	segments := strings.Split(s, "/")
	for i, seg := range segments {
		ext := path.Ext(seg)
		if strings.ContainsFunc(ext, unicode.IsSpace) && strings.TrimSpace(ext) != ext {
			seg = strings.TrimSpace(seg)
			ext = path.Ext(seg)
		}
		segments[i] = strings.Join(strings.Fields(strings.TrimSuffix(seg, ext)), " ") + strings.TrimSpace(ext)
	}
	return strings.Join(segments, "/")
}

// pages are the code pages a ZIP writer or a console reads names by.
var pages = []*charmap.Charmap{charmap.Windows1252, charmap.ISO8859_1, charmap.CodePage850, charmap.CodePage437}

// repair undoes reading by a wrong code page where that is beyond doubt: the letters
// put back into bytes of the page are UTF-8 of German letters ("GrÃ¶ÃŸe"), or bytes of
// Windows-1252 that were read as CP850 ("Gr÷▀e").
func repair(s string) string {
	if isASCII(s) {
		return s
	}
	for _, p := range pages {
		if b, ok := encode(p, s); ok && utf8.Valid(b) && len(b) > utf8.RuneCount(b) && plausible(string(b)) {
			return norm.NFC.String(string(b))
		}
	}
	for _, p := range pages[2:] {
		b, ok := encode(p, s)
		if !ok {
			continue
		}
		if t, err := charmap.Windows1252.NewDecoder().Bytes(b); err == nil && odd(s) && plausible(string(t)) {
			return norm.NFC.String(string(t))
		}
	}
	return s
}

// Repaired gives a text whose letters were read by a wrong code page as it was meant;
// ok is false where nothing points to that.
func Repaired(s string) (text string, ok bool) {
	if isASCII(s) {
		return s, false
	}
	for _, p := range pages[:2] {
		text := s
		for range 3 { // what was encoded twice was encoded a third time by the next program
			b, encoded := encode(p, text)
			if !encoded || !utf8.Valid(b) || len(b) <= utf8.RuneCount(b) {
				break
			}
			if text = string(b); plausible(text) {
				return norm.NFC.String(text), true
			}
		}
	}
	return s, false
}

// RepairedWords is Repaired for a text in which right letters stand beside such that were
// encoded twice: what stands between two signs of ASCII is looked at by itself.
func RepairedWords(s string) (text string, ok bool) {
	if text, ok = Repaired(s); ok || isASCII(s) {
		return text, ok
	}
	var out strings.Builder
	for s != "" {
		n := strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
		if n < 0 {
			n = len(s)
		}
		out.WriteString(s[:n])
		s = s[n:]
		if n = strings.IndexFunc(s, func(r rune) bool { return r < utf8.RuneSelf }); n < 0 {
			n = len(s)
		}
		meant, repaired := Repaired(s[:n])
		out.WriteString(meant)
		ok, s = ok || repaired, s[n:]
	}
	return out.String(), ok
}

func encode(p *charmap.Charmap, s string) ([]byte, bool) {
	out := make([]byte, 0, len(s))
	for _, r := range s {
		b, ok := p.EncodeRune(r)
		if !ok && p == charmap.Windows1252 && r >= 0x80 && r < 0xa0 {
			b, ok = byte(r), true // undefined places pass through unchanged
		}
		if !ok {
			return nil, false
		}
		out = append(out, b)
	}
	return out, true
}

// western are the letters beyond ASCII that names of German deliveries hold.
const western = "ÄÖÜäöüßẞéèêëáàâåãçñíìîïóòôõøúùûýÿæœÉÈÊÁÀÂÅÇÑÓÒÔØÚŠšŽžŁłřčěŘČĐđ§€–—„“”‚‘’…°²³µ«»·ø "

func plausible(s string) bool {
	for _, r := range s {
		if r >= utf8.RuneSelf && !strings.ContainsRune(western, r) {
			return false
		}
	}
	return true
}

// odd reports characters that no German name holds: frames, blocks and mathematics
// of the old code pages.
func odd(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return r >= 0x2500 && r < 0x2600 || strings.ContainsRune("÷×¸Ó─õ³±¶", r) && !strings.ContainsRune(western, r) || r == '÷' ||
			r == '×'
	})
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

// litterNames are files of file managers and office programs, in lower case.
var litterNames = []string{"thumbs.db", "ehthumbs.db", "ehthumbs_vista.db", ".ds_store", "desktop.ini", ".localized", "icon\r",
	".directory", ".apdisk", ".volumeicon.icns", "autorun.inf", ".metadata_never_index", ".nomedia",
	".dropbox", ".dropbox.attr", ".owncloudsync.log", ".nextcloudsync.log"}

// litterFolders are folders of systems and of the storage a delivery lay on.
var litterFolders = []string{"__macosx", ".spotlight-v100", ".trashes", ".fseventsd", ".temporaryitems", "$recycle.bin", "recycler",
	"recycled", "system volume information", "@eadir", ".appledouble", ".documentrevisions-v100", "#recycle", "@recycle", ".@__thumb",
	"network trash folder", ".thumbnails", ".dropbox.cache", ".stfolder", ".tmp.drivedownload", ".tmp.driveupload"}

// litterBefore are beginnings of names of files and folders: forks and marks of the Mac,
// bins and open files of file systems.
var (
	litterBefore       = []string{"._", ".com.apple.", ".nfs0000", ".fuse_hidden", ".smbdelete", ".sync_"}
	litterFolderBefore = []string{".trash-", ".com.apple."}
)

// Litter reports whether a path is what systems and programs leave beside the files
// of a person: previews, folder settings, resource forks, bins, locks of open documents.
// Copies that editors keep ("Brief.odt~") hold what a person wrote and are none. Whether
// it was delivered on purpose is for the caller to know: what a list names is no litter.
func Litter(p string) bool {
	segments := strings.Split(strings.ToLower(strings.ReplaceAll(p, `\`, "/")), "/")
	base := segments[len(segments)-1]
	for _, s := range segments[:len(segments)-1] {
		if slices.Contains(litterFolders, s) || hasOneOf(s, litterFolderBefore) {
			return true
		}
	}
	return slices.Contains(litterNames, base) || hasOneOf(base, litterBefore) || officeLock(base) || wordTemporary(base) ||
		strings.HasPrefix(base, ".~lock.") && strings.HasSuffix(base, "#") ||
		strings.HasPrefix(base, ".") && strings.HasSuffix(base, ".swp")
}

func hasOneOf(s string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

// wordTemporary reports what Word writes while it saves and removes afterwards
// ("~WRL0005.tmp").
func wordTemporary(base string) bool {
	return len(base) == len("~wrl0005.tmp") && strings.HasPrefix(base, "~wr") && strings.HasSuffix(base, ".tmp")
}

// officeLock reports the file an office program keeps beside an open document; others
// write no such files, so a name of another kind is a document with an odd name.
func officeLock(base string) bool {
	ext := path.Ext(base)
	return strings.HasPrefix(base, "~$") && (ext == "" || ext == ".tmp" || strings.HasPrefix(ext, ".do") || strings.HasPrefix(ext, ".xl") ||
		strings.HasPrefix(ext, ".pp") || strings.HasPrefix(ext, ".pot") || strings.HasPrefix(ext, ".vs") || ext == ".rtf")
}
