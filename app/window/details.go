package window

import (
	"context"
	"sort"
	"strings"

	appraiseroom "laufzettel/app/work/appraise"
	"laufzettel/app/work/reading"
	"laufzettel/appraisal"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
	appraise "laufzettel/views/appraise/model"
	"laufzettel/views/words"
)

// Details implements appraise.Source.
func (s *Appraise) Details(ctx context.Context, portion, object string) (appraise.Details, error) {
	s.mu.Lock()
	sh := s.loaded[portion]
	var o *record.Object
	if sh != nil {
		o = sh.index[object]
	}
	s.mu.Unlock()
	if plan, ok := strings.CutPrefix(object, "plan:"); ok {
		return appraise.Details{Groups: []appraise.Group{{Pairs: []appraise.Pair{{Label: s.words.T("described.plan"), Value: plan,
			Short: true}}}}}, nil
	}
	if o == nil {
		return appraise.Details{}, failure.New(failure.Refused, "show "+object, wording.Say("hint.window.object-gone"))
	}
	var err error
	if record.Count([]*record.Object{o}).Files <= mostListed {
		if o, err = s.unit(ctx, portion, o); err != nil {
			return appraise.Details{}, err
		}
	}
	s.mu.Lock()
	now := *sh // survey and verdicts are replaced whole, never changed
	s.mu.Unlock()
	d := appraise.Details{Proposals: proposals(s.words, &now, o), Groups: describe(s.words, o), Documents: documents(s.words, o),
		Warning: warning(s.words, &now, o)}
	aids, err := s.aids(ctx, &now, o)
	d.Aids = aids
	return d, err
}

// unit gives a unit with its documents.
func (s *Appraise) unit(ctx context.Context, portion string, u *record.Object) (*record.Object, error) {
	o, err := s.w.Room.OpenPortion(ctx, portion, reading.Asker{})
	if err != nil {
		return nil, err
	}
	return o.Unit(ctx, u)
}

// mostListed is up to how many files the documents of a marked object are listed: a
// dossier of a hundred thousand is looked at by its units.
const mostListed = 20_000

// describe lays the description out as a records system does.
func describe(w *words.Words, o *record.Object) []appraise.Group {
	var pairs []appraise.Pair
	add := func(label, value string, short bool) {
		if value != "" {
			pairs = append(pairs, appraise.Pair{Label: label, Value: value, Short: short})
		}
	}
	if o.Parent != nil {
		add(w.T("described.kind.dossier"), o.Parent.Label(), false)
	}
	add(w.T("described.reference"), o.Reference, false)
	span := pair(w, o.Span)
	pairs = append(pairs, appraise.Pair{Label: w.T("described.span"), Value: span, Missing: span == "", Short: true})
	add(w.T("described.leadUnit"), o.LeadUnit, false)
	held := record.Count([]*record.Object{o})
	add(w.T("described.extent"), w.N("described.documents", held.Documents+held.Attachments)+", "+w.N("described.files", held.Files), true)
	if o.Retention.Unlimited {
		add(w.T("described.retention"), w.T("described.unlimited"), false)
	} else if o.Retention.Years > 0 {
		add(w.T("described.retention"), strings.TrimSpace(w.N("described.years", o.Retention.Years)+" "+until(w, o.Retention.End)), false)
	}
	add(w.T("described.type"), o.Type, false)
	add(w.T("described.confidentiality"), o.Confidentiality, false)
	add(w.T("described.medium"), o.Medium, true)
	add(w.T("described.note"), o.Note, false)
	for _, f := range o.Fields {
		add(f.Name, f.Value, false)
	}
	return []appraise.Group{{Pairs: pairs}}
}

func until(w *words.Words, end string) string {
	if end == "" {
		return ""
	}
	return w.T("described.until", words.Written(w, end))
}

// rating is the letter of a rating with its word; "" where there is none.
func rating(w *words.Words, r record.Rating) string {
	if key := "described.rating." + string(r); r != "" && w.Has(key) {
		return w.T(key)
	}
	return ""
}

func pair(w *words.Words, s record.DateSpan) string {
	out := words.WrittenSpan(w, string(s.From), string(s.To))
	if s.Derived && out != "" {
		out = w.T("described.derived", out)
	}
	return out
}

// documents lists the documents below an object by date, undated ones first, a
// line per primary file of the current version.
func documents(w *words.Words, o *record.Object) []appraise.Document {
	type dated struct {
		date string
		doc  appraise.Document
	}
	var list []dated
	for x := range record.All([]*record.Object{o}) {
		if x.Kind != record.Document {
			continue
		}
		date, _ := mapping.DocumentDate(x)
		doc := appraise.Document{ID: "none:" + x.ID, Date: words.Written(w, string(date)), Title: subject(x), Length: "–",
			Paper: appraiseroom.Paper(x)}
		if x.Attachment() {
			doc.Title = w.T("described.kind.attachment") + ": " + doc.Title
		}
		if n := len(x.Versions); n > 0 {
			for i, r := range x.Versions[n-1].Renditions {
				one := doc
				if one.ID = r.File.Name; one.ID == "" {
					continue
				}
				one.Format = short(r)
				if i > 0 {
					one.Title += " (" + one.Format + ")"
				}
				one.Length = ""
				list = append(list, dated{string(date), one})
			}
			if len(x.Versions[n-1].Renditions) > 0 {
				continue
			}
		}
		list = append(list, dated{string(date), doc})
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].date < list[j].date })
	out := make([]appraise.Document, len(list))
	for i, d := range list {
		out[i] = d.doc
	}
	return out
}

// subject names a document in the list: its Betreff, else its reference.
func subject(o *record.Object) string {
	if o.Subject != "" {
		return o.Subject
	}
	return o.Label()
}

// short names a format in a word: the extension says more than the code list.
func short(r record.Rendition) string {
	if i := strings.LastIndexByte(r.File.Name, '.'); i >= 0 && len(r.File.Name)-i <= 6 {
		ext := strings.ToUpper(r.File.Name[i+1:])
		if ext == "PDF" && strings.Contains(strings.ToLower(r.FormatName), "archiv") {
			return "PDF/A"
		}
		return ext
	}
	return r.FormatName
}

// beside tells what was decided about the other cases of the same dossier.
func beside(w *words.Words, sh *shown, o *record.Object) (appraise.Aid, bool) {
	if o.Parent == nil {
		return appraise.Aid{}, false
	}
	n := map[string]int{}
	for _, u := range appraisal.Units([]*record.Object{o.Parent}) {
		if u != o {
			n[sh.verdicts[u.ID].Letter]++
		}
	}
	if n["A"]+n["V"] == 0 {
		return appraise.Aid{}, false
	}
	return appraise.Aid{Icon: "note", Text: w.T("aids.beside", n["A"], n["V"])}, true
}
