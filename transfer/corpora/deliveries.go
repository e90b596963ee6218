package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/kinds/bagit"
	"laufzettel/transfer/kinds/eark"
	"laufzettel/transfer/kinds/ech0160"
	"laufzettel/transfer/kinds/siard"
)

// checkDelivery checks one container with the kinds of the corpora; reading ends
// with use, because facts and tree are closed then.
func checkDelivery(ctx context.Context, name string) (*check.Report, error) {
	e := check.Engine{Kinds: []check.Kind{bagit.Kind{}, ech0160.Kind{}, siard.Kind{}, eark.Kind{}, check.PlainFiles{}}}
	out, err := e.CheckPath(ctx, name, check.Input{}, container.Options{})
	if err != nil {
		return nil, err
	}
	return out.Report, out.Close()
}

// each walks the files of a corpus that want accepts.
func each(root string, want func(name string) bool, fn func(path string) error) error {
	n := 0
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !want(d.Name()) {
			return err
		}
		n++
		return fn(p)
	})
	if err == nil && n == 0 {
		return fmt.Errorf("no files in %s", root)
	}
	return err
}

func verdict(rep *check.Report, kind string) string {
	switch {
	case rep.Kind != kind:
		return "als " + rep.Kind + " erkannt"
	case rep.Verdict != check.Accepted:
		return "ungültig"
	}
	return "gültig"
}

var bagRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (\\S+) \\| (.*) \\|$")

// bags: the folder of the suite; for the others the reference of SOURCES.md.
func bags(ctx context.Context, root string) ([]row, error) {
	sources, err := os.ReadFile(filepath.Join(root, "SOURCES.md"))
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, m := range bagRow.FindAllStringSubmatch(string(sources), -1) {
		want := map[string]string{"valid": "gültig", "warning": "gültig, mit Warnung", "invalid": "ungültig", "linux-only": "ungültig",
			"windows-only": "ungültig"}[m[2]]
		if want == "" {
			want = "gültig"
			if strings.HasPrefix(m[3], "UNGUELTIG") {
				want = "ungültig"
			}
		}
		p := filepath.Join(root, filepath.FromSlash(m[1]))
		rep, err := checkDelivery(ctx, p)
		if err != nil {
			return nil, err
		}
		got := verdict(rep, "bagit")
		warned := slices.ContainsFunc(rep.Findings, func(f check.Finding) bool {
			return f.Severity == check.Warning &&
				strings.HasPrefix(f.Code, "BAG")
		})
		if got == "gültig" && warned {
			got += ", mit Warnung"
		}
		rows = append(rows, row{path: p, expected: want, found: got})
	}
	return rows, nil
}

var (
	echRow   = regexp.MustCompile("(?m)^\\| `(beispiele/[^`]+)` \\|.*\\| (.*) \\|$")
	echWrong = regexp.MustCompile(`(\d+) falsche`)
)

// submissions: metadata valid and the number of wrong digests, told apart.
func submissions(ctx context.Context, root string) ([]row, error) {
	sources, err := os.ReadFile(filepath.Join(root, "SOURCES.md"))
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, m := range echRow.FindAllStringSubmatch(string(sources), -1) {
		wrong := "0"
		if n := echWrong.FindStringSubmatch(m[2]); n != nil {
			wrong = n[1]
		}
		p := filepath.Join(root, filepath.FromSlash(m[1]))
		rep, err := checkDelivery(ctx, p)
		if err != nil {
			return nil, err
		}
		schemas, others := 0, 0
		for _, f := range rep.Findings {
			switch {
			case f.Code == "FIX-002" && strings.Contains(f.Path, "/header/xsd/"):
				schemas++
			case f.Severity == check.Error:
				others++
			}
		}
		rows = append(rows,
			row{path: p, expected: fmt.Sprintf("ech0160, metadata.xml gültig, %s falsche Prüfsummen an Schemas, sonst kein Fehler", wrong),
				found: fmt.Sprintf("%s, metadata.xml %s, %d falsche Prüfsummen an Schemas, %s", rep.Kind, schemaState(rep), schemas,
					noError(others))})
	}
	return rows, nil
}

func noError(n int) string {
	if n == 0 {
		return "sonst kein Fehler"
	}
	return fmt.Sprintf("sonst %d Fehler", n)
}

func schemaState(rep *check.Report) string {
	switch {
	case slices.ContainsFunc(rep.Findings, func(f check.Finding) bool { return f.Code == "SCH-001" }):
		return "ungültig"
	case slices.ContainsFunc(rep.Checks, func(d check.Done) bool { return d.Name == "schema" && d.State == check.Full }):
		return "gültig"
	}
	return "nicht geprüft"
}

// databases: all samples are valid; the version stands in SOURCES.md as words and
// therefore here.
func databases(ctx context.Context, root string) ([]row, error) {
	versions := map[string]string{"sample.siard": "2.2", "sql1999.siard": "1.0", "sql2008_2_1.siard": "2.1", "sfdboe.siard": "2.2",
		"commons-ip-test.siard": "2.1"}
	var rows []row
	err := each(filepath.Join(root, "beispiele"), func(n string) bool { return strings.HasSuffix(n, ".siard") }, func(p string) error {
		rep, err := checkDelivery(ctx, p)
		if err != nil {
			return err
		}
		rows = append(rows, row{path: p, expected: "SIARD " + versions[filepath.Base(p)] + ", gültig", found: "SIARD " + rep.Standard +
			", " + verdict(rep, "siard")})
		return nil
	})
	return rows, err
}

// packages: each package of the corpus is about one rule; testCase.xml (in the
// folder names and SOURCES.md) says whether it is kept.
func packages(ctx context.Context, root string) ([]row, error) {
	var rows []row
	err := each(filepath.Join(root, "korpus"), func(n string) bool { return strings.HasSuffix(n, ".tar.gz") }, func(p string) error {
		rep, err := checkDelivery(ctx, p)
		if err != nil {
			return err
		}
		rule, _, _ := strings.Cut(filepath.Base(p), "__")
		state := func(broken bool) string {
			if broken {
				return rule + " verletzt"
			}
			return rule + " erfüllt"
		}
		found := state(slices.ContainsFunc(rep.Findings, func(f check.Finding) bool { return f.Rule == rule }))
		if rep.Kind != "eark" {
			found = "als " + rep.Kind + " erkannt"
		}
		rows = append(rows, row{path: p, expected: state(filepath.Base(filepath.Dir(p)) == "invalid"), found: found})
		return nil
	})
	if err != nil {
		return nil, err
	}
	p := filepath.Join(root, "beispiele", "commons-ip_Simple-EARK-SIP.zip")
	rep, err := checkDelivery(ctx, p)
	if err != nil {
		return nil, err
	}
	return append(rows, row{path: p, expected: "gültig", found: verdict(rep, "eark")}), nil
}
