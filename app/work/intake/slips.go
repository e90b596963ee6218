package intake

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/procedure"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
)

// takeSlip copies routing slip and transfer list that lie beside a delivered
// container into the inbox, so that the check finds them again (A1).
func (room *Intake) takeSlip(ctx context.Context, source, target string) error {
	if err := takeBeside(ctx, source, target); err != nil {
		return err
	}
	found, _, err := slip.FindBeside(ctx, source)
	if err != nil || found == nil {
		return err
	}
	for _, name := range []string{found.Path, found.ListPath} {
		if name == "" {
			continue
		}
		to := filepath.Join(filepath.Dir(target), filepath.Base(name))
		if _, err := os.Stat(to); err == nil {
			continue
		}
		if _, err := CopyWithin(ctx, filepath.Dir(source), filepath.FromSlash(name), to, func(int64) {}); err != nil {
			return err
		}
	}
	return nil
}

// enclosed are papers of a drop by name, and the folder they lie in.
type enclosed struct {
	from  string
	names []string
}

// takePapers copies letters and lists of a drop into the inbox, beside the delivery they
// came with; what is there already stays.
func takePapers(ctx context.Context, papers enclosed, to string) error {
	from := papers.from
	for _, name := range papers.names {
		target := filepath.Join(to, name)
		if _, err := os.Lstat(target); err == nil {
			continue
		}
		if info, err := os.Lstat(filepath.Join(from, name)); err != nil || !info.Mode().IsRegular() || info.Size() > maxPaper {
			continue
		}
		if _, err := CopyWithin(ctx, from, name, target, func(int64) {}); err != nil {
			return err
		}
	}
	return nil
}

// slipFindings checks the slip of a delivery against profiles, accessions and the
// container's own digest (A1, A2, A6, A3). own is the portion in the workspace, "" for a
// plain check, which knows no accessions. An offer that lies among the containers of a
// slip need not be named by it.
func (room *Intake) slipFindings(ctx context.Context, own, container string, o CheckOptions) (*slip.Found, []check.Finding, error) {
	info, err := os.Stat(container)
	if err != nil {
		return nil, nil, nil // a missing container is told by the check itself
	}
	beside := container
	if o.papers != "" {
		beside = filepath.Join(o.papers, filepath.Base(container))
	}
	var found *slip.Found
	var findings []check.Finding
	if !info.IsDir() || o.papers != "" || own != "" { // what lies beside a folder anywhere need not belong to it
		if found, findings, err = slip.FindBeside(ctx, beside); err != nil {
			return nil, nil, err
		}
	}
	if found == nil {
		if found, findings, err = listAlone(ctx, room, own, beside); err != nil || found != nil {
			return found, findings, err
		}
		return slipInside(ctx, container, room.ContainerOptions())
	}
	if found.Slip == nil {
		return found, findings, nil
	}
	inside, err := listWithin(ctx, container, found, room.ContainerOptions())
	if err != nil {
		return nil, nil, err
	}
	told, err := room.judgeSlip(ctx, own, container, found, o)
	return found, slices.Concat(findings, inside, told), err
}

// listWithin looks for the list of a slip in the delivery itself.
func listWithin(ctx context.Context, name string, found *slip.Found, o container.Options) ([]check.Finding, error) {
	if found.ListPath != "" {
		return nil, nil
	}
	tree, err := container.Open(ctx, name, o)
	if err != nil {
		return nil, ctx.Err() // the check says why
	}
	told, err := found.ListInside(ctx, tree)
	return told, CloseWith(tree, err)
}

// listAlone finds a transfer list that came with a container and without a slip. It is
// held against the message only where it can mean nothing else.
func listAlone(ctx context.Context, room *Intake, own, container string) (*slip.Found, []check.Finding, error) {
	if info, err := os.Stat(container); err != nil || info.IsDir() {
		return nil, nil, nil
	}
	if p, err := room.Portions.Get(ctx, own); own != "" && err == nil {
		if here, err := room.Portions.OfAccession(ctx, p.AccessionID); err != nil || len(here) > 1 {
			return nil, nil, err
		}
	}
	return slip.ListBeside(ctx, container)
}

