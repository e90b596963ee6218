package check

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// understand recognises the kind and reads the manifest. stopped is true where
// nothing more may or can be read.
func (r *run) understand(ctx context.Context) (stopped bool, err error) {
	r.findings.add(r.in.Findings...)
	r.progress(PhaseRecognise, 0, 0)
	kind, err := r.recognise(ctx)
	if err != nil {
		return false, err
	}
	if kind == nil {
		r.report.Verdict = Unreadable
		return true, nil
	}
	r.report.Kind = r.match.Kind
	r.progress(PhaseReadList, 0, 0)
	m, findings, err := r.readAgreed(ctx, kind)
	if err == nil && r.foreign == nil {
		var again bool
		if again, err = r.readOtherwise(ctx, &kind, m); again && err == nil {
			m, findings, err = r.readForeign(ctx, kind)
		}
	}
	if err != nil {
		return false, err
	}
	r.findings.add(findings...)
	classified := slices.ContainsFunc(findings, func(f Finding) bool { return f.Code == CodeClassified.ID })
	if m == nil {
		if !r.findings.hasError() {
			r.findings.add(codeKindUnreadable.At(""))
		}
		if !classified {
			r.report.Verdict = Unreadable
		}
		m = &Manifest{Kind: r.match.Kind}
		stopped = true
	}
	r.m, r.facts.manifest = m, m
	if m.Kind != "" {
		r.match.Kind, r.report.Kind = m.Kind, m.Kind
	}
	r.describe()
	r.rules = append(slices.Clone(r.in.Rules), r.kindRules(kind)...)
	if !stopped && !classified {
		classified, err = r.stopRules(ctx)
	}
	return stopped || classified, err
}

// readOtherwise looks for an agreement that reads what our own layout does not, or a
// description where ours found none; again is true where the delivery is to be read by
// it. Of a kind that reads the material without a description only its own layouts count,
// and one that does not fit is told beside what was read.
func (r *run) readOtherwise(ctx context.Context, kind *Kind, m *Manifest) (again bool, err error) {
	only := r.in.Kind
	switch {
	case m == nil || m.Unread:
	case m.Undescribed:
		if only = layoutedName(*kind); only == "" {
			return false, nil
		}
	default:
		return false, nil
	}
	match, agreed := r.match, r.in.Profile
	other, err := r.byLayout(ctx, only)
	if err != nil || other == nil {
		return false, err
	}
	if no, misfits := other.(misfit); misfits && m != nil && m.Undescribed {
		r.match, r.in.Profile, r.facts.profile = match, agreed, agreed
		r.findings.add(no.finding)
		return false, nil
	}
	*kind, r.report.Kind = other, r.match.Kind
	return true, nil
}

// layoutedName is the name under which layouts of a kind are stored, "" where it takes none.
func layoutedName(k Kind) string {
	if _, able := k.(Layouted); !able {
		return ""
	}
	for _, name := range k.Names() {
		if _, known := layout.Of(name); known {
			return name
		}
	}
	return ""
}

// stopRules runs the rules named StopRule before any file is read; an error they
// find stops the check (G15). They may ask the manifest, not the files.
func (r *run) stopRules(ctx context.Context) (stop bool, err error) {
	var rest []Rule
	for _, rule := range r.rules {
		if rule.Name != StopRule {
			rest = append(rest, rule)
			continue
		}
		findings, err := r.runRule(ctx, rule)
		if err != nil {
			return false, err
		}
		stop = stop || slices.ContainsFunc(findings, func(f Finding) bool { return f.Severity == Error })
	}
	r.rules = rest
	return stop, nil
}

// readAgreed reads the manifest, asks what is agreed with its sender and, where the
// agreement says how such a delivery is read (a layout of its own, issuers of
// signatures), reads it once more by that. An agreement that the second reading
// does not bear out is not applied.
func (r *run) readAgreed(ctx context.Context, k Kind) (*Manifest, []Finding, error) {
	if r.foreign != nil {
		return r.readForeign(ctx, k)
	}
	m, findings, err := readFirst(ctx, r, k)
	if err != nil || r.in.Resolve == nil {
		return m, findings, err
	}
	first := m
	if first == nil {
		first = &Manifest{Kind: r.match.Kind}
	}
	if err := r.resolve(ctx, first); err != nil {
		return nil, nil, err
	}
	agreed := r.in.Profile
	if !agreed.SteersReading() {
		return m, findings, nil
	}
	again, told, err := r.readManifest(ctx, k)
	if err != nil || again == nil {
		return again, told, err
	}
	if err := r.resolve(ctx, again); err != nil {
		return nil, nil, err
	}
	if r.in.Profile == nil || r.in.Profile.ID != agreed.ID {
		r.in.Profile, r.facts.profile = nil, nil
		return m, findings, nil
	}
	return again, told, nil
}

