package assets

import "embed"

// Names of the embedded font files (SIL OFL 1.1, see fonts/OFL.txt). They cover
// every character of DIN 91379, datatypes A to C (look.md 2.2).
const (
	FontRegular  = "NotoSans-Regular.ttf"
	FontSemiBold = "NotoSans-SemiBold.ttf"
	FontItalic   = "NotoSans-Italic.ttf"
	FontMono     = "NotoSansMono-Regular.ttf"
)

//go:embed fonts
var fonts embed.FS

// Font gives the bytes of an embedded font file by its name, for example
// FontRegular; nil where there is none of that name. The bytes are read-only.
func Font(name string) []byte {
	b, err := fonts.ReadFile("fonts/" + name)
	if err != nil {
		return nil
	}
	return b
}
