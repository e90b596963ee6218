package kind

import (
	"bytes"
	"context"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/signature"
	"laufzettel/transfer/wording"
)

// Signed is one signature of a file, as the journal keeps it.
type Signed struct {
	Name     string          `json:"n"`
	Signed   time.Time       `json:"d,omitzero"`
	Form     string          `json:"f"`
	Result   string          `json:"r"`
	Findings []check.Finding `json:"x,omitempty"`
	// Before and After are the SHA-512 of the file with and without signature, "" where
	// nothing else was written than what was read.
	Before string `json:"b,omitempty"`
	After  string `json:"a,omitempty"`
}

// Signatures are those of one file.
type Signatures []Signed

// Signers joins the plain names, each once; a time stamp signs for nobody.
func (list Signatures) Signers() string {
	var names []string
	for _, s := range list {
		if s.Name != "" && s.Form != string(signature.Timestamp) && !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	return strings.Join(names, "; ")
}

// Day is the day of the last signature, in the time it was made in.
func (list Signatures) Day() string {
	var last time.Time
	for _, s := range list {
		if s.Form != string(signature.Timestamp) && s.Signed.After(last) {
			last = s.Signed
		}
	}
	if last.IsZero() {
		return ""
	}
	return last.Format(time.DateOnly)
}

func trust(src Source) signature.Trust {
	return signature.Trust{Roots: src.Roots, At: src.Now, Evidence: src.Evidence}
}

// SignedInside looks for signatures of a PDF. A signature names its byte range in plain
// text (ISO 32000-1, 12.8.1), so most files need no second look.
func SignedInside(ctx context.Context, src Source, content container.Content) ([]signature.Result, error) {
	if data := content.Bytes(); data != nil && !bytes.Contains(data, []byte("/ByteRange")) {
		return nil, ctx.Err()
	}
	return signature.VerifyPDF(ctx, content, trust(src))
}

// SignedBeside verifies a detached signature with the file it speaks of.
func SignedBeside(ctx context.Context, src Source, name string, content container.Content) ([]signature.Result, error) {
	about := strings.TrimSuffix(name, path.Ext(name))
	e, ok := src.Tree.Stat(about)
	if !ok || e.Size > maxSigned {
		return nil, ctx.Err()
	}
	cms, err := BytesOf(content)
	if err != nil {
		return nil, err
	}
	rc, err := src.Tree.Open(ctx, about)
	if err != nil {
		return nil, Unreadable(about, err)
	}
	data, err := io.ReadAll(rc)
	if err := Closed(rc, err); err != nil {
		return nil, Unreadable(about, err)
	}
	return signature.VerifyDetached(data, cms, trust(src)), ctx.Err()
}

// Limits of what is held in memory at once.
const maxSigned = 256 << 20

// BytesOf gives the whole content. Error: Refused where it is too large to be held.
func BytesOf(content container.Content) ([]byte, error) {
	if data := content.Bytes(); data != nil {
		return data, nil
	}
	if content.Size() > maxSigned {
		return nil, failure.New(failure.Refused, "read signed file", wording.Say("hint.kind.signed-too-large"))
	}
	return io.ReadAll(content.Reader())
}

// OpenAttached dissolves a signature around a file and gives what it held.
func OpenAttached(data []byte, src Source) ([]byte, []signature.Result, error) {
	content, results, err := signature.OpenAttached(data, trust(src))
	if err != nil {
		return nil, nil, failure.Wrap(failure.Refused, "open signed file", wording.Say("hint.kind.signed-not-dissolved", err.Error()), err)
	}
	return content, results, nil
}
