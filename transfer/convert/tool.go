// Package convert runs outside converters (LibreOffice, Ghostscript and what an
// archive configures) on copies of single files, for a planned transformation
// and for the conversion at ingest (requirements A10, A26, F12).
//
// A converter is data: a program, its arguments with placeholders, the formats it
// takes, what it gives and how long it may take. It runs in a folder of its own
// that is removed afterwards, with an environment of its own, without standard
// input, and where the system allows it without a network; it is killed with all
// its children when its time is over. Its output is untrusted: exactly one file,
// bounded in size; whether that is what was asked for is checked by the caller.
package convert

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Tool is one converter. Placeholders in Args: {in} the input file ({in} alone as
// an argument may stand for several where Merge is set), {out} the output file,
// {dir} the folder the output shall lie in, {home} an empty home folder, {icc} an
// sRGB profile, {def} a PostScript file that embeds it as output intent.
type Tool struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	Program    string   `json:"program"` // name in the path, or absolute
	Args       []string `json:"args"`
	Version    []string `json:"version,omitempty"`    // arguments that print the version
	Extensions []string `json:"extensions,omitempty"` // of input files, lower case, without dot
	PUIDs      []string `json:"puids,omitempty"`
	Target     string   `json:"target"`            // extension of the output, "pdf"
	Seconds    int      `json:"seconds,omitempty"` // time limit, 0 = DefaultSeconds
	Merge      bool     `json:"merge,omitempty"`   // joins several PDF files into one
	// Reads: it reads the text of the picture of a page (PNG) and gives ALTO ("xml").
	Reads bool `json:"reads,omitempty"`
}

// DefaultSeconds is the time limit of a converter that states none.
const DefaultSeconds = 180

// office are the formats LibreOffice reads that agencies deliver (A10).
var office = []string{"doc", "docx", "docm", "dot", "dotx", "odt", "ott", "rtf", "txt", "html", "htm", "xls", "xlsx", "xlsm", "ods", "csv",
	"ppt", "pptx", "odp", "odg", "vsd", "vsdx", "wpd",
	"png", "jpg", "jpeg", "gif", "bmp", "tif", "tiff", "svg"}

// Defaults are the converters used where the archive configures none: they are
// offered only where their program is installed.
func Defaults() []Tool {
	return []Tool{
		{ID: "libreoffice", Name: "LibreOffice", Program: "soffice", Target: "pdf", Extensions: office, Version: []string{"--version"},
			Args: []string{"--headless", "--norestore", "--nolockcheck", "-env:UserInstallation={homeurl}", "--convert-to",
				`pdf:writer_pdf_Export:{"SelectPdfVersion":{"type":"long","value":"2"}}`, "--outdir", "{dir}", "{in}"}},
		{ID: "ghostscript", Name: "Ghostscript", Program: "gs", Target: "pdf", Extensions: []string{"pdf", "ps", "eps"},
			Version: []string{"--version"}, Merge: true,
			Args: []string{"-dPDFA=2", "-dBATCH", "-dNOPAUSE", "-dNOOUTERSAVE", "-dQUIET", "-sDEVICE=pdfwrite",
				"-sColorConversionStrategy=RGB", "-dPDFACompatibilityPolicy=1",
				"--permit-file-read={work}", "-sOutputFile={out}", "{def}", "{in}"}},
		{ID: "tesseract", Name: "Tesseract", Program: "tesseract", Target: "xml", Version: []string{"--version"}, Reads: true,
			Args: []string{"{in}", "{dir}/text", "-l", "deu", "alto"}},
	}
}

// maxConfig bounds a converter file.
const maxConfig = 256 << 10

// ReadTools reads a list of converters (JSON). Error: Refused with what is wrong.
func ReadTools(r io.Reader) ([]Tool, error) {
	var out []Tool
	dec := json.NewDecoder(io.LimitReader(r, maxConfig))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&out); err != nil {
		return nil, failure.Wrap(failure.Refused, "read converters", wording.Say("hint.convert.list-bad"), err)
	}
	seen := map[string]bool{}
	for _, t := range out {
		if err := t.valid(); err != nil {
			return nil, err
		}
		if seen[t.ID] {
			return nil, failure.New(failure.Refused, "read converters", wording.Say("hint.convert.converter-twice", t.ID))
		}
		seen[t.ID] = true
	}
	return out, nil
}

func (t Tool) valid() error {
	says := ""
	switch {
	case t.ID == "" || t.Program == "" || t.Target == "":
		says = "Jeder Konverter braucht id, program und target."
	case strings.ContainsAny(t.Target, `./\`):
		says = "target ist eine Endung ohne Punkt, zum Beispiel pdf."
	case !slices.ContainsFunc(t.Args, func(a string) bool { return strings.Contains(a, "{in}") }):
		says = "In args fehlt {in}."
	case !slices.ContainsFunc(t.Args, func(a string) bool { return strings.Contains(a, "{out}") || strings.Contains(a, "{dir}") }):
		says = "In args fehlt {out} oder {dir}."
	case t.Reads && (t.Target != "xml" || t.Merge || len(t.Extensions)+len(t.PUIDs) > 0):
		says = "Eine Texterkennung (reads) gibt xml (ALTO) und nennt keine Formate."
	case t.Seconds < 0 || t.Seconds > 24*3600:
		says = "seconds liegt zwischen 1 und 86400."
	default:
		return nil
	}
	return failure.New(failure.Refused, "read converter "+t.ID, wording.Say("hint.convert.converter-bad", t.ID, says))
}

// Takes reports whether the tool is made for a file.
func (t Tool) Takes(name, puid string) bool {
	if puid != "" && slices.Contains(t.PUIDs, puid) {
		return true
	}
	return slices.Contains(t.Extensions, strings.TrimPrefix(strings.ToLower(filepath.Ext(name)), "."))
}

// Installed gives the program's path; an error where it is not there.
func (t Tool) Installed() (string, error) {
	p, err := exec.LookPath(t.Program)
	if errors.Is(err, exec.ErrDot) {
		return "", err // never a program of the current folder
	}
	return p, err
}

func (t Tool) limit() time.Duration {
	if t.Seconds > 0 {
		return time.Duration(t.Seconds) * time.Second
	}
	return DefaultSeconds * time.Second
}

// Choose gives the first installed tool that takes a file; false: none.
func Choose(tools []Tool, name, puid string) (Tool, bool) {
	for _, t := range tools {
		if _, err := t.Installed(); err == nil && t.Takes(name, puid) {
			return t, true
		}
	}
	return Tool{}, false
}

// Joiner gives the first installed tool that joins PDF files.
func Joiner(tools []Tool) (Tool, bool) {
	for _, t := range tools {
		if _, err := t.Installed(); err == nil && t.Merge {
			return t, true
		}
	}
	return Tool{}, false
}

// Reader gives the first installed tool that reads the text of pictures.
func Reader(tools []Tool) (Tool, bool) {
	for _, t := range tools {
		if _, err := t.Installed(); err == nil && t.Reads {
			return t, true
		}
	}
	return Tool{}, false
}

// String names the tool for people.
func (t Tool) String() string { return fmt.Sprintf("%s (%s)", t.Name, t.Program) }
