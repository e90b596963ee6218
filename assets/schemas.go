package assets

import "embed"

//go:embed schemas
var schemas embed.FS

// Schema gives the bytes of one of our own XML schemas by its file name, for
// example "aip-mets.xsd"; nil where there is none of that name. The bytes are
// read-only.
func Schema(name string) []byte {
	b, err := schemas.ReadFile("schemas/" + name)
	if err != nil {
		return nil
	}
	return b
}
