package accession

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/office"
	"laufzettel/appraisal/counsel"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/report"
)

// What stays for ever must not tell the Betreff of what is destroyed: the papers of a
// portion are written anew without it when the accession package is made. In the workspace
// they stay as they were sent until the destruction.

// trimming makes the papers of an accession package out of those of the workspace.
type trimming struct {
	cl     *Ending
	traces traces
	prof   *profile.Profile
	plans  map[string]string // of destroyed objects: their position in the Aktenplan
}

func newTrimming(ctx context.Context, cl *Ending, p transfer.Portion) (*trimming, error) {
	a, err := cl.Desk.Outlined(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	prof, err := cl.Papers.ProfileOf(ctx, p)
	if err != nil {
		return nil, err
	}
	t := &trimming{cl: cl, prof: prof, plans: map[string]string{}}
	if t.traces, err = tracesOf(ctx, cl, a); err != nil {
		return nil, err
	}
	for _, d := range appraise.Destroyed(a) {
		t.plans[d.ID] = d.Plan
	}
	return t, nil
}

// subject gives the title of an object as it may stay.
func (t *trimming) subject(id, rating, subject string) string {
	if (rating == "V" || t.traces.ids[id]) && !t.prof.MayName(t.plans[id]) {
		return ""
	}
	return subject
}

// paper gives the files of a paper of the workspace without titles of destroyed objects, by
// their endings; nil where it may stay as it is. name is that of its JSON form.
func (t *trimming) paper(name string) (map[string][]byte, error) {
	raw, err := os.ReadFile(name)
	if err != nil {
		return nil, office.Disk("read paper", err)
	}
	var form struct {
		Kind    string          `json:"kind"`
		Content json.RawMessage `json:"content"`
	}
	if err := json.Unmarshal(raw, &form); err != nil {
		return nil, nil // no paper of ours: a file somebody put there
	}
	switch form.Kind {
	case "appraisal-list", "appraisal-draft":
		return t.list(form.Kind, form.Content)
	case "appraisal-letter":
		var v report.Verdict
		if err := json.Unmarshal(form.Content, &v); err != nil {
			return nil, fmt.Errorf("read %s: %w", path.Base(name), err)
		}
		t.appraised(v.Objects)
		return drawn(report.VerdictLetter(v), nil)
	case "check-report":
		var c struct {
			Meta   report.Meta   `json:"meta"`
			Report *check.Report `json:"report"`
		}
		if err := json.Unmarshal(form.Content, &c); err != nil || c.Report == nil {
			return nil, fmt.Errorf("read %s: %w", path.Base(name), err)
		}
		t.cl.silence(c.Report, t.traces)
		return drawn(report.CheckReport(c.Report, c.Meta), nil)
	}
	return nil, nil
}

func (t *trimming) appraised(objects []report.Appraised) {
	for i, o := range objects {
		objects[i].Subject = t.subject(o.ID, o.Rating, o.Subject)
	}
}

// list trims the list of decisions, with its table.
func (t *trimming) list(kind string, content json.RawMessage) (map[string][]byte, error) {
	var l report.Appraisal
	if err := json.Unmarshal(content, &l); err != nil {
		return nil, fmt.Errorf("read appraisal list: %w", err)
	}
	t.appraised(l.Objects)
	table := func(w io.Writer) error { return report.WriteAppraisalCSV(w, l) }
	if kind == "appraisal-draft" {
		table = func(w io.Writer) error { return report.WriteDraftCSV(w, l, counsel.Columns) }
	}
	return drawn(report.AppraisalList(l), table)
}

// drawn lays a paper out with its JSON form and, where there is one, its table.
func drawn(d report.Document, table func(io.Writer) error) (map[string][]byte, error) {
	out := map[string][]byte{}
	for ext, write := range map[string]func(io.Writer) error{".pdf": func(w io.Writer) error { return report.Write(w, d) },
		".json": func(w io.Writer) error { return report.WriteJSON(w, d) }, ".csv": table} {
		if write == nil {
			continue
		}
		var b bytes.Buffer
		if err := write(&b); err != nil {
			return nil, fmt.Errorf("write paper without titles: %w", err)
		}
		out[ext] = b.Bytes()
	}
	return out, nil
}

// trimmedPapers gives what stands in place of files of a portion's letters, by name; empty
// where nothing is destroyed.
func trimmedPapers(ctx context.Context, cl *Ending, p transfer.Portion, names []string) (map[string][]byte, error) {
	t, err := newTrimming(ctx, cl, p)
	if err != nil || len(t.traces.ids) == 0 {
		return nil, err
	}
	out := map[string][]byte{}
	for _, name := range names {
		base, ok := strings.CutSuffix(name, ".json")
		if !ok {
			continue
		}
		files, err := t.paper(cl.Office.Path(path.Join(office.DirLetters, p.ID, name)))
		if err != nil {
			return nil, err
		}
		for ext, data := range files {
			out[base+ext] = data
		}
	}
	return out, nil
}
