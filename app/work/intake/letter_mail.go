package intake

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// mailLine is how many characters of an attachment stand in one line (RFC 2045, 6.8).
const mailLine = 76

// FinalClaim gives the final letter of a claim: the newest paper of that kind. Error: Refused
// where none is final.
func (cl *Claims) FinalClaim(ctx context.Context, id string) (transfer.Letter, error) {
	if _, err := cl.Office.Allow(ctx, people.Write, "give claim out"); err != nil {
		return transfer.Letter{}, err
	}
	letters, err := cl.Portions.Letters(ctx, id)
	if err != nil {
		return transfer.Letter{}, err
	}
	for _, l := range slices.Backward(letters) {
		if l.Kind == office.LetterClaim && l.Final {
			return l, nil
		}
	}
	return transfer.Letter{}, failure.New(failure.Refused, "give claim of "+id+" out", wording.Say("hint.intake.claim-not-final"))
}

// ClaimMail makes the draft of a mail that carries the final letter to the agency (RFC 5322;
// X-Unsent lets mail programs open it for sending). The address is the person's to enter:
// a delivery names an office, never a mailbox one could trust. Error: Refused where the
// letter is not final.
func (cl *Claims) ClaimMail(ctx context.Context, id string) ([]byte, error) {
	l, err := cl.FinalClaim(ctx, id)
	if err != nil {
		return nil, err
	}
	pdf, err := os.ReadFile(cl.Office.Path(l.Path))
	if err != nil {
		return nil, office.Disk("read letter", err)
	}
	c, err := cl.Claim(ctx, id)
	if err != nil {
		return nil, err
	}
	var body bytes.Buffer
	parts := multipart.NewWriter(&body)
	// The boundary follows from the letter, so that the same letter gives the same draft.
	if err := parts.SetBoundary("laufzettel-" + l.SHA256[:min(len(l.SHA256), 32)]); err != nil {
		return nil, fmt.Errorf("draft mail: %w", err)
	}
	text := strings.Join(append(slices.Clone(c.Opening[:min(len(c.Opening), 1)]), "anbei erhalten Sie unser Schreiben „"+c.Subject+"“.",
		"Mit freundlichen Grüßen"), "\r\n\r\n")
	if err := mailText(parts, text); err != nil {
		return nil, fmt.Errorf("draft mail: %w", err)
	}
	if err := mailPaper(parts, path.Base(l.Path), pdf); err != nil {
		return nil, fmt.Errorf("draft mail: %w", err)
	}
	if err := parts.Close(); err != nil {
		return nil, fmt.Errorf("draft mail: %w", err)
	}
	var out bytes.Buffer
	subject := mime.QEncoding.Encode("utf-8", strings.Join(strings.Fields(c.Subject), " "))
	fmt.Fprintf(&out, "Date: %s\r\nSubject: %s\r\nX-Unsent: 1\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=%q\r\n\r\n",
		cl.Office.Now().In(time.Local).Format(time.RFC1123Z), subject, parts.Boundary())
	out.Write(body.Bytes())
	return out.Bytes(), nil
}

func mailText(parts *multipart.Writer, text string) error {
	w, err := parts.CreatePart(textproto.MIMEHeader{"Content-Type": {"text/plain; charset=utf-8"},
		"Content-Transfer-Encoding": {"quoted-printable"}})
	if err != nil {
		return err
	}
	q := quotedprintable.NewWriter(w)
	if _, err := q.Write([]byte(text + "\r\n")); err != nil {
		return err
	}
	return q.Close()
}

func mailPaper(parts *multipart.Writer, name string, pdf []byte) error {
	w, err := parts.CreatePart(textproto.MIMEHeader{"Content-Type": {mime.FormatMediaType("application/pdf",
		map[string]string{"name": name})},
		"Content-Disposition":       {mime.FormatMediaType("attachment", map[string]string{"filename": name})},
		"Content-Transfer-Encoding": {"base64"}})
	if err != nil {
		return err
	}
	code := base64.StdEncoding.EncodeToString(pdf)
	for len(code) > 0 {
		n := min(len(code), mailLine)
		if _, err := w.Write([]byte(code[:n] + "\r\n")); err != nil {
			return err
		}
		code = code[n:]
	}
	return nil
}