// slipInside finds the slip that lies in the delivery. Its kind reads it with the rest
// and tells its faults; here it is found for the list it names.
func slipInside(ctx context.Context, name string, o container.Options) (*slip.Found, []check.Finding, error) {
	tree, err := container.Open(ctx, name, o)
	if err != nil {
		return nil, nil, ctx.Err() // the check says why
	}
	found, told, err := slip.Find(ctx, tree)
	if err == nil && found == nil {
		told, err = listOnly(ctx, tree)
		return nil, told, CloseWith(tree, err)
	}
	if err != nil {
		return nil, nil, CloseWith(tree, err)
	}
	if _, bag := tree.Stat("bagit.txt"); bag && strings.HasPrefix(found.Path, "data/") {
		return found, nil, CloseWith(tree, nil) // payload is payload (RFC 8493), whatever it is called
	}
	found.Inside = told
	differ, err := found.CheckInside(ctx, tree)
	return found, differ, CloseWith(tree, err)
}

// judgeSlip holds a slip against what is known here and what arrived with it; a delivery
// that came unpacked is none of the containers it names.
func (room *Intake) judgeSlip(ctx context.Context, own, container string, found *slip.Found, o CheckOptions) ([]check.Finding, error) {
	known := slip.Known{Now: room.Office.Now(), AllHere: own == "", // a path is looked at with all that lies there
		Profile: func(id string) (profile.Profile, bool) {
			p, err := room.Profiles.Get(ctx, id)
			if err != nil {
				return profile.Profile{}, false
			}
			return *p, true
		}}
	if profiles, err := room.Profiles.List(ctx); err != nil || len(profiles) == 0 {
		known.Profile, known.NoProfiles = nil, err == nil // nothing is agreed: the slip cannot be held against it
	}
	if own != "" {
		known.Accession = func(id string) (slip.Standing, bool) { return room.standing(ctx, own, id) }
	}
	known.Offered = func(id string) bool {
		_, kept, err := transfer.OfTransfer(ctx, room.Portions, id)
		return kept || err != nil
	}
	known.Owner = func(id string) (check.Agency, bool) {
		a, kept, err := transfer.OfTransfer(ctx, room.Portions, id)
		return ownerOf(a), kept && err == nil
	}
	arrived := room.arrivedBeside(ctx, own, container, found.Slip, o.arrived)
	if info, err := os.Stat(container); err != nil || info.IsDir() {
		return found.Check(known, arrived), nil
	}
	digests, err := containerDigests(ctx, container, found.Slip.ContainerDigests()...)
	if err != nil {
		return nil, err
	}
	if !o.offer || len(arrived) == 0 || slices.ContainsFunc(found.Slip.Containers,
		func(c slip.Container) bool { return c.Name == filepath.Base(container) }) {
		arrived = append(arrived, slip.Arrived{Name: filepath.Base(container), Digests: digests})
	}
	return found.Check(known, arrived), nil
}

// slipDone tells the check that holds a container file against the digest its slip states
// of it, where the slip names it with one; what differs, judgeSlip says.
func slipDone(found *slip.Found, container string) []check.Done {
	info, err := os.Stat(container)
	if err != nil || info.IsDir() || found == nil || found.Slip == nil {
		return nil
	}
	for _, c := range found.Slip.Containers {
		if _, known := fixity.ParseAlgorithm(c.Algorithm); known && c.Name == filepath.Base(container) && c.Digest != "" {
			return []check.Done{{Name: check.CheckContainer, State: check.Full, Tool: "Laufzettel"}}
		}
	}
	return nil
}

// listedContainer are the digests a transfer list states of the container itself: of
// databases, web archives and packages it names no files inside (004 P2a.3, P2b.3).
func listedContainer(found *slip.Found, container string) (out []check.Declared) {
	if found == nil || found.List == nil {
		return nil
	}
	for _, e := range found.List.Entries {
		for _, f := range e.Files {
			if f.Name == filepath.Base(container) && f.Digest != "" {
				out = append(out, check.Declared{Algorithm: f.Algorithm, Value: f.Digest, By: found.ListPath})
			}
		}
	}
	return out
}

// unseenBy tells the files of a list that are nowhere: neither in the delivery, nor the
// container itself, nor another one here; for the kinds that name no Vorgänge themselves.
func unseenBy(ctx context.Context, room *Intake, own, container string, found *slip.Found,
	o CheckOptions) func(check.Facts) []check.Finding {
	return func(f check.Facts) (out []check.Finding) {
		if found == nil || found.List == nil {
			return nil // the list of the offer speaks of all that will come
		}
		here := map[string]bool{filepath.Base(container): true}
		if found.Slip != nil {
			for _, c := range room.arrivedBeside(ctx, own, container, found.Slip, o.arrived) {
				here[c.Name] = true
			}
		}
		_ = f.EachFile(ctx, func(file check.FileFact) error { // an error shows in the check itself
			here[file.Path], here[path.Base(file.Path)] = true, true
			return nil
		})
		for _, e := range found.List.Entries {
			for _, file := range e.Files {
				if !here[file.Name] && !here[path.Base(file.Name)] {
					out = append(out, check.CodeMissing.At(file.Name).Saying(wording.Say("said.check.named-in", found.ListPath)))
				}
			}
		}
		return out
	}
}

