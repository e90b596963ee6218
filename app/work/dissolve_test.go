package work_test

import (
	"archive/tar"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/app/work"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/prepare"
	clerkside "laufzettel/transfer/prepare/sources"
	"laufzettel/transfer/profile"
)

// A register with signed PDFs of another hand: the office dissolves, checks, hands over;
// the archive takes over, and both the papers of the office and the event of what it did
// reach the packages (K3, K5; source 000, 3.3.3).
func TestDissolved_PapersReachTheAccessionPackage(t *testing.T) {
	signed := t.TempDir()
	for _, tool := range []string{"python3", "openssl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("left out: no " + tool)
		}
	}
	if out, err := exec.CommandContext(t.Context(), "python3", "-B", "../../make/foreign/signed.py", signed).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	office, h, ctx := keyed(t, "", "M. Ahrens"), enrolled(t), t.Context()
	src, err := clerkside.Make(work.Kinds(time.Now), "register", t.TempDir())
	must(t, err)
	from := t.TempDir()
	must(t, src.Write(from))
	issuer := filepath.Join(signed, "pki", "ca.pem")
	for _, w := range []*work.House{office, h.House} {
		_, err := w.Intake.Trust().Add(ctx, []string{issuer})
		must(t, err)
	}
	src.Fields["profile"] = "STA-1"
	_, err = h.Intake.Profiles.Save(ctx, profile.Profile{ID: "STA-1", Agency: src.Fields["agency"], AgencyID: "623456"}, "Archiv")
	must(t, err)
	names, err := filepath.Glob(filepath.Join(from, "*-U0.pdf"))
	must(t, err)
	for i, name := range []string{"zwei.pdf", "objektstrom.pdf"} {
		data, err := os.ReadFile(filepath.Join(signed, name))
		must(t, err)
		must(t, os.WriteFile(names[i], data, 0o600))
	}
	p, err := office.Clerk.NewPreparation(ctx, "register", prepare.Statements{Source: from, Target: filepath.Join(t.TempDir(), "portion"),
		Fields: src.Fields})
	must(t, err)
	o, err := office.Clerk.BuildPreparation(ctx, p.ID, nil)
	must(t, err)
	if n := o.Preparation.Signed - o.Preparation.Staying(); n < 4 {
		t.Fatalf("%d dissolved: %+v", n, o.Findings)
	}
	rep, err := office.Clerk.SelfCheck(ctx, p.ID, nil)
	must(t, err)
	if rep.Verdict != check.Accepted {
		t.Fatalf("self-check: %+v", rep.Findings)
	}
	dir, err := office.Handover.HandOver(ctx, p.ID, t.TempDir(), nil)
	must(t, err)
	boxes, err := filepath.Glob(filepath.Join(dir, "*.zip"))
	must(t, err)
	portion, rep, packages := h.delivered(t, boxes[0], "")
	for _, f := range rep.Findings {
		if strings.HasPrefix(f.Code, "REG-") {
			t.Errorf("%s %s", f.Code, f.Path)
		}
	}
	for _, pkg := range packages {
		all := content(t, filepath.Join(h.Office.Dir, filepath.FromSlash(pkg.Path)))
		if premis := all["premis"]; !strings.Contains(premis, "Signaturen aufgelöst, 0 belassen") ||
			!strings.Contains(premis, "Selbstprüfung der Stelle") {
			t.Errorf("no event of the dissolution in %s", pkg.PID)
		}
	}
	list, err := h.Intake.Portions.Packages(ctx, portion.ID)
	must(t, err)
	for _, pkg := range list {
		if pkg.Kind != aip.KindAccession {
			continue
		}
		all := content(t, filepath.Join(h.Office.Dir, filepath.FromSlash(pkg.Path)))
		for _, suffix := range []string{prepare.SuffixPaper, prepare.SuffixSidecar, prepare.SuffixSigned, prepare.SuffixFiles,
			prepare.SuffixSum} {
			if all[suffix] == "" {
				t.Errorf("the accession package lacks the office's %s", suffix)
			}
		}
	}
}

// content reads a package: its PREMIS under "premis", the papers of the office by suffix.
func content(t *testing.T, name string) map[string]string {
	t.Helper()
	raw, err := os.ReadFile(name)
	must(t, err)
	out := map[string]string{}
	r := tar.NewReader(bytes.NewReader(raw))
	for {
		e, err := r.Next()
		if err == io.EOF {
			return out
		}
		must(t, err)
		data, err := io.ReadAll(r)
		must(t, err)
		if strings.Contains(e.Name, "premis") {
			out["premis"] += string(data)
		}
		for _, suffix := range []string{prepare.SuffixPaper, prepare.SuffixSidecar, prepare.SuffixSigned, prepare.SuffixFiles,
			prepare.SuffixSum} {
			if strings.HasSuffix(e.Name, suffix) {
				out[suffix] = string(data)
			}
		}
	}
}
