package accession

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"mime"
	"mime/quotedprintable"
	"net/mail"
	"slices"
	"strings"
	"time"
	"unicode"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/wording"
)

// Told is what waits for one person: deliveries to be decided, offers and deliveries to
// be appraised, deadlines that are near (A3: the responsible unit is told of them).
type Told struct {
	Person string    `json:"person"`
	Unit   string    `json:"unit,omitempty"`
	Rows   []BookRow `json:"accessions"`
}

// telling are the actions a person must be able to do to be told of them.
var telling = []people.Action{people.Check, people.Decide, people.Appraise, people.Book}

// WaitingFor gives for every person who may do something about it what waits, by the
// offices in the charge of each. Where nobody is entered it is for the person now acting.
func (bk *Books) WaitingFor(ctx context.Context) ([]Told, error) {
	if _, err := bk.Office.Allow(ctx, people.Write, "tell what waits"); err != nil {
		return nil, err
	}
	rows, err := bk.BookRows(ctx)
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(r BookRow) bool { return !r.asks() })
	all, err := bk.Office.People.List(ctx)
	if err != nil {
		return nil, err
	}
	var out []Told
	for _, p := range all {
		if !p.Active || !slices.ContainsFunc(telling, func(a people.Action) bool { return people.May(p.Roles, a) }) {
			continue
		}
		if of := rowsOfCharge(rows, p.Agencies); len(of) > 0 {
			out = append(out, Told{Person: p.Name, Unit: p.Unit, Rows: of})
		}
	}
	if len(all) == 0 && len(rows) > 0 {
		out = append(out, Told{Person: bk.Office.Person(), Rows: rows})
	}
	return out, nil
}

// asks reports whether an accession waits for somebody of the archive, or a deadline of
// it is near.
func (r BookRow) asks() bool {
	return !r.State.Ended() && (!r.Step.Waits() || r.DueState == slip.Near || r.DueState == slip.Overdue)
}

// rowsOfCharge are the accessions of the offices or profiles a person is in charge of;
// no charge is all.
func rowsOfCharge(rows []BookRow, charge []string) (out []BookRow) {
	mine := BookFilter{Mine: charge}
	for _, r := range rows {
		if mine.Fits(r) {
			out = append(out, r)
		}
	}
	return out
}

// InCharge reports whether the person now acting is in charge of a portion: of its
// office or profile, or of all.
func InCharge(charge []string, p transfer.Portion) bool {
	return len(charge) == 0 || slices.Contains(charge, p.AgencyID) || slices.Contains(charge, p.ProfileID)
}

// MailDraft is the draft of a mail that tells a person what waits (RFC 5322; X-Unsent
// lets mail programs open it for sending). It leaves this workspace: number, office,
// step and deadline stand in it, never a title. to may name the address. Error: Refused
// for what is no address.
func (bk *Books) MailDraft(t Told, to string) ([]byte, error) {
	head := map[string]string{"Date": bk.Office.Now().In(time.Local).Format(time.RFC1123Z), "X-Unsent": "1", "MIME-Version": "1.0",
		"Subject":      mime.QEncoding.Encode("utf-8", "Zugangsbuch: es "+waitingWords(len(t.Rows))),
		"Content-Type": "text/plain; charset=utf-8", "Content-Transfer-Encoding": "quoted-printable"}
	if to != "" {
		address, err := mail.ParseAddress(to)
		if err != nil || strings.ContainsFunc(to, unicode.IsControl) {
			return nil, failure.Wrap(failure.Refused, "draft mail", wording.Say("hint.accession.no-mail-address", to), err)
		}
		head["To"] = (&mail.Address{Name: cmp.Or(address.Name, t.Person), Address: address.Address}).String()
	}
	var b bytes.Buffer
	for _, name := range []string{"Date", "To", "Subject", "X-Unsent", "MIME-Version", "Content-Type", "Content-Transfer-Encoding"} {
		if v := head[name]; v != "" {
			fmt.Fprintf(&b, "%s: %s\r\n", name, v)
		}
	}
	b.WriteString("\r\n")
	w := quotedprintable.NewWriter(&b)
	if _, err := w.Write([]byte(bk.mailText(t))); err != nil {
		return nil, fmt.Errorf("draft mail: %w", err)
	}
	return b.Bytes(), w.Close()
}

// waitingWords say how many accessions wait, behind a word that begins the sentence.
func waitingWords(n int) string {
	if n == 1 {
		return "wartet eine Akzession"
	}
	return fmt.Sprintf("warten %d Akzessionen", n)
}

// mailText is the text of the mail.
func (bk *Books) mailText(t Told) string {
	var b strings.Builder
	greeting := "Guten Tag,"
	if t.Person != "" {
		greeting = "Guten Tag " + t.Person + ","
	}
	fmt.Fprintf(&b, "%s\n\nim Zugangsbuch %s (Stand: %s).\n", greeting, waitingWords(len(t.Rows)),
		bk.Office.Now().In(time.Local).Format("02.01.2006, 15:04 Uhr"))
	for _, r := range t.Rows {
		fmt.Fprintf(&b, "\n%s  %s\n", r.Number, cmp.Or(r.Agency, "Stelle nicht bekannt"))
		fmt.Fprintf(&b, "  Nächster Schritt: %s\n", r.Step.German())
		if due := lastDay(r.Due); due != "" {
			fmt.Fprintf(&b, "  Frist: %s bis %s%s\n", r.DueWhat, due,
				map[slip.Notice]string{slip.Overdue: " (überschritten)", slip.Near: " (bald)"}[r.DueState])
		}
	}
	fmt.Fprintf(&b, "\nTitel und Inhalt stehen nur im Programm.\n\n%s %s\n", office.Program, bk.Office.Settings.Get().Archive)
	return strings.ReplaceAll(b.String(), "\n", "\r\n")
}

// MailName is the name of the file of a draft.
func (t Told) MailName() string {
	name := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '-'
	}, t.Person)
	return "wartet-" + strings.Trim(cmp.Or(name, "archiv"), "-") + ".eml"
}
