package xdomea

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/procedure"
	"laufzettel/transfer/record"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/wording"
)

// Kind is the delivery kind xdomea (check.Kind). The zero value is ready.
type Kind struct{}

// Proceeds implements check.Proceeding.
func (Kind) Proceeds() {}

var _ check.Kind = Kind{}

const (
	sniffBytes = 8 << 10 // how much of a file is looked at to recognise it
	maxSniffed = 64      // how many XML files at the top are looked at
)

// Names implements check.Kind.
func (Kind) Names() []string {
	var out []string
	for _, m := range procedure.All {
		out = append(out, m.Kind())
	}
	return out
}

// candidate is a message found in a tree.
type candidate struct {
	path string
	code string
}

// Recognise implements check.Kind: a message of the group lies at the top of the
// tree, or in its only folder.
func (Kind) Recognise(ctx context.Context, t container.Tree) (check.Match, error) {
	found, err := candidates(ctx, t)
	if err != nil || len(found) == 0 {
		return check.Match{}, err
	}
	c := found[0]
	root := path.Dir(c.path)
	if root == "." {
		root = ""
	}
	return check.Match{
		Kind: procedure.Message(c.code).Kind(), Confidence: 100, Root: root,
		Note: "xdomea-Nachricht " + c.path,
	}, nil
}

