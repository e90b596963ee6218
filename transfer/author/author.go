// Package author reads who wrote a file, as the program that wrote it noted: in the
// properties of OOXML, ODF, PDF and old office files.
package author

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"laufzettel/transfer/container"
	"laufzettel/transfer/pdf"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/xmlwalk"
)

// Limits of what is read of one file.
const (
	maxProperties = 1 << 20 // bytes of a document or stream of properties
	maxName       = 200     // letters of a name; what is longer is none
	maxStreams    = 2000    // of a compound file
	maxObjects    = 200     // of a PDF: its trailer leads to the properties
)

var (
	ooxml = []string{".docx", ".xlsx", ".pptx", ".docm", ".xlsm", ".pptm", ".dotx", ".xltx", ".potx", ".ppsx", ".vsdx"}
	odf   = []string{".odt", ".ods", ".odp", ".odg", ".ott", ".ots", ".otp"}
	ole   = []string{".doc", ".xls", ".ppt", ".dot", ".xlt", ".pps", ".vsd", ".mpp", ".pub"}
)

// Told reports whether files of this name note who wrote them.
func Told(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".pdf" || slices.Contains(ooxml, ext) || slices.Contains(odf, ext) || slices.Contains(ole, ext)
}

// Of gives who wrote a file of a tree, "" where it does not say: its author, else who
// changed it last. Error: what keeps its properties from being read.
func Of(ctx context.Context, tree container.Tree, e container.Entry, c container.Content, o container.Options) (name string, err error) {
	defer func() {
		if p := recover(); p != nil { // a parser of others met what it did not expect
			name, err = "", fmt.Errorf("read properties of %s: %v", e.Path, p)
		}
	}()
	ext := strings.ToLower(path.Ext(e.Path))
	switch {
	case ext == ".pdf":
		name, err = ofPDF(ctx, c)
	case slices.Contains(ole, ext):
		name, err = ofCompound(c)
	default:
		name, err = ofOffice(ctx, tree, e, c, o)
	}
	return bare(name), err
}

// bare gives a name without signs that steer a screen; "" for what is no name.
func bare(name string) string {
	name = strings.Join(strings.FieldsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if utf8.RuneCountInString(name) > maxName {
		return ""
	}
	return name
}

// core are the properties of OOXML (ECMA-376-2, 11.1), meta those of ODF (OpenDocument 1.2, 4.3).
type core struct {
	Creator string `xml:"creator"`
	Last    string `xml:"lastModifiedBy"`
}

type meta struct {
	Of struct {
		First string `xml:"initial-creator"`
		Last  string `xml:"creator"`
	} `xml:"meta"`
}

func ofOffice(ctx context.Context, tree container.Tree, e container.Entry, c container.Content, o container.Options) (name string,
	err error) {
	in, err := container.OpenContent(ctx, tree, e.Path, c, o)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	var x core
	var m meta
	if err := property(ctx, in, "docProps/core.xml", &x); err != nil {
		return "", err
	}
	if err := property(ctx, in, "meta.xml", &m); err != nil {
		return "", err
	}
	for _, name := range []string{x.Creator, m.Of.First, x.Last, m.Of.Last} {
		if strings.TrimSpace(name) != "" {
			return name, nil
		}
	}
	return "", nil
}

func property(ctx context.Context, in container.Tree, name string, v any) error {
	if _, ok := in.Stat(name); !ok {
		return nil
	}
	r, err := in.Open(ctx, name)
	if err != nil {
		return err
	}
	return errors.Join(xmlwalk.Read(r, maxProperties, xmlwalk.Latin, v), r.Close())
}

// ofPDF reads the document information dictionary (ISO 32000-1, 14.3.3); of an encrypted
// file its texts mean nothing.
func ofPDF(ctx context.Context, c container.Content) (string, error) {
	lim := pdf.DefaultLimits()
	lim.Loads, lim.Decoded, lim.Stream = maxObjects, 16<<20, 16<<20
	f, err := pdf.Open(ctx, c, c.Size(), lim)
	if err != nil {
		return "", err
	}
	if f.Trailer("Encrypt") != nil {
		return "", nil
	}
	s, _ := f.Resolve(f.Dict(f.Trailer("Info"))["Author"]).(pdf.String)
	return pdfa.DecodeText(s), nil
}
