package accession

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/appraisal/counsel"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/report"
)

// What stays for ever must not tell the Betreff of what is destroyed: the papers of a
// portion are written anew without it when the accession package is made. In the workspace
// they stay as they were sent until the destruction, which puts those without it in their place.

// trimming makes papers without titles of destroyed objects out of those of the workspace.
type trimming struct {
	cl     *Ending
	traces traces
	prof   *profile.Profile
	plans  map[string]string // of destroyed objects: their position in the Aktenplan
}

func newTrimming(ctx context.Context, cl *Ending, a *appraise.Appraisal, traces traces) (*trimming, error) {
	prof, err := cl.Papers.ProfileOf(ctx, a.Portion)
	if err != nil {
		return nil, err
	}
	t := &trimming{cl: cl, traces: traces, prof: prof, plans: map[string]string{}}
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
		Author  string          `json:"author"`
		Tool    string          `json:"tool"`
		Created time.Time       `json:"created"`
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
	case "paper-letter":
		var l report.Papers
		if err := json.Unmarshal(form.Content, &l); err != nil {
			return nil, fmt.Errorf("read %s: %w", path.Base(name), err)
		}
		for i, o := range l.Parts {
			l.Parts[i].Subject = t.subject(o.ID, o.Rating, o.Subject)
		}
		return drawn(report.PaperLetter(l), func(w io.Writer) error { return report.WritePaperCSV(w, l) })
	case "share-report":
		var s report.Share
		if err := json.Unmarshal(form.Content, &s); err != nil {
			return nil, fmt.Errorf("read %s: %w", path.Base(name), err)
		}
		return drawn(report.ShareReport(t.share(s)), nil)
	case "claim":
		var c report.Claim
		if err := json.Unmarshal(form.Content, &c); err != nil {
			return nil, fmt.Errorf("read %s: %w", path.Base(name), err)
		}
		for _, causes := range [][]report.Cause{c.Causes, c.Aside} {
			for i := range causes {
				causes[i].Places = slices.DeleteFunc(causes[i].Places, t.names)
			}
		}
		return drawn(c.Document(), nil)
	case "difference":
		var d intake.Difference
		if err := json.Unmarshal(form.Content, &d); err != nil {
			return nil, fmt.Errorf("read %s: %w", path.Base(name), err)
		}
		for _, list := range [][]intake.Change{d.Objects, d.Files} {
			for i, c := range list {
				if t.traces.ids[c.Object] || slices.ContainsFunc([]string{c.Name, c.Before, c.After}, t.names) {
					list[i] = intake.Change{What: c.What, Object: c.Object, Field: c.Field}
				}
			}
		}
		return drawn(differencePaper(&d, form.Author, form.Tool, form.Created), nil)
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

// share takes the paths of what goes out of the report on a share; where nothing of a folder at
// the top stays, it counts with the others.
func (t *trimming) share(s report.Share) report.Share {
	for i, d := range s.Decisions {
		s.Decisions[i].Path = t.subject(d.ID, d.Rating, d.Path)
	}
	for i, l := range s.Looks {
		s.Looks[i].Path = t.subject(l.ID, "", l.Path)
	}
	var rest *report.ShareTop
	tops := make([]report.ShareTop, 0, len(s.Tops)+1)
	for _, top := range s.Tops {
		if top.Path == "" || top.Stay.Files+top.Open.Files == 0 {
			if rest == nil {
				rest = new(report.ShareTop)
			}
			rest.Add(top)
			continue
		}
		tops = append(tops, top)
	}
	if rest != nil {
		tops = append(tops, *rest)
	}
	s.Tops = tops
	return s
}

// names reports whether a text names something that is destroyed.
func (t *trimming) names(text string) bool { return t.traces.file(text) || t.traces.words.in(text) }

// trimmedPapers gives what stands in place of files of a portion's letters, by name; empty
// where nothing is destroyed.
func trimmedPapers(ctx context.Context, cl *Ending, p transfer.Portion, names []string) (map[string][]byte, error) {
	a, err := cl.Desk.Outlined(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	traces, err := tracesOf(ctx, cl, a)
	if err != nil || len(traces.ids) == 0 {
		return nil, err
	}
	t, err := newTrimming(ctx, cl, a, traces)
	if err != nil {
		return nil, err
	}
	return t.papers(p, names)
}

// papers trims those among the letters of a portion that tell of what is destroyed.
func (t *trimming) papers(p transfer.Portion, names []string) (map[string][]byte, error) {
	out := map[string][]byte{}
	for _, name := range names {
		base, ok := strings.CutSuffix(name, ".json")
		if !ok {
			continue
		}
		files, err := t.paper(t.cl.Office.Path(path.Join(office.DirLetters, p.ID, name)))
		if err != nil {
			return nil, err
		}
		for ext, data := range files {
			out[base+ext] = data
		}
	}
	return out, nil
}