// arrivedBeside names the other containers of a slip that are here too, beside this one
// or as portions of the same accession; each is judged by its own check.
func (room *Intake) arrivedBeside(ctx context.Context, own, container string, s *slip.RoutingSlip, others []string) (out []slip.Arrived) {
	var here []transfer.Portion
	if p, err := room.Portions.Get(ctx, own); own != "" && err == nil {
		here, _ = room.Portions.OfAccession(ctx, p.AccessionID) // unknown ones are told as missing, as before
	}
	for _, c := range s.Containers {
		if c.Name == filepath.Base(container) {
			continue
		}
		_, err := os.Stat(filepath.Join(filepath.Dir(container), filepath.Base(c.Name)))
		if err == nil || slices.Contains(others, c.Name) || slices.ContainsFunc(here,
			func(p transfer.Portion) bool { return p.Name == c.Name }) {
			out = append(out, slip.Arrived{Name: c.Name})
		}
	}
	return out
}

// declare adds what the transfer list beside a container declares to what the
// message lists, so that all sources of digests meet in one read (G4).
func declare(m *check.Manifest, found *slip.Found) {
	if found == nil || found.List == nil {
		return
	}
	at := make(map[string]int, len(m.Listed))
	for i, l := range m.Listed {
		at[l.Path] = i
	}
	cases := map[string]bool{}
	for o := range record.All(m.Roots) {
		cases[strings.ToLower(o.ID)] = true
	}
	for _, e := range found.List.Entries {
		message := procedure.Of(m.Kind) != ""
		if message && len(m.Roots) > 0 && !cases[strings.ToLower(e.ID)] {
			continue // the whole Vorgang is told as missing
		}
		for _, f := range e.Files {
			i, ok := at[f.Name]
			if !ok {
				if !message || len(m.Roots) > 0 {
					continue // told by the comparison of list and delivery
				}
				i = len(m.Listed)
				at[f.Name] = i
				m.Listed = append(m.Listed, check.Listed{Path: f.Name, Role: check.RoleContent, Size: f.Size, Object: e.ID,
					By: found.ListPath})
			}
			if f.Digest != "" {
				m.Listed[i].Digests = append(m.Listed[i].Digests,
					check.Declared{Algorithm: f.Algorithm, Value: f.Digest, By: found.ListPath})
			}
		}
	}
}

// standing says how the accession with this Ü-ID stands in the workspace, apart
// from the portion that is just being checked. Only one in progress blocks a
// second offer; a returned one does not (A2).
func (room *Intake) standing(ctx context.Context, own, id string) (slip.Standing, bool) {
	portions, err := room.Portions.List(ctx)
	if err != nil {
		return "", false
	}
	known := false
	self := slices.IndexFunc(portions, func(p transfer.Portion) bool { return p.ID == own })
	for _, p := range portions {
		if p.ID == own || p.TransferID != id || self >= 0 && partOf(portions[self], p) {
			continue
		}
		switch p.State {
		case transfer.Returned, transfer.Discarded:
			known = true
		case transfer.Closed:
			return slip.Finished, true
		default:
			return slip.InProgress, true
		}
	}
	if a, offered, err := transfer.OfTransfer(ctx, room.Portions, id); !known && offered && err == nil && a.Origin == transfer.ByOffer {
		if a.State.Ended() {
			return slip.Finished, true
		}
		return slip.Announced, true
	}
	return slip.Returned, known
}

// partOf reports whether two portions are parts of one drop: from the same place, under
// names of their own, of the same accession or of other procedures.
func partOf(a, b transfer.Portion) bool {
	otherProcess := a.Process != "" && b.Process != "" && !strings.EqualFold(a.Process, b.Process)
	return (a.AccessionID == b.AccessionID || otherProcess) && a.Name != b.Name && filepath.Dir(a.Source) == filepath.Dir(b.Source)
}

// hashFile gives the SHA-256 of a local file.
func hashFile(ctx context.Context, name string) (string, error) {
	digests, err := containerDigests(ctx, name, string(fixity.SHA256))
	return digests[string(fixity.SHA256)], err
}