// resolve asks the caller for what depends on sender and procedure.
func (r *run) resolve(ctx context.Context, m *Manifest) error {
	if r.in.Resolve == nil {
		return nil
	}
	p, related, err := r.in.Resolve(ctx, m)
	if err != nil {
		return fmt.Errorf("find profile and related messages: %w", err)
	}
	r.in.Profile, r.in.Related = p, related
	r.facts.profile, r.facts.related = p, related
	return nil
}

// describe takes the statements of the manifest into the report.
func (r *run) describe() {
	r.report.Standard, r.report.Agency = r.m.Standard, r.m.Agency
	r.report.Objects = record.Count(r.m.Roots)
}

// recognise asks every kind in order of registration and takes the most confident;
// the first registered wins among equals, and a certain one ends the asking. With none, the delivery is plain files.
func (r *run) recognise(ctx context.Context) (Kind, error) {
	if r.in.Kind != "" {
		return r.forced(ctx)
	}
	var best Kind
	for _, k := range r.e.Kinds {
		m, err := recogniseOne(ctx, k, r.t)
		if err != nil {
			return nil, err
		}
		if m.Confidence > r.match.Confidence {
			best, r.match = k, m
		}
		if m.Confidence >= Certain {
			break // its own marker was found: nobody else needs to look into the files
		}
	}
	if best != nil {
		if stray, err := strayIn(ctx, r, best); err != nil || !stray {
			return best, err
		}
		r.match = Match{}
	}
	if k, err := r.byLayout(ctx, r.in.Kind); err != nil || k != nil {
		return k, err
	}
	return r.unrecognised(ctx)
}

// unrecognised reads what no kind knows as plain files: every byte is looked at, and
// yet it is no delivery anybody could pass (E1). judgeUnrecognised says so at the end,
// when it is known whether plain files are agreed.
func (r *run) unrecognised(ctx context.Context) (Kind, error) {
	r.unknown = true
	m, err := PlainFiles{}.Recognise(ctx, r.t)
	if err != nil {
		return nil, err
	}
	r.match = m
	return PlainFiles{}, r.nearMisses(ctx, "")
}

// nearMisses asks the kinds what the delivery looks like, or, where it looks like nothing,
// what its containers look like; kind narrows it to one.
func (r *run) nearMisses(ctx context.Context, kind string) error {
	if r.glance {
		return nil // nobody hears of them, and they read as much as all else of a look
	}
	said, err := nearIn(ctx, r, r.t, kind)
	if err != nil || len(said) > 0 || kind != "" {
		r.findings.add(said...)
		return err
	}
	var packed []string
	err = r.t.Files(ctx, func(e container.Entry) error {
		ext := strings.ToLower(path.Ext(e.Path))
		if slices.Contains([]string{".zip", ".tar", ".tgz", ".gz"}, ext) && len(packed) < maxNearContainers {
			packed = append(packed, e.Path)
		}
		return nil
	})
	for _, p := range packed {
		if err != nil {
			break
		}
		inner, unopened := container.OpenEntry(ctx, r.t, p, container.Options{})
		if unopened != nil {
			continue // the one read tells why
		}
		said, err = nearIn(ctx, r, inner, "")
		for _, f := range said {
			r.findings.add(f.Below(p))
		}
		inner.Close() // read only; what went wrong stands in err
	}
	if err != nil {
		return err
	}
	return ctx.Err()
}

// maxNearContainers is how many containers of what nobody recognised are looked into.
const maxNearContainers = 8

// nearIn asks the kinds what a tree looks like. Where plain files are agreed, only kinds
// that are agreed too have a say: a file store may hold whatever it likes.
func nearIn(ctx context.Context, r *run, t container.Tree, kind string) (out []Finding, err error) {
	p := r.in.Profile
	free := kind == "" && p != nil && slices.Contains(p.Kinds, r.match.Kind)
	for _, k := range r.e.Kinds {
		n, able := k.(NearMissing)
		if !able || kind != "" && !slices.Contains(k.Names(), kind) ||
			free && !slices.ContainsFunc(k.Names(), func(name string) bool { return slices.Contains(p.Kinds, name) }) {
			continue
		}
		findings, err := guardNear(ctx, n, t)
		if err != nil {
			return out, fmt.Errorf("look for near misses: %w", err)
		}
		out = append(out, findings...)
	}
	return out, nil
}

func guardNear(ctx context.Context, n NearMissing, t container.Tree) (out []Finding, err error) {
	defer func() {
		if p := recover(); p != nil {
			out, err = nil, nil // a guess that breaks off says nothing
		}
	}()
	return n.NearMisses(ctx, t)
}

// judgeUnrecognised: where nothing was recognised there is no verdict on the content,
// unless plain files were asked for or agreed: nobody claims what the files are, so
// nobody can say that they are all (E1).
func (r *run) judgeUnrecognised() {
	if r.empty {
		r.findings.add(codeNothing.At(""))
		r.report.Verdict = Unreadable
		return
	}
	if !r.unknown {
		return
	}
	if p := r.in.Profile; p != nil && slices.Contains(p.Kinds, r.match.Kind) {
		return
	}
	r.findings.add(CodeUnrecognised.At(""))
	r.report.Verdict = Unreadable
}