// candidates gives the messages at the top of the tree or, if none lies there, in
// its folders, in path order.
func candidates(ctx context.Context, t container.Tree) ([]candidate, error) {
	var names, odd [2][]string // by depth: called like a message, and others
	err := t.Files(ctx, func(e container.Entry) error {
		d, ext := strings.Count(e.Path, "/"), path.Ext(e.Path)
		if d >= len(names) || !strings.EqualFold(ext, ".xml") {
			return nil
		}
		list := &odd[d]
		if stemPattern.MatchString(strings.TrimSuffix(path.Base(e.Path), ext)) {
			list = &names[d]
		}
		if len(*list) < maxSniffed {
			*list = append(*list, e.Path)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for d := range names {
		var out []candidate
		for _, name := range slices.Sorted(slices.Values(slices.Concat(names[d], odd[d]))) {
			code, err := sniff(ctx, t, name)
			if err != nil {
				return nil, err
			}
			if code != "" {
				out = append(out, candidate{path: name, code: code})
			}
		}
		if len(out) > 0 {
			return out, nil
		}
	}
	return nil, nil
}

// sniff gives the message code of a file by its first bytes, "" if it is no
// message. A file that cannot be read is no message: the one read tells why.
func sniff(ctx context.Context, t container.Tree, name string) (string, error) {
	rc, err := t.Open(ctx, name)
	if err != nil {
		return "", ctx.Err()
	}
	defer rc.Close()
	head := make([]byte, sniffBytes)
	n, _ := io.ReadFull(rc, head)
	g, decoded := newGuard(bytes.NewReader(head[:n]), n)
	d := xml.NewDecoder(g)
	d.CharsetReader = charset(decoded)
	for {
		tok, err := d.Token()
		if err != nil {
			return "", ctx.Err()
		}
		if s, ok := tok.(xml.StartElement); ok {
			if !isXdomea(s.Name.Space) {
				return "", nil
			}
			return typeOfRoot(s.Name.Local), nil
		}
	}
}

// Read implements check.Kind.
func (Kind) Read(ctx context.Context, t container.Tree, m check.Match, in check.ReadInput) (*check.Manifest, []check.Finding, error) {
	found, err := candidates(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	if len(found) == 0 {
		return nil, []check.Finding{codeVersion.At(m.Root)}, nil
	}
	at := found[0].path
	msg, findings, err := readFrom(ctx, t, at)
	if err != nil {
		return nil, nil, err
	}
	findings = allFindings(findings, at)
	for _, further := range found[1:] {
		findings = append(findings, codeSeveral.At(further.path).Want(at, further.path))
	}
	if msg == nil {
		return nil, findings, nil
	}
	man := manifest(msg, at)
	if len(found) > 1 {
		man.ListsAll = false // what this one does not name may be named by the others, which are not read
	}
	// Routing slip and transfer list may travel inside: they are papers, not
	// unlisted content (A1).
	papers, told, err := slip.Find(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	man.Listed = append(man.Listed, papers.Listed()...)
	findings = append(findings, told...)
	validated, done, err := validate(ctx, t, in.Schemas, msg, at)
	if err != nil {
		return nil, nil, err
	}
	man.Checks = append(man.Checks, done)
	return man, append(findings, validated...), nil
}

// readFrom reads the message in a tree. A file that cannot be read to its end is
// a fault of the material, not ours, unless the caller gave up.
func readFrom(ctx context.Context, t container.Tree, at string) (*Message, []check.Finding, error) {
	rc, err := t.Open(ctx, at)
	if err == nil {
		defer rc.Close()
		var msg *Message
		var findings []check.Finding
		if msg, findings, err = ReadMessage(rc); err == nil {
			return msg, findings, nil
		}
	}
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	return nil, []check.Finding{codeSyntax.At(at).Want("", check.XMLWords(err))}, nil
}

// validate asks the schema store, if there is one.
func validate(ctx context.Context, t container.Tree, s check.Schemas, msg *Message, at string) ([]check.Finding, check.Done, error) {
	absent := check.Done{Name: "schema"}.As(check.NotDone, wording.Say("why.no-xdomea", msg.Version))
	if s == nil {
		return nil, absent, nil
	}
	findings, known, tool, err := s.Validate(ctx, msg.Namespace, at, t)
	if err != nil {
		return nil, absent, fmt.Errorf("validate message against schema: %w", err)
	}
	if !known {
		return findings, absent, nil
	}
	return findings, check.Done{Name: "schema", State: check.Full, Tool: tool}, nil
}

// manifest turns a message into what the engine works on.
func manifest(msg *Message, at string) *check.Manifest {
	dir := path.Dir(at)
	for _, o := range msg.Objects {
		deriveSpan(o)
	}
	man := &check.Manifest{
		Kind: procedure.Message(msg.Type).Kind(), Standard: msg.Version, Process: msg.Head.ProcessID,
		Created: msg.Head.Created, Title: title(msg), Roots: msg.Objects,
		ListsAll: true, Documents: true, Dated: true, Fields: headStatements(msg), Detail: msg,
		Agency: agency(msg), Part: msg.Head.Number, Parts: msg.Head.Total,
	}
	man.Listed = append(man.Listed, check.Listed{Path: at, Role: check.RoleMessage, Size: -1, By: at})
	seen := map[string]int{at: 0}
	add := func(name string, role check.Role, object string, line int, digests []record.Digest, optional bool) {
		if !plainName(name) {
			return // told by rule names; such a path is never looked up
		}
		l := check.Listed{Path: path.Join(dir, name), Role: role, Size: -1, Object: object, Line: line, By: at}
		for _, d := range digests {
			if alg, ok := digestAlgorithms[strings.ToLower(d.Algorithm)]; ok {
				l.Digests = append(l.Digests, check.Declared{Algorithm: alg.name, Value: d.Value, By: at, Line: line})
			}
		}
		if i, again := seen[l.Path]; again { // told by rule objects; what is said of it the second time holds too
			man.Listed[i].Digests = append(man.Listed[i].Digests, l.Digests...)
			return
		}
		seen[l.Path] = len(man.Listed)
		// An offer carries metadata only (standards 5.1): its files come later.
		l.Optional = optional || msg.Type != TypeTransfer
		man.Listed = append(man.Listed, l)
	}
	for _, part := range []struct {
		roots []*record.Object
		role  check.Role
	}{{msg.Objects, check.RoleContent}, {msg.CoverLetters, check.RoleDoc}} {
		for o := range record.All(part.roots) {
			for f := range o.Files() {
				add(f.Name, part.role, o.ID, f.Line, f.Digests, forContext(o))
			}
		}
	}
	for _, a := range msg.Attached {
		role := check.RoleOther
		if a.Kind == "Aktenplandatei" {
			role = check.RoleDoc
		}
		add(a.Name, role, a.Object, a.Line, nil, false)
	}
	return man
}

// forContext: the document lies directly in a context object, which is shown and
// not transferred (4.0); its files may stay away.
func forContext(o *record.Object) bool {
	for ; o != nil; o = o.Parent {
		if o.Kind != record.Document {
			return o.ContextOnly
		}
	}
	return false
}

// agency gives the delivering body: the sender of 0501, 0503 and 0505, the
// receiver of the archive's answers.
func agency(msg *Message) check.Agency {
	p := msg.Head.Sender
	switch msg.Type {
	case TypeAppraisal, TypeOfferReceipt, TypeImportConfirmed, TypeTransferReceipt:
		p = msg.Head.Receiver
	}
	name := p.Name
	if name == "" {
		name = p.Unit
	}
	return check.Agency{Name: name, ID: p.ID}
}

var typeTitles = map[string]string{
	TypeOffer: "Anbietung", TypeAppraisal: "Bewertung", TypeTransfer: "Aussonderung",
	TypeOfferReceipt: "Empfangsbestätigung der Anbietung", TypeAppraisalRcpt: "Empfangsbestätigung der Bewertung",
	TypeImportConfirmed: "Importbestätigung", TypeTransferReceipt: "Empfangsbestätigung der Aussonderung",
}

// maxTitle is how many characters of the first object's name a title takes. A longer name
// is left out whole, never cut: what is destroyed later is searched for in titles by its
// whole name (G13).
const maxTitle = 120

// title names the message for people so that two deliveries are told apart: type, years,
// the first object by its name, how much there is.
func title(msg *Message) string {
	t := typeTitles[msg.Type]
	if y := period(msg.Objects); y != "" {
		t += " " + y
	}
	name := ""
	if len(msg.Objects) > 0 && utf8.RuneCountInString(msg.Objects[0].Label()) <= maxTitle {
		name = msg.Objects[0].Label()
	}
	if len(msg.Objects) > 1 && name != "" {
		name += " u. a."
	}
	extent := amount(record.Count(msg.Objects))
	switch {
	case name != "" && len(msg.Objects) > 1 && extent != "":
		t += ": " + name + " (" + extent + ")"
	case name != "":
		t += ": " + name
	case extent != "":
		t += ": " + extent
	}
	if msg.Head.Total > 1 {
		t += fmt.Sprintf(" (Teil %d von %d)", msg.Head.Number, msg.Head.Total)
	}
	return t
}

// amount counts Akten and Vorgänge in words, "" where there are none.
func amount(c record.Counts) string {
	var out []string
	for _, x := range []struct {
		n         int
		one, many string
	}{{c.Dossiers, "Akte", "Akten"}, {c.Cases, "Vorgang", "Vorgänge"}} {
		switch {
		case x.n == 1:
			out = append(out, "1 "+x.one)
		case x.n > 1:
			out = append(out, fmt.Sprint(x.n, " ", x.many))
		}
	}
	return strings.Join(out, ", ")
}

// period gives the years of the objects delivered, from the first to the last year that any
// of them names; "" where none does.
func period(roots []*record.Object) string {
	first, last := "", ""
	for o := range record.All(roots) {
		for _, d := range []record.Date{o.Span.From, o.Span.To} {
			y := d.Year()
			if n, err := strconv.Atoi(y); err != nil || n < 1 || o.ContextOnly {
				continue
			}
			if first == "" || y < first {
				first = y
			}
			last = max(last, y)
		}
	}
	if first == last {
		return first
	}
	return first + "–" + last
}

// headStatements are the statements of the header for people and index.
func headStatements(msg *Message) []record.Field {
	h := msg.Head
	var out []record.Field
	add := func(name, value string) {
		if value != "" {
			out = append(out, record.Field{Name: name, Value: value})
		}
	}
	add("ProzessID", h.ProcessID)
	add("Nachrichten-UUID", h.MessageUUID)
	add("Erstellungszeitpunkt", h.CreatedRaw)
	add("Absender", h.Sender.line())
	add("Empfänger", h.Receiver.line())
	add("Sendendes System", strings.TrimSpace(h.System.Product+" "+h.System.Version))
	add("Hinweis", h.Note)
	if h.Total > 0 {
		add("Teil", fmt.Sprintf("%d von %d", h.Number, h.Total))
	}
	return out
}

// line is a party in one line.
func (p Party) line() string {
	var parts []string
	for _, s := range []string{p.Name, p.Unit, p.Contact, p.Mail, p.Phone} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}

// Mark implements check.Marked.
func (Kind) Mark() wording.Text {
	return wording.Say("said.mark.xdomea")
}