// containerDigests gives the digests of a local file by the algorithms named.
func containerDigests(ctx context.Context, name string, algorithms ...string) (map[string]string, error) {
	var known []fixity.Algorithm
	for _, a := range algorithms {
		if alg, ok := fixity.ParseAlgorithm(a); ok {
			known = append(known, alg)
		}
	}
	if len(known) == 0 {
		return nil, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, office.Disk("read container", err)
	}
	k, err := fixity.Measure(stop.Reader(ctx, f), known...)
	if err != nil && !failure.Canceled(err) {
		err = unread(name, err)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, office.Disk("read container", err)
	}
	return k.Digests, nil
}

// Notice is something that is due.
type Notice struct {
	Portion transfer.Portion
	Due     time.Time
	State   slip.Notice
}

// Notices lists portions whose next deadline is near or passed (A3). It is that of the
// appraisal: once that is finished, it says nothing any more.
func (room *Intake) Notices(ctx context.Context) ([]Notice, error) {
	portions, err := room.Portions.List(ctx)
	if err != nil {
		return nil, err
	}
	var out []Notice
	for _, p := range portions {
		if p.Due.IsZero() || p.State.Judged() || p.State == transfer.Returned || p.State == transfer.Discarded {
			continue
		}
		days := DefaultNotice
		if prof, err := room.Papers.ProfileOf(ctx, p); err == nil && prof != nil && prof.Deadlines.NoticeDays > 0 {
			days = prof.Deadlines.NoticeDays
		}
		if n := slip.NoticeAt(room.Office.Now(), p.Due, days); n == slip.Near || n == slip.Overdue {
			out = append(out, Notice{Portion: p, Due: p.Due, State: n})
		}
	}
	return out, nil
}

// DefaultNotice is how many days before a deadline a notice is shown where the
// profile says nothing.
const DefaultNotice = 14

// confirmSlip writes the routing slip as it goes back to the agency: confirmed,
// with the Ü-ID over its transfer list (A5). nil where no slip came along.
func (room *Intake) confirmSlip(ctx context.Context, p transfer.Portion) ([]transfer.Letter, error) {
	found, err := room.SlipOf(ctx, p)
	if err != nil || found == nil {
		return nil, err
	}
	answer := found.Slip.Confirm(cmp.Or(p.TransferID, found.AccessionID), p.Changed, found.Slip.Deadlines...)
	l, err := room.Papers.WriteXML(p.ID, office.LetterSlip, office.ConfirmedSlipName,
		func(out io.Writer) error { return slip.WriteSlip(out, answer) })
	return []transfer.Letter{l}, err
}

// SlipOf finds the slip that came with a portion; nil where there is none.
func (room *Intake) SlipOf(ctx context.Context, p transfer.Portion) (*slip.Found, error) {
	name := room.Office.Path(p.Path)
	if info, err := os.Stat(name); err != nil || info.IsDir() {
		return nil, ctx.Err()
	}
	found, _, err := slip.FindBeside(ctx, name)
	if err != nil || found == nil || found.Slip == nil {
		return nil, err
	}
	return found, nil
}

// ofSameList gives what other deliveries bring of the same list: a slip may name containers
// of several procedures, each of which has an accession of its own.
func ofSameList(ctx context.Context, room *Intake, p transfer.Portion) (out []*record.Object, err error) {
	if p.TransferID == "" {
		return nil, nil
	}
	here, err := room.Portions.List(ctx)
	if err != nil {
		return nil, err
	}
	for _, x := range here {
		if x.ID == p.ID || x.TransferID != p.TransferID || x.Kind != p.Kind || x.State == transfer.Returned ||
			x.State == transfer.Discarded {
			continue
		}
		m, err := room.manifestOf(ctx, x)
		if err != nil {
			return nil, err
		}
		if m != nil {
			out = append(out, m.Roots...)
		}
	}
	return out, nil
}

// offeredBy gives the list an accession was offered by: a delivery that brings no slip
// and list of its own is measured against it (P3.1). nil where it was not.
func offeredBy(ctx context.Context, of *office.Office, portions *transfer.Portions, accession string) (*slip.Found, error) {
	if accession == "" {
		return nil, nil
	}
	letters, err := portions.AccessionLetters(ctx, accession)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(letters, func(l transfer.Letter) bool { return l.Kind == office.LetterList })
	if i < 0 {
		return nil, nil
	}
	f, err := os.Open(of.Path(letters[i].Path))
	if err != nil {
		return nil, office.Disk("read list of the offer", err)
	}
	list, _, err := slip.ReadList(f)
	if err = CloseWith(f, err); err != nil || list == nil {
		return nil, err
	}
	a, err := portions.Accession(ctx, accession)
	return &slip.Found{ListPath: filepath.Base(letters[i].Path), List: list, AccessionID: a.TransferID}, err
}
