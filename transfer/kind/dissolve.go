package kind

import (
	"bytes"
	"context"
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/pdf"
	"laufzettel/transfer/pdf/rewrite"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/signature"
	"laufzettel/transfer/wording"
)

// DissolveInside checks the signatures of a PDF and gives the file without them (source
// 000, 3.3.3 no. 1): its last revision written anew, PDF/A part and level kept and judged
// by the own checker, pages compared. The result is nil where the file stays as it is:
// it has none, the profile says so, or one is not valid, does not cover what follows it,
// or cannot be taken out without loss; then the findings tell it, and the portion cannot
// be handed over.
func DissolveInside(ctx context.Context, src Source, name string, content container.Content) ([]byte, []signature.Result, []check.Finding,
	error) {
	results, err := SignedInside(ctx, src, content)
	if err != nil || len(results) == 0 || src.KeepSignatures {
		return nil, results, nil, err
	}
	for _, r := range results {
		for _, f := range r.Findings(name) {
			if f.Severity == check.Error {
				return nil, results, []check.Finding{codeNotDissolved.At(name).Want(wording.Say("want.kind.signature"), r.Words())}, nil
			}
		}
	}
	last := slices.MaxFunc(results, func(a, b signature.Result) int { return int(min(max(a.End-b.End, -1), 1)) })
	if !rewrite.OnlyProof(ctx, content, content.Size(), last.End) {
		return nil, results, []check.Finding{codeChangedAfter.At(name)}, ctx.Err()
	}
	data, _, err := rewrite.WithoutSignatures(ctx, content, content.Size())
	if ctx.Err() != nil {
		return nil, results, nil, ctx.Err()
	}
	if err != nil {
		return nil, results, []check.Finding{codeNotTaken.At(name).Want("", whyKept(err))}, nil
	}
	if why := pdfaKept(ctx, content, data); !why.Empty() {
		return nil, results, []check.Finding{codeNotTaken.At(name).Want("", why)}, ctx.Err()
	}
	return data, results, nil, ctx.Err()
}

// whyKept says why a file is not written anew.
func whyKept(err error) wording.Text {
	for known, text := range map[error]wording.Text{rewrite.ErrEncrypted: wording.Say("found.kind.encrypted"),
		rewrite.ErrXFA:      wording.Say("found.kind.xfa"),
		rewrite.ErrTooLarge: wording.Say("found.kind.large"), pdf.ErrLimit: wording.Say("found.kind.limit"),
		rewrite.ErrDiffers: wording.Say("found.kind.differs")} {
		if errors.Is(err, known) {
			return text
		}
	}
	return wording.Say("found.kind.damaged")
}

// pdfaKept says what of ISO 19005 a file written anew no longer keeps; nothing for
// none. What the file did wrong before is told by the self-check.
func pdfaKept(ctx context.Context, content container.Content, data []byte) wording.Text {
	before := pdfa.Check(ctx, content, content.Size(), pdfa.Options{})
	after := pdfa.Check(ctx, bytes.NewReader(data), int64(len(data)), pdfa.Options{})
	if before.Claim != after.Claim {
		return wording.Say("found.kind.level", before.Claim, after.Claim)
	}
	for _, c := range after.Clauses {
		if !slices.ContainsFunc(before.Clauses, func(b pdfa.Clause) bool { return b.Rule == c.Rule && b.Test == c.Test }) {
			return wording.Say("found.kind.breaks", c.Rule, c.Text)
		}
	}
	return wording.Text{}
}

// DigestOf is the SHA-512 of a content.
func DigestOf(content container.Content) (string, error) {
	h := sha512.New()
	if _, err := io.Copy(h, content.Reader()); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Stale says of a note of an earlier run that signatures inside the file are to be dealt
// with anew: they were kept and are to go, or were taken out and are to stay.
func Stale(note string, keep bool) bool {
	var n struct {
		Signatures Signatures `json:"s"`
	}
	if note == "" || json.Unmarshal([]byte(note), &n) != nil {
		return false
	}
	return slices.ContainsFunc(n.Signatures, func(s Signed) bool {
		return (s.Form == string(signature.PAdES) || s.Form == string(signature.Timestamp)) && (s.After == "") != keep
	})
}

// digestOf is the SHA-512 of bytes at hand.
func digestOf(data []byte) string {
	sum := sha512.Sum512(data)
	return hex.EncodeToString(sum[:])
}

// SignedOf turns results about one file into what the journal keeps of them; told stands
// with the first. data is what is written instead of the content, nil = nothing else.
func SignedOf(results []signature.Result, name string, content container.Content, data []byte, told []check.Finding) (out Signatures,
	err error) {
	before, after := "", ""
	if len(results) > 0 && data != nil {
		if before, err = DigestOf(content); err != nil {
			return nil, err
		}
		after = digestOf(data)
	}
	for i, r := range results {
		s := Signed{Name: r.Signer, Signed: r.Signed, Form: string(r.Form), Result: r.Summary(), Findings: r.Findings(name), Before: before,
			After: after}
		if i == 0 {
			s.Findings = append(s.Findings, told...)
		}
		out = append(out, s)
	}
	return out, nil
}
