package share

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/office"
	"laufzettel/appraisal/share"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/transfer/report"
)

// LetterShare is the kind of the report on a share, as kept with a portion.
const LetterShare = "share-report"

// mostRows bounds the rows of one table of the report; what is more is one line.
const mostRows = 400

// ReportShare writes the report the head of an archive signs: figures before and after,
// rules, decisions, and of what goes how much was looked at, opened, or decided by rule
// alone. It gives the file names, copied into dir where one is named.
func (s *Shares) ReportShare(ctx context.Context, id, dir string) ([]string, error) {
	if _, err := s.Office.MustPerson(people.Write, "report on share"); err != nil {
		return nil, err
	}
	l, err := s.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	m, err := s.Desk.JudgeMeta(ctx, l.Portion)
	if err != nil {
		return nil, err
	}
	looked, opened, err := s.Notes.Looks(ctx, id)
	if err != nil {
		return nil, err
	}
	r := l.figures(looked, opened)
	r.Meta, r.Draft = m, !l.Portion.State.Judged()
	if r.Sampled, err = s.Desk.Sampling.Sentence(ctx, id); err != nil {
		return nil, err
	}
	name := "fileablage"
	if r.Draft {
		name += office.DraftMark
	}
	letter, err := s.Papers.WritePaper(id, LetterShare, name, report.ShareReport(r), false)
	if err != nil {
		return nil, err
	}
	if !r.Draft {
		if err := s.Papers.Register(ctx, letter); err != nil {
			return nil, err
		}
	}
	var out []string
	for _, ext := range []string{".pdf", ".json"} {
		file := s.Office.Path(strings.TrimSuffix(letter.Path, ".pdf") + ext)
		if dir != "" {
			if file, err = appraise.CopyTo(dir, file); err != nil {
				return nil, err
			}
		}
		out = append(out, file)
	}
	return out, nil
}

// figures computes what the report says.
func (l *Loaded) figures(looked, opened map[string]bool) report.Share {
	root := &l.Folders[0]
	r := report.Share{Before: sum(root.Files, root.Bytes), Stay: sum(root.Stay.Files, root.Stay.Bytes),
		Go: sum(root.Go.Files, root.Go.Bytes), Folders: len(l.Folders) - 1, EmptyFolders: root.Empty}
	open := root.Open()
	r.Open = sum(open.Files, open.Bytes)
	r.Tops = l.tops()
	facets := l.Facets(0)
	for _, name := range []string{share.FacetYear, share.FacetExtension, share.FacetSize, share.FacetSpecial} {
		for _, v := range facets[name] {
			r.Pictures = append(r.Pictures, report.ShareLine{Table: name, Name: v.Value, ShareSum: sum(v.Files, v.Bytes)})
		}
	}
	l.rules(&r)
	l.Below(0, func(i int32) {
		f := &l.Folders[i]
		if !f.Decided {
			return
		}
		r.Decisions = append(r.Decisions, report.ShareDecision{ID: f.ID, Path: f.Path, Rating: string(f.Letter), Reason: f.Reason,
			ShareSum: sum(f.Files, f.Bytes)})
	})
	l.unseen(&r, looked, opened)
	if len(r.Decisions) > mostRows {
		r.MoreDecisions, r.Decisions = len(r.Decisions)-mostRows, r.Decisions[:mostRows]
	}
	return r
}

// mostTops bounds the picture of the folders at the top.
const mostTops = 15

