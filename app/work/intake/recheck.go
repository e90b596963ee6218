package intake

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// RecheckPDFA holds every PDF file of a checked portion against veraPDF and puts
// its verdicts in place of the own pre-check: in findings, verdict and the list
// of what was checked with what. Errors: Setup where veraPDF is not installed,
// Refused where the portion was decided already or has no PDF file.
func (room *Intake) RecheckPDFA(ctx context.Context, id string) (*check.Report, error) {
	if _, err := room.Office.Allow(ctx, people.Check, "check again"); err != nil {
		return nil, err
	}
	p, err := room.Portions.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if p.State != transfer.Checked {
		return nil, failure.New(failure.Refused, "recheck "+id, wording.Say("hint.intake.recheck-before-decision", p.State))
	}
	rep, err := room.Report(ctx, id)
	if err != nil {
		return nil, err
	}
	vera, err := room.vera(CheckerVera)
	if err != nil {
		return nil, err
	}
	results, err := room.veraResults(ctx, p, vera)
	if err != nil {
		return nil, err
	}
	if len(results) == 0 {
		return nil, failure.New(failure.Refused, "recheck "+id, wording.Say("hint.intake.no-pdf"))
	}
	replaceVerdicts(rep, results)
	_, err = room.Portions.Move(ctx, id, transfer.Checked, func(p *transfer.Portion) {
		p.Verdict, p.Errors, p.Warnings, p.Notes = string(rep.Verdict), rep.Count(check.Error), rep.Count(check.Warning),
			rep.Count(check.Note)
	}, func(tx *sql.Tx, _ transfer.Portion) error {
		if err := transfer.SaveReport(ctx, tx, id, check.Kept{Report: rep}); err != nil {
			return err
		}
		return room.Log.Entry(ctx, room.Office.Event(events.Checked, id, "", string(rep.Verdict),
			map[string]string{"tool": "veraPDF " + vera.Version, "files": fmt.Sprint(len(results))}))(tx)
	})
	return rep, err
}

// veraResults copies the PDF files of a portion out, lets veraPDF judge them and
// gives the results by their path in the portion.
func (room *Intake) veraResults(ctx context.Context, p transfer.Portion, vera *pdfa.Vera) (_ map[string]pdfa.Result, err error) {
	tree, err := room.Tree(ctx, p)
	if err != nil {
		return nil, err
	}
	defer func() { err = CloseWith(tree, err) }()
	dir, err := os.MkdirTemp(room.Office.Path(office.DirSpool), "verapdf-*")
	if err != nil {
		return nil, office.Disk("make temporary folder", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	names := map[string]string{} // copy → path in the portion
	var copies []string
	err = room.Journal.Load(ctx, p.Run, func(f check.FileFact) error {
		if f.PDFA == "" || f.Damage != "" {
			return nil
		}
		name := filepath.Join(dir, fmt.Sprintf("%06d.pdf", len(copies)))
		names[name] = f.Path
		copies = append(copies, name)
		return copyOut(ctx, tree, f.Path, name)
	})
	if err != nil || len(copies) == 0 {
		return nil, err
	}
	judged, err := vera.Check(ctx, copies, pdfa.VeraOptions{})
	if err != nil {
		return nil, err
	}
	out := make(map[string]pdfa.Result, len(judged))
	for name, r := range judged {
		out[names[name]] = r
	}
	return out, nil
}

func copyOut(ctx context.Context, tree container.Tree, from, to string) error {
	r, err := tree.Open(ctx, from)
	if err != nil {
		return fmt.Errorf("open %s: %w", from, err)
	}
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return CloseWith(r, office.Disk("copy out", err))
	}
	_, err = io.Copy(f, r)
	return CloseWith(r, errors.Join(office.Disk("copy out", err), f.Close()))
}

// replaceVerdicts puts veraPDF's word in place of the own checker's.
func replaceVerdicts(rep *check.Report, results map[string]pdfa.Result) {
	own := map[string]bool{}
	for _, c := range pdfa.Codes {
		own[c.ID] = true
	}
	rep.Findings = slices.DeleteFunc(rep.Findings, func(f check.Finding) bool {
		_, judged := results[f.Path]
		return judged && own[f.Code]
	})
	done := check.Done{Name: "pdfa", State: check.Full}
	unsure := 0
	for _, path := range slices.Sorted(maps.Keys(results)) {
		r := results[path]
		done.Tool = r.Tool
		if r.Verdict == pdfa.NotCheckable || r.Verdict == pdfa.NotChecked {
			unsure++
		}
		rep.Findings = append(rep.Findings, pdfa.Findings(path, r)...)
	}
	if unsure > 0 {
		done = done.As(check.Partial, wording.Say("why.pdfa-judge", unsure, len(results)))
	}
	for i := range rep.Checks {
		if strings.EqualFold(rep.Checks[i].Name, "pdfa") {
			rep.Checks[i] = done
		}
	}
	rep.Settle()
}
