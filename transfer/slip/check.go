package slip

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
)

// Standing says how an accession known to the archive stands.
type Standing string

// Only an accession in progress blocks a second offer of the same list; a
// returned or aborted one does not (A2).
const (
	InProgress Standing = "in-progress"
	Returned   Standing = "returned"
	Aborted    Standing = "aborted"
	Finished   Standing = "finished"
	// Announced is an accession that was offered; nothing of it has arrived yet.
	Announced Standing = "announced"
)

// Known is what the archive knows when a slip arrives. Nil functions mean that
// nothing is known: then that check is not made.
type Known struct {
	// Profile finds a profile by the id in the slip.
	Profile func(id string) (profile.Profile, bool)
	// NoProfiles says that nothing is agreed with anybody yet.
	NoProfiles bool
	// Accession finds an accession by its Ü-ID.
	Accession func(id string) (Standing, bool)
	// Offered reports whether an Ü-ID is kept where a path is only looked at: there it may
	// be kept elsewhere, so that an unknown one is no error.
	Offered func(id string) bool
	// Owner gives the office an Ü-ID was given to, where it is kept.
	Owner func(id string) (check.Agency, bool)
	Now   time.Time // zero: deadlines are not looked at
	// AllHere says that every container of the delivery is among the arrived ones.
	// Else a slip with several containers does not blame those still on their way.
	AllHere bool
	// NoticeDays is used for deadlines where no profile says otherwise.
	NoticeDays int
}

// Arrived is a container that came with the slip.
type Arrived struct {
	Name string
	// Digests: canonical algorithm → hexadecimal, as far as they were computed.
	Digests map[string]string
}

// Check looks at a slip found in a delivery: sender and profile, list and Ü-ID,
// containers and their digests, deadlines (P1.3–P1.5, P2.4, P2.5).
func (f *Found) Check(k Known, containers []Arrived) []check.Finding {
	if f == nil || f.Slip == nil {
		return nil
	}
	c := checker{f: f, s: f.Slip}
	c.sender(k)
	c.list(k)
	if f.Slip.Status == Delivered || f.Slip.Status == Redelivered || len(containers) > 0 {
		c.containers(k, containers)
	}
	c.deadlines(k)
	return c.out
}

type checker struct {
	f   *Found
	s   *RoutingSlip
	out []check.Finding
}

func (c *checker) say(code check.Code, want, found any) {
	c.out = append(c.out, code.At(c.f.Path).Want(want, found))
}

// sender compares the slip with the profile it names.
func (c *checker) sender(k Known) {
	if k.NoProfiles && c.s.ProfileID != profile.None {
		c.say(codeNoProfiles, "", c.s.ProfileID)
	}
	if k.Profile == nil {
		return
	}
	p, ok := k.Profile(c.s.ProfileID)
	if !ok {
		c.say(codeProfile, "", c.s.ProfileID)
		return
	}
	if !strings.EqualFold(p.AgencyID, c.s.AgencyID) {
		c.say(codeAgency, p.AgencyID, c.s.AgencyID)
	}
	if !sameName(p.Agency, c.s.Agency) {
		c.say(codeAgency, p.Agency, c.s.Agency)
	}
}