// tops gives what stays, goes and is open of the folders at the top, the largest first; the
// others and the files beside them as one.
func (l *Loaded) tops() (out []report.ShareTop) {
	root := &l.Folders[0]
	folders := slices.Clone(root.Folders)
	slices.SortStableFunc(folders, func(a, b int32) int { return cmp.Compare(l.Folders[b].Bytes, l.Folders[a].Bytes) })
	open := root.Open()
	rest := report.ShareTop{Stay: sum(root.Stay.Files, root.Stay.Bytes), Go: sum(root.Go.Files, root.Go.Bytes),
		Open: sum(open.Files, open.Bytes)}
	for _, i := range folders[:min(len(folders), mostTops)] {
		f := &l.Folders[i]
		if f.Files == 0 {
			continue
		}
		open := f.Open()
		t := report.ShareTop{Path: f.Path, Stay: sum(f.Stay.Files, f.Stay.Bytes), Go: sum(f.Go.Files, f.Go.Bytes),
			Open: sum(open.Files, open.Bytes)}
		for _, x := range []struct{ rest, of *report.ShareSum }{{&rest.Stay, &t.Stay}, {&rest.Go, &t.Go}, {&rest.Open, &t.Open}} {
			x.rest.Files, x.rest.Bytes = x.rest.Files-x.of.Files, x.rest.Bytes-x.of.Bytes
		}
		out = append(out, t)
	}
	if rest.Stay.Files+rest.Go.Files+rest.Open.Files > 0 {
		out = append(out, rest)
	}
	return out
}

func sum(files int, bytes int64) report.ShareSum { return report.ShareSum{Files: files, Bytes: bytes} }

// rules sums what was decided by rules, by the words of their decisions.
func (l *Loaded) rules(r *report.Share) {
	at := map[string]int{}
	for i := range l.Files {
		f := &l.Files[i]
		if !f.Own || !strings.HasPrefix(f.Reason, ruleReason) {
			if f.Own {
				r.Single.Files, r.Single.Bytes = r.Single.Files+1, r.Single.Bytes+f.Size
			}
			continue
		}
		n, ok := at[f.Reason]
		if !ok {
			n = len(r.Rules)
			at[f.Reason] = n
			r.Rules = append(r.Rules, report.ShareLine{Name: f.Reason})
		}
		r.Rules[n].Files, r.Rules[n].Bytes = r.Rules[n].Files+1, r.Rules[n].Bytes+f.Size
	}
}

// unseen tells of every folder that goes, or of which something goes by a decision of
// its own, how much of it was opened, looked at in a list, or decided by rule alone.
func (l *Loaded) unseen(r *report.Share, looked, opened map[string]bool) {
	var walk func(i, under int32)
	rows := map[int32]*report.ShareLook{}
	var order []int32
	row := func(i int32) *report.ShareLook {
		x := rows[i]
		if x == nil {
			x = &report.ShareLook{ID: l.Folders[i].ID, Path: l.Folders[i].Path}
			rows[i] = x
			order = append(order, i)
		}
		return x
	}
	walk = func(i, under int32) {
		f := &l.Folders[i]
		if f.Decided || under < 0 && f.Letter == record.RatingDestroy {
			under = i
		}
		for _, n := range f.Own {
			x := &l.Files[n]
			if x.Letter != record.RatingDestroy {
				continue
			}
			top := under
			if top < 0 || l.Folders[top].Letter != record.RatingDestroy {
				top = i
			}
			into := row(top)
			into.Files, into.Bytes = into.Files+1, into.Bytes+x.Size
			place := &into.Unseen
			switch {
			case opened[x.ID]:
				place = &into.Opened
			case looked[f.ID]:
				place = &into.Looked
			case x.Own && strings.HasPrefix(x.Reason, ruleReason):
				place = &into.ByRule
			}
			place.Files, place.Bytes = place.Files+1, place.Bytes+x.Size
		}
		for _, s := range f.Folders {
			walk(s, under)
		}
	}
	walk(0, -1)
	for n, i := range order {
		x := rows[i]
		for _, p := range []struct{ to, from *report.ShareSum }{{&r.Opened, &x.Opened}, {&r.Looked, &x.Looked}, {&r.ByRule, &x.ByRule},
			{&r.Unseen, &x.Unseen}} {
			p.to.Files, p.to.Bytes = p.to.Files+p.from.Files, p.to.Bytes+p.from.Bytes
		}
		if n < mostRows {
			r.Looks = append(r.Looks, *x)
		} else {
			r.MoreLooks++
		}
	}
}
