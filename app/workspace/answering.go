package workspace

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/appraisal"
	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
	"laufzettel/transfer/xdomea"
)

// answers says which messages answer a delivery (standards.md 5.1).
var answers = map[string][]string{
	"xdomea-0501": {xdomea.TypeOfferReceipt, xdomea.TypeAppraisal},
	"xdomea-0503": {xdomea.TypeTransferReceipt, xdomea.TypeImportConfirmed},
}

// Answers gives the codes of the messages that answer a portion.
func Answers(p transfer.Portion) []string { return answers[p.Kind] }

// Answer writes the xdomea message with this code that answers the portion, in
// its version and naming, and gives the file. 0506 needs confirmed packages.
func (w *Workspace) Answer(ctx context.Context, id, code, dir string) (string, error) {
	if _, err := w.allow(ctx, "write answer"); err != nil {
		return "", err
	}
	p, err := w.Portions.Get(ctx, id)
	if err != nil {
		return "", err
	}
	if !slices.Contains(answers[p.Kind], code) {
		return "", failure.New(failure.Refused, "answer "+p.Kind+" by "+code,
			fmt.Sprintf("Auf diese Lieferung antwortet keine Nachricht %s. Möglich: %s.", code, strings.Join(answers[p.Kind], ", ")))
	}
	if code == xdomea.TypeAppraisal {
		files, err := w.ExportAppraisal(ctx, id, dir)
		if err != nil {
			return "", err
		}
		return files[len(files)-1], nil
	}
	l, err := w.answer(ctx, p, code)
	if err != nil {
		return "", err
	}
	if err := w.register(ctx, l); err != nil {
		return "", err
	}
	if dir == "" {
		return w.path(l.Path), nil
	}
	return copyTo(dir, w.path(l.Path))
}

// answer writes one answer into the letters of the portion.
func (w *Workspace) answer(ctx context.Context, p transfer.Portion, code string) (transfer.Letter, error) {
	var results []xdomea.Result
	if code == xdomea.TypeImportConfirmed {
		var err error
		if results, err = w.importResults(ctx, p); err != nil {
			return transfer.Letter{}, err
		}
	}
	return w.writeMessage(ctx, p, code, func(out io.Writer, d xdomea.Draft) error {
		switch code {
		case xdomea.TypeOfferReceipt:
			return xdomea.WriteOfferReceipt(out, d)
		case xdomea.TypeTransferReceipt:
			return xdomea.WriteTransferReceipt(out, d)
		default:
			return xdomea.WriteImportConfirmation(out, d, xdomea.Outcome{OK: true}, results)
		}
	})
}

// importResults gives the reference codes of what was archived.
func (w *Workspace) importResults(ctx context.Context, p transfer.Portion) ([]xdomea.Result, error) {
	packages, err := w.Portions.Packages(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	var out []xdomea.Result
	for _, pkg := range packages {
		if pkg.Kind == "accession" {
			continue
		}
		if pkg.State != transfer.PackageConfirmed {
			return nil, failure.New(failure.Refused, "confirm import of "+p.ID, "Die Importbestätigung (0506) geht erst heraus, wenn für jedes Archivpaket eine geprüfte Quittung vorliegt.")
		}
		out = append(out, xdomea.Result{ID: pkg.Unit, Outcome: xdomea.Outcome{OK: true}, ReferenceCode: pkg.ReferenceCode})
	}
	return out, nil
}

// writeMessage writes an answer to the portion's message. Its clock is the
// arrival of the portion's last change, so that a second writing of the same
// state gives the same bytes.
func (w *Workspace) writeMessage(ctx context.Context, p transfer.Portion, code string, fill func(io.Writer, xdomea.Draft) error) (transfer.Letter, error) {
	l := transfer.Letter{Portion: p.ID, Kind: "message-" + code, Made: w.now()}
	tree, err := w.Tree(ctx, p)
	if err != nil {
		return l, err
	}
	answered, err := xdomea.Delivered(ctx, tree)
	if err := closed(tree, err); err != nil {
		return l, err
	}
	var out bytes.Buffer
	d := xdomea.AnswerTo(answered, p.Changed, messageID(p.ID, code, p.Changed.String()), xdomea.System{Product: Program, Version: Version})
	if err := fill(&out, d); err != nil {
		return l, fmt.Errorf("write message %s: %w", code, err)
	}
	l.Path = path.Join(dirLetters, p.ID, xdomea.AnswerName(answered, code))
	if err := os.MkdirAll(filepath.Dir(w.path(l.Path)), 0o700); err != nil {
		return l, disk("make letters folder", err)
	}
	if err := writeFile(w.path(l.Path), func(f io.Writer) error { _, err := f.Write(out.Bytes()); return err }); err != nil {
		return l, disk("write message", err)
	}
	sum := sha256.Sum256(out.Bytes())
	l.SHA256 = hex.EncodeToString(sum[:])
	return l, nil
}

// closed closes c and gives the first error.
func closed(c io.Closer, err error) error {
	if e := c.Close(); err == nil {
		err = e
	}
	return err
}

// messageID derives the message UUID of an answer, the same for the same state.
func messageID(parts ...string) string {
	u := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	u[6], u[8] = u[6]&0x0f|0x50, u[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:16])
}

// rated lists the ratings of objects above documents in document order, as the
// 0502 names them.
func rated(a *Appraisal) []xdomea.Rated {
	spread := appraisal.Spread(a.Roots, a.Verdicts)
	var out []xdomea.Rated
	for o := range record.All(a.Roots) {
		if r, ok := spread[o.ID]; ok && o.Kind != record.Document {
			out = append(out, xdomea.Rated{ID: o.ID, Rating: r})
		}
	}
	return out
}