// sameName ignores case and white space: agencies spell themselves in many ways.
func sameName(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

// list checks transfer list, Ü-ID and the step.
func (c *checker) list(k Known) {
	if c.f.ListPath == "" && (c.s.Status == Offered || c.s.Status == Redelivered) {
		c.say(codeListMissing, c.s.ListFile, c.f.ListAs)
	}
	own := c.f.AccessionID
	if c.s.AccessionID != "" && own != "" && c.s.AccessionID != own {
		c.say(codeAccessionDiffers, c.s.AccessionID, own)
	}
	if k.Owner != nil && c.s.AccessionID != "" {
		if owner, ok := k.Owner(c.s.AccessionID); ok && !SameOffice(owner, c.s.Sender()) {
			c.say(codeForeignID, office(owner.Name, owner.ID), office(c.s.Agency, c.s.AgencyID))
		}
	}
	if k.Accession == nil {
		brings := c.s.Status == Delivered || c.s.Status == Redelivered
		if brings && c.s.AccessionID != "" && k.Offered != nil && !k.Offered(c.s.AccessionID) {
			c.say(codeNotKept, "", c.s.AccessionID)
		}
		return
	}
	switch c.s.Status {
	case Offered:
		if c.s.AccessionID != "" {
			c.say(codeStatus, string(Delivered), string(c.s.Status))
		}
		if own == "" {
			return
		}
		if standing, ok := k.Accession(own); ok && standing == InProgress {
			c.say(codeAccessionRunning, "", own)
		}
	case Delivered, Redelivered:
		if _, ok := k.Accession(c.s.AccessionID); !ok || c.s.AccessionID == "" {
			c.say(codeAccessionUnknown, "", c.s.AccessionID)
		}
	case Confirmed:
		// The confirmation goes from the archive to the agency, not back.
		c.say(codeStatus, string(Delivered), string(c.s.Status))
	}
}

// containers compares what came with what the slip names (A6).
func (c *checker) containers(k Known, arrived []Arrived) {
	blame := k.AllHere || !slices.ContainsFunc(arrived, func(a Arrived) bool {
		return slices.ContainsFunc(c.s.Containers, func(w Container) bool { return w.Name == a.Name })
	})
	for _, want := range c.s.Containers {
		i := slices.IndexFunc(arrived, func(a Arrived) bool { return a.Name == want.Name })
		switch {
		case i < 0 && c.renamed(want, arrived) != "":
			c.say(codeContainerRenamed, want.Name, c.renamed(want, arrived))
		case i < 0 && !blame:
			c.say(codeAwaited, want.Name, "")
		case i < 0:
			c.say(codeContainerMissing, want.Name, "")
		case want.Digest == "":
			c.say(codeNoDigest, want.Name, "")
		default:
			if got, ok := arrived[i].Digests[want.Algorithm]; ok && got != want.Digest {
				c.say(codeContainerDigest, want.Digest, got)
			}
		}
	}
	for _, a := range arrived {
		named := func(w Container) bool { return w.Name == a.Name || c.renamed(w, arrived) == a.Name }
		if !slices.ContainsFunc(c.s.Containers, named) {
			c.say(codeNotNamed, "", a.Name)
		}
	}
}

// renamed gives the container that arrived under a name the slip does not know and has
// the digest of one it names: a browser or a person renamed it on the way.
func (c *checker) renamed(want Container, arrived []Arrived) string {
	if want.Digest == "" {
		return ""
	}
	for _, a := range arrived {
		if a.Digests[want.Algorithm] == want.Digest && !slices.ContainsFunc(c.s.Containers,
			func(w Container) bool { return w.Name == a.Name }) {
			return a.Name
		}
	}
	return ""
}

// SpokenOf is the slip without its list where the list speaks of other containers: those
// the slip names are here, and this one is none of them, as its findings say. Compared with
// such a list every Vorgang would be told twice, as missing and as not listed.
func (f *Found) SpokenOf(findings []check.Finding) *Found {
	has := func(c check.Code) bool {
		return slices.ContainsFunc(findings, func(x check.Finding) bool { return x.Code == c.ID })
	}
	if f == nil || f.List == nil || f.Slip == nil || len(f.Slip.Containers) == 0 {
		return f
	}
	if !has(codeNotNamed) || has(codeContainerMissing) || has(codeContainerRenamed) {
		return f
	}
	other := *f
	other.List = nil
	return &other
}

// CheckInside compares the containers that lie in a delivery beside its slip with what
// the slip states of them (P2a.3). Errors are those of ctx; what cannot be read is told by
// the check.
func (f *Found) CheckInside(ctx context.Context, t container.Tree) (out []check.Finding, err error) {
	if f == nil || f.Slip == nil {
		return nil, nil
	}
	for _, c := range f.Slip.Containers {
		alg, known := fixity.ParseAlgorithm(c.Algorithm)
		at := path.Join(path.Dir(f.Path), c.Name)
		if _, there := t.Stat(at); !there || !known || c.Digest == "" {
			continue
		}
		rc, err := t.Open(ctx, at)
		if err != nil {
			continue
		}
		got, err := fixity.Measure(stop.Reader(ctx, rc), alg)
		if err = errors.Join(err, rc.Close()); err == nil && got.Digests[string(alg)] != c.Digest {
			out = append(out, codeContainerDigest.At(f.Path).Want(c.Digest, got.Digests[string(alg)]))
		}
	}
	return out, ctx.Err()
}

// SentBy holds the office a message names as its sender against that of the slip and of
// its list; one id decides over all spellings of a name.
func (f *Found) SentBy(message check.Agency) (out []check.Finding) {
	if f == nil {
		return nil
	}
	differs := func(at, name, id string, stated func(string) wording.Text) {
		if !SameOffice(check.Agency{ID: id, Name: name}, message) && message.Name != "" && name != "" {
			out = append(out, codeOtherOffice.At(at).Want(stated(office(name, id)), inMessage(office(message.Name, message.ID))))
		}
	}
	if f.Slip != nil {
		differs(f.Path, f.Slip.Agency, f.Slip.AgencyID, inSlip)
	}
	if f.List != nil && (f.Slip == nil || !sameName(f.Slip.Agency, f.List.Agency) || f.Slip.AgencyID != f.List.AgencyID) {
		differs(f.ListPath, f.List.Agency, f.List.AgencyID, inList)
	}
	return out
}

// inSlip, inList and inMessage say of an office where it is named.
func inSlip(office string) wording.Text { return wording.Say("want.slip.office-in-slip", office) }
func inList(office string) wording.Text { return wording.Say("want.slip.office-in-list", office) }
func inMessage(office string) wording.Text {
	return wording.Say("found.slip.office-in-message", office)
}

// SameOffice compares two offices: by their ids where both have one, else by their names.
func SameOffice(a, b check.Agency) bool {
	if a.ID != "" && b.ID != "" {
		return strings.EqualFold(strings.TrimSpace(a.ID), strings.TrimSpace(b.ID))
	}
	return sameName(a.Name, b.Name)
}

// Sender is the office a slip comes from.
func (s *RoutingSlip) Sender() check.Agency { return check.Agency{ID: s.AgencyID, Name: s.Agency} }

func office(name, id string) string {
	if id == "" {
		return name
	}
	return name + " (" + id + ")"
}

// deadlines tells of days that are near or passed; the step a slip announces has
// been taken by its arrival and is late only if its day was before.
func (c *checker) deadlines(k Known) {
	if k.Now.IsZero() {
		return
	}
	notice := k.NoticeDays
	if k.Profile != nil {
		if p, ok := k.Profile(c.s.ProfileID); ok && p.Deadlines.NoticeDays > 0 {
			notice = p.Deadlines.NoticeDays
		}
	}
	for _, d := range c.s.Deadlines {
		end := d.Day.AddDate(0, 0, 1).Add(-time.Nanosecond) // the whole day counts
		what := wording.Say("want.slip.step", string(d.Step), wording.Day(d.Day))
		switch NoticeAt(k.Now, end, notice) {
		case Overdue:
			c.say(codeOverdue, what, k.Now.Format("02.01.2006"))
		case Near:
			if d.Step != c.s.Status {
				c.say(codeNear, what, wording.Say("found.slip.days-left", DaysLeft(k.Now, end)))
			}
		}
	}
}

// ContainerDigests names the digest algorithms the slip asks for.
func (s *RoutingSlip) ContainerDigests() []string {
	var out []string
	for _, c := range s.Containers {
		if c.Algorithm != "" && !slices.Contains(out, c.Algorithm) {
			out = append(out, c.Algorithm)
		}
	}
	return out
}