func (r *run) forced(ctx context.Context) (Kind, error) {
	kinds := append(slices.Clone(r.e.Kinds), PlainFiles{})
	for _, k := range kinds {
		if !slices.Contains(k.Names(), r.in.Kind) {
			continue
		}
		m, err := recogniseOne(ctx, k, r.t)
		if err != nil {
			return nil, err
		}
		r.match = m
		if m.Confidence == 0 || m.Kind != r.in.Kind {
			if by, err := r.byLayout(ctx, r.in.Kind); err != nil || by != nil {
				return by, err
			}
			return r.notThisKind(ctx, k, m)
		}
		return k, nil
	}
	return nil, failure.New(failure.Refused, "check as kind "+r.in.Kind,
		wording.Say("hint.check.unknown-kind", r.in.Kind))
}

// notThisKind says why a delivery is not of the kind asked for, and goes on with what
// can be checked: as the kind it is, else as files (K10).
func (r *run) notThisKind(ctx context.Context, asking Kind, m Match) (Kind, error) {
	asked := r.in.Kind
	if m.Confidence == 0 {
		m.Kind = ""
	}
	if err := r.nearMisses(ctx, asked); err != nil {
		return nil, err
	}
	r.in.Kind, r.match = "", Match{}
	k, err := r.recognise(ctx)
	if err != nil {
		return nil, err
	}
	var found any = wording.Say("found.check.no-kind")
	if !r.unknown {
		found = r.match.Kind
	}
	f := codeNotThisKind.At("")
	if m, marked := asking.(Marked); marked {
		f = f.Saying(wording.Say("said.check.looked-for", m.Mark()))
	}
	if _, able := asking.(Layouted); able {
		f = f.Saying(wording.Say("said.check.asked-layout"))
	}
	r.findings.add(f.Want(asked, found).Saying(wording.Say("said.check.checked-without")))
	r.report.Verdict = Unreadable
	return k, nil
}

// recogniseOne guards one kind: a panic on strange input means "not mine".
func recogniseOne(ctx context.Context, k Kind, t container.Tree) (m Match, err error) {
	defer func() {
		if p := recover(); p != nil {
			m, err = Match{}, nil
		}
	}()
	m, err = k.Recognise(ctx, t)
	if err != nil && ctx.Err() == nil {
		return Match{}, fmt.Errorf("recognise delivery: %w", err)
	}
	return m, err
}

// Stray reports whether a message of a procedure lies in a folder of which it says
// nothing: an office has filed an old one among a hundred other files. Such a folder is
// part of a file share and no delivery.
func Stray(files int, m *Manifest) bool {
	return m != nil && files-len(m.Listed) > fewOthers && files > 10*len(m.Listed)
}

// fewOthers is how many files a message may say nothing of.
const fewOthers = 100

// strayIn is Stray for a message that was recognised in a folder of the tree. One at its top
// is what was handed over, however much lies beside it.
func strayIn(ctx context.Context, r *run, k Kind) (bool, error) {
	if _, messages := k.(Proceeding); !messages || r.match.Root == "" {
		return false, nil
	}
	files := 0
	err := r.t.Files(ctx, func(e container.Entry) error {
		if strings.HasPrefix(e.Path, r.match.Root+"/") {
			files++
		}
		return nil
	})
	if err != nil || files <= fewOthers {
		return false, err
	}
	m, findings, err := r.readManifest(ctx, k)
	if err != nil {
		return false, fmt.Errorf("look at message: %w", err)
	}
	if Stray(files, m) {
		return true, nil
	}
	r.once = func() (*Manifest, []Finding, error) { return m, findings, nil }
	return false, nil
}

// readFirst reads the manifest, or gives it where the recognising has read it.
func readFirst(ctx context.Context, r *run, k Kind) (*Manifest, []Finding, error) {
	if once := r.once; once != nil {
		r.once = nil
		return once()
	}
	return r.readManifest(ctx, k)
}

// readManifest guards the kind's reader: a panic is a finding, not our end (G1).
func (r *run) readManifest(ctx context.Context, k Kind) (m *Manifest, findings []Finding, err error) {
	defer func() {
		if p := recover(); p != nil {
			m, err = nil, nil
			findings = []Finding{codeKindUnreadable.At("").Want("", fmt.Sprint(p))}
		}
	}()
	in := ReadInput{Profile: r.in.Profile, Extra: r.in.Extra, Schemas: r.e.Schemas}
	if l, able := k.(Layouted); able && r.foreign != nil {
		return l.ReadBy(ctx, r.t, r.foreign.layout, in)
	}
	return k.Read(ctx, r.t, r.match, in)
}
