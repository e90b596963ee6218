package order

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/wording"
)

// maxList bounds the list file of an order in bytes.
const maxList = 8 << 30

// ReadFile reads and verifies the order in a file with the list beside it. Errors:
// Fault; fs.ErrNotExist together with the order where only its list is missing.
func ReadFile(path string) (*Paper, error) {
	f, err := durable.OpenFile(path)
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(io.LimitReader(f, MaxPaper+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("read order: %w", err)
	}
	p, err := Read(raw)
	if err != nil || p.List == "" {
		return p, err
	}
	l, err := durable.OpenFile(path + SuffixList)
	if errors.Is(err, fs.ErrNotExist) {
		return p, err
	}
	if err != nil {
		return nil, fmt.Errorf("read list of order: %w", err)
	}
	return p, errors.Join(p.ReadList(io.LimitReader(l, maxList)), l.Close())
}

// German tells what an order says, a line each, with everybody who has to sign.
func (p *Paper) German() []string { return p.In(wording.German) }

// In tells it in a language.
func (p *Paper) In(language string) []string {
	say := func(key string, values ...any) string { return wording.Say(key, values...).In(language) }
	files, bytes := int64(0), int64(0)
	for _, s := range p.Sums {
		files, bytes = files+s.Files, bytes+s.Bytes
	}
	out := []string{
		say("order.said.head", p.ID, p.Made, p.Accession, p.Portion, p.Count, files, bytes),
		say("order.said.basis", p.Basis),
	}
	for _, s := range p.Sums {
		folder := s.Folder
		if folder == "" {
			folder = say("order.said.no-plan")
		}
		out = append(out, say("order.said.sum", folder, s.Objects, s.Files, s.Bytes))
	}
	for _, d := range p.Originals {
		out = append(out, say("order.said.copy", d.Portion, d.Files, d.Bytes))
	}
	if p.Sample != "" {
		out = append(out, say("order.said.sample", p.Sample))
	}
	switch a := p.Alone; {
	case a == nil:
	case a.Consent != "":
		out = append(out, say("order.said.consent", a.Consent))
	default:
		out = append(out, say("order.said.wait", a.Until))
	}
	for _, s := range p.Signers {
		word := map[string]string{Orders: say("order.said.orders"), Releases: say("order.said.releases")}[s.Role]
		state := say("order.said.signed")
		for _, m := range p.Missing() {
			if m == s {
				state = say("order.said.unsigned")
			}
		}
		print := ""
		if k, err := sign.ParsePublicKey(s.PublicKey); err == nil {
			print = say("order.said.key", k.ID())
		}
		out = append(out, fmt.Sprintf("%s %s: %s%s.", s.Person, word, state, print))
	}
	return append(out, say("order.said.log", p.Log.Seq, strings.TrimSpace(p.Log.Hash)))
}
