package work_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/pack"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/convert"
	"laufzettel/transfer/record"
	"laufzettel/transfer/samples"
)

// attachment is a file coded into a mail of the test.
type attachment struct{ name, mime, content string }

func mailOf(subject string, files ...attachment) string {
	var b strings.Builder
	b.WriteString("From: Jörg Beispiel <beispiel@musterkreis.example>\r\nTo: archiv@musterland.example\r\nDate: Mon, 3 May 2010 08:30:00 +0200\r\nSubject: " + subject +
		"\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=grenze\r\n\r\n--grenze\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGuten Tag,\r\n\r\nanbei der Lageplan zum Wehr.\r\n")
	for _, f := range files {
		b.WriteString("--grenze\r\nContent-Type: " + f.mime +
			"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=\"" + f.name + "\"\r\n\r\n" +
			base64.StdEncoding.EncodeToString([]byte(f.content)) + "\r\n")
	}
	return b.String() + "--grenze--\r\n"
}

func pictureOf(t *testing.T) string {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 40, 20))
	for x := range 40 {
		img.Set(x, x/2, color.NRGBA{200, 10, 10, 128})
	}
	var b bytes.Buffer
	must(t, png.Encode(&b, img))
	return b.String()
}

// Mails whose attachments are text, pictures and mails become one PDF/A each by our own
// means, beside the original, which stays in its package; one with an attachment of
// another format stays as it is, and the log says why (A10, A28).
func TestConvert_MailsByOwnMeans(t *testing.T) {
	plan := attachment{"Lageplan.png", "image/png", pictureOf(t)}
	note := attachment{"Vermerk.txt", "text/plain; charset=utf-8", "Größe des Wehrs: 4 m\nStand Mai"}
	inner := attachment{"Weiterleitung.eml", "message/rfc822", mailOf("Innen", note)}
	mails := map[string]string{"voll.eml": mailOf("Rückfrage", plan, note, inner), "ohne.eml": mailOf("Ohne Anlage"),
		"fremd.eml": mailOf("Mit Tabelle", plan, attachment{"Kosten.xlsx", "application/vnd.ms-excel", "keine Tabelle"})}
	name := filepath.Join(t.TempDir(), "mails.zip")
	f, err := os.Create(name)
	must(t, err)
	z := zip.NewWriter(f)
	for n, text := range mails {
		in, err := z.Create("post/" + n)
		must(t, err)
		_, err = io.WriteString(in, text)
		must(t, err)
	}
	must(t, z.Close())
	must(t, f.Close())
	w, err := work.Open(t.Context(), t.TempDir(), office.Options{Person: "M. Ahrens", KeyWork: cheapKey, PDFium: samples.PDFium()})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Archive = "Landesarchiv Musterland" }))
	ctx := t.Context()
	p, err := w.Intake.Receive(ctx, name, nil)
	must(t, err)
	_, err = w.Intake.Check(ctx, p.ID, intake.CheckOptions{Kind: intake.PlainKind})
	must(t, err)
	_, err = w.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	must(t, w.Desk.Set(ctx, p.ID, []string{p.ID}, record.RatingArchive, "Post"))
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	packages, err := w.Packer.PackageWith(ctx, p.ID, intake.PackageOptions{Level: pack.LevelShare}, nil)
	must(t, err)
	before := onDisk(t, w, packages[0].PID)
	defer before.Close()
	if n := strings.Count(string(before.PREMIS()), `xsi:type="bitstream"`); n != 5 {
		t.Errorf("PREMIS describes %d attachments, want 5", n)
	}
	c, err := w.Packer.Convert(ctx, packages[0].PID, nil)
	must(t, err)
	how := map[string]convert.Measure{}
	for _, m := range c.Measures {
		how[filepath.Base(m.Path)] = m
	}
	for _, n := range []string{"voll.eml", "ohne.eml"} {
		if how[n].Outcome != "converted" || how[n].Software != office.Program+" "+office.Version {
			t.Errorf("%s: %+v", n, how[n])
		}
	}
	if m := how["fremd.eml"]; m.Outcome != "failed" || !strings.Contains(m.Detail, "Kosten.xlsx") ||
		!strings.Contains(m.Detail, "nur für Text und Bilder") {
		t.Errorf("a mail with a table: %+v", m)
	}
	made := onDisk(t, w, c.PID)
	defer made.Close()
	soundMail(t, made)
	if _, ok := before.File(dataIn(before, "voll.eml")); !ok || made.Metadata().EarlierPID != packages[0].PID {
		t.Error("the original is not in the earlier package, or the new one does not name it")
	}
}

// soundMail holds the paper of the full mail: PDF/A, more pages than one, and the mail that
// could not be converted unchanged beside it.
func soundMail(t *testing.T, pkg *aip.Package) {
	t.Helper()
	in, err := pkg.OpenFile(t.Context(), dataIn(pkg, "voll.pdf"))
	must(t, err)
	defer in.Close()
	paper, err := io.ReadAll(in)
	must(t, err)
	judgePaper(t, "voll.pdf", paper)
	if !bytes.Contains(paper, []byte("/Image")) {
		t.Error("the picture is not in the paper")
	}
	if _, ok := pkg.File(dataIn(pkg, "fremd.eml")); !ok {
		t.Error("the mail that stays is not in the new representation")
	}
}
