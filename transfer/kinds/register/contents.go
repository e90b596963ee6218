package register

import (
	"context"
	"path"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/wording"
)

// owedPDFA asks for PDF/A where the working paper does, whatever a file claims: of
// certifications and notes, of the closing note and of the documentation (3.2.1
// no. 1, 3, 6; 3.2.5); of older closing notes as a warning, since they may go.
func (p *portion) owedPDFA(_ context.Context, f check.Facts) (out []check.Finding, err error) {
	see := func(at string, c check.Code) {
		if file, there := f.File(at); there && isPDF(at) && file.LacksPDFA() && file.Obstacle == "" {
			out = append(out, c.At(at).Saying(check.UnclaimedWords(file)))
		}
	}
	for i := range p.b.Entries {
		for _, part := range slices.Concat(p.b.Entries[i].Records, p.b.Entries[i].Notes) {
			if plain(part.PDF) {
				see(p.in(part.PDF), codeNotPDFA)
			}
		}
	}
	if plain(p.b.Head.ClosingNote) {
		see(p.in(p.b.Head.ClosingNote), codeNotPDFA)
	}
	for _, d := range p.docs {
		see(d, codeNotPDFA)
	}
	for _, s := range p.superseded {
		see(s, codeSupersededPDFA)
	}
	return check.Together(out), nil
}

// stillSigned tells of certifications that arrive signed (2.3, 3.3.3 no. 1 ask for
// dissolved signatures); they are kept as they came.
func (p *portion) stillSigned(_ context.Context, f check.Facts) (out []check.Finding, err error) {
	for i := range p.b.Entries {
		for _, part := range slices.Concat(p.b.Entries[i].Records, p.b.Entries[i].Notes) {
			if file, there := f.File(p.in(part.PDF)); plain(part.PDF) && there && file.Signed {
				out = append(out, codeStillSigned.At(file.Path))
			}
		}
	}
	return check.Together(out), nil
}

// maxGapsTold bounds the gaps named in the one finding about them.
const maxGapsTold = 20

// gaps tells of entry numbers that are nowhere: counts and files may agree, and yet an
// entry is lost. A register of a year counts from 1 (PStV § 3).
func (p *portion) gaps() []check.Finding {
	var numbers []int
	for i := range p.b.Entries {
		if p.b.Entries[i].Number == "" {
			return nil // told by rule entries
		}
		if n, err := strconv.Atoi(p.b.Entries[i].Number); err == nil && n > 0 {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	var told []string
	missing, next := 0, 1
	for _, n := range slices.Compact(numbers) {
		if n > next {
			missing += n - next
			if len(told) < maxGapsTold {
				told = append(told, span(next, n-1))
			}
		}
		next = n + 1
	}
	if missing == 0 || len(numbers) < len(p.b.Entries)/2 {
		return nil
	}
	return []check.Finding{codeGap.At(p.at).Of(p.b.Head.Stem()).Want(wording.Say("want.register.gapless", next-1),
		wording.Say("found.register.gaps", missing, strings.Join(told, ", ")))}
}

func span(from, to int) string {
	if from == to {
		return strconv.Itoa(from)
	}
	return strconv.Itoa(from) + "–" + strconv.Itoa(to)
}

// maxPaths bounds the places in certificates that are watched for entry numbers.
const maxPaths = 200

// numberAt counts, for one place in the certificates, how often it holds the number of
// the entry the file is named after, and how often that of another one.
type numberAt struct {
	own, other int
	differ     []check.Finding
}

// trusted reports whether the place holds the number of the entry: its name says so, or
// it does in most files. A number of another register stands where it pleases.
func (n *numberAt) trusted(name string) bool {
	low := strings.ToLower(name[strings.LastIndexByte(name, '/')+1:])
	if low == "eintrag" || strings.Contains(low, "eintragsnummer") || strings.Contains(low, "eintragsnr") {
		return 3*n.own >= n.own+n.other && n.own > 0
	}
	return n.own >= 2 && n.own > n.other
}

// numbers are those of all entries.
func (p *portion) numbers() map[string]bool {
	known := map[string]bool{}
	for i := range p.b.Entries {
		known[p.b.Entries[i].Number] = true
	}
	return known
}

// otherEntries tells of files that hold another entry than their name says: by the
// number inside a certificate, and by equal bytes under two entries.
func (p *portion) otherEntries(f check.Facts, places map[string]*numberAt) (out []check.Finding) {
	told := map[string]bool{}
	for name, n := range places {
		if !n.trusted(name) {
			continue
		}
		for _, d := range n.differ {
			if !told[d.Path] {
				told[d.Path] = true
				out = append(out, d)
			}
		}
	}
	slices.SortFunc(out, func(a, b check.Finding) int { return strings.Compare(a.Path, b.Path) })
	return append(out, p.equalBytes(f, told)...)
}

func (p *portion) compareNumber(places map[string]*numberAt, known map[string]bool, e *Entry, part Part, v codeValue) {
	n := places[v.element]
	if n == nil {
		if len(places) >= maxPaths || !known[v.value] {
			return
		}
		n = &numberAt{}
		places[v.element] = n
	}
	switch {
	case v.value == e.Number:
		n.own++
	case known[v.value]:
		n.other++
		if len(n.differ) < maxCoded {
			n.differ = append(n.differ,
				codeOtherEntry.At(p.in(part.XML)).On(part.Line).Of(p.entryID(e)).Want(wording.Say("want.register.entry", e.Number),
					wording.Say("want.register.entry", v.value)))
		}
	}
}

// equalBytes tells of files of two entries with the same bytes; one finding a pair.
func (p *portion) equalBytes(f check.Facts, told map[string]bool) (out []check.Finding) {
	type holder struct{ entry, file string }
	seen := map[string]holder{}
	for i := range p.b.Entries {
		e := &p.b.Entries[i]
		for _, part := range slices.Concat(e.Records, e.Notes) {
			for _, name := range []string{part.XML, part.PDF} {
				file, there := f.File(p.in(name))
				digest := file.Digests["sha-512"] + file.Digests["sha-256"]
				if !plain(name) || !there || digest == "" || file.Size == 0 {
					continue
				}
				first, again := seen[digest]
				if !again {
					seen[digest] = holder{e.Number, p.in(name)}
					continue
				}
				if first.entry != e.Number && !told[p.in(name)] && !told[first.file] {
					out = append(out, codeEqualBytes.At(first.file).Of(p.entryID(e)).Want(wording.Say("want.register.own-file"),
						path.Base(name)))
					out[len(out)-1].Paths = []string{first.file, p.in(name)}
				}
			}
		}
	}
	return out
}
