package prepare_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/kinds/norm"
	"laufzettel/transfer/kinds/register"
	"laufzettel/transfer/prepare"
)

// deliveryOf names the generated delivery a kind is prepared like.
func deliveryOf(kind string) string {
	if kind == "xdomea" {
		return "xdomea-0503"
	}
	return kind
}

// clerkSource takes a generated delivery back to what lies in the office: without
// the documents the program writes itself.
func clerkSource(t *testing.T, kind string, p *generate.Parcel) (files map[string][]byte, links []string) {
	t.Helper()
	files = map[string][]byte{}
	for _, m := range p.Members {
		data := m.Data
		if m.Open != nil {
			t.Fatalf("%s is not in memory", m.Name)
		}
		name := strings.TrimPrefix(m.Name, p.Name+"/")
		if !filepath.IsLocal(name) || strings.Contains(name, ":") {
			continue // no folder holds such a name
		}
		if m.Mode&fs.ModeSymlink != 0 {
			links = append(links, name)
			continue
		}
		base := path.Base(name)
		switch kind {
		case "register":
			if strings.HasPrefix(base, "623456-S-19") && strings.Count(base, "-") == 2 && path.Ext(base) == ".xml" {
				continue // the backbone
			}
		case "handelsregister":
			if name == "metadata.xml" || name == "pruefsummen.md5" {
				continue
			}
		case "export":
			if name == "export.xml" || path.Ext(name) == ".tar" {
				continue
			}
		case "norm":
			unzipNorm(t, files, name, data)
			continue
		case "bagit":
			inner, ok := strings.CutPrefix(name, "data/")
			if !ok && !strings.HasPrefix(base, "CON.") {
				continue
			}
			name = inner
		case "eark":
			if base == "METS.xml" {
				continue
			}
			if inner, ok := strings.CutPrefix(name, "metadata/descriptive/"); ok {
				name = "metadaten/" + inner
			}
		case "website":
			inner, ok := strings.CutPrefix(name, "crawl/")
			if !ok && !strings.HasPrefix(base, "CON.") {
				continue
			}
			name = inner
			data = bytes.Replace(data, []byte("(1 errors, 0"), []byte("(0 errors, 0"), 1) // the sample itself names one
		}
		files[name] = data
	}
	if kind == "register" {
		files["index.csv"] = []byte(register.SampleIndex)
	}
	return files, links
}

// unzipNorm lays the files of one edition into its folder; a container that holds no
// norm lies beside, as the clerk has it.
func unzipNorm(t *testing.T, files map[string][]byte, name string, data []byte) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		files[name] = data
		return
	}
	inner := map[string][]byte{}
	edition := ""
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err := errors.Join(err, r.Close()); err != nil {
			t.Fatal(err)
		}
		switch {
		case !bytes.Contains(b, []byte("Aussonderung.0503")):
			inner[f.Name] = b
		case bytes.Contains(b, []byte(norm.Issue)):
			edition = norm.Issue
		default:
			edition = norm.Original
		}
	}
	if edition == "" {
		files[name] = data
		return
	}
	for name, b := range inner {
		files[edition+"/"+name] = b
	}
}

// seededTells says of a kind how the defects of the generator show at the clerk's
// side, where that is not as the finding they are named by.
type seededTells struct {
	// ours lie in documents the program writes itself (backbone, message, METS,
	// manifests, metadata) or in statements the wizard asks for: a source folder
	// cannot hold them.
	ours string
	// as is the finding that tells of the source what would otherwise spoil the
	// delivery; "-" = nothing is built of it, and the clerk is told why.
	as map[string]string
}

var seeded = map[string]seededTells{
	"register": {
		ours: "REG-001 REG-002 REG-003 REG-004 REG-005 REG-010 REG-011 REG-012 REG-013 REG-015 REG-016 REG-017 REG-018 REG-019 REG-020 REG-021 REG-025 REG-026 REG-027 REG-050",
		as: map[string]string{"REG-022": "PRE-003", "REG-024": "PRE-003", "REG-030": "PRE-001", "REG-031": "PRE-001", "REG-032": "PRE-002",
			"REG-034": "PRE-002", "REG-042": "PRE-001",
			"VOL-001": "PRE-003", "VOL-002": "PRE-001"},
	},
	"handelsregister": {
		ours: "HRG-020 HRG-021 HRG-022 HRG-023 HRG-024 HRG-025 HRG-026 HRG-027 HRG-028 HRG-030 HRG-031 VOL-001",
		as:   map[string]string{"HRG-001": "-", "FIX-002": "PDF-015", "VOL-002": "HRG-040"},
	},
	"export": {
		ours: "EXP-001 EXP-003 EXP-004 EXP-006 EXP-007 EXP-008 EXP-014 EXP-017 VOL-001",
		as:   map[string]string{"EXP-005": "-", "FIX-002": "EXP-012"},
	},
	"website": {
		ours: "WEB-001 WEB-003 WEB-004 WEB-006 WEB-007 WEB-008 WEB-009 WEB-010 WEB-016 WEB-017 WEB-018 WEB-019 WEB-020 WEB-021 " +
			"WEB-022 WEB-023", // every mirror of the source holds an error page; the description is made here from what was entered
		as: map[string]string{"WEB-005": "-"},
	},
	"xdomea": {
		ours: "XDO-011 XDO-012 XDO-041", // the name of the container; and whatever is still to be appraised is told of every sound one
		as: map[string]string{"FMT-002": "PDF-025", "XDO-001": "-", "XDO-002": "-", "XDO-003": "-", "XDO-004": "-",
			"XDO-013": "XDO-016"},
	},
	"norm": {
		ours: "NRM-001 NRM-002 NRM-003 NRM-004 NRM-005 NRM-009 NRM-011 NRM-019",
		as:   map[string]string{"NRM-015": "-", "NRM-016": "-", "NRM-018": "PRE-001"},
	},
	"bagit": {
		ours: "BAG-001 BAG-002 BAG-003 BAG-004 BAG-005 BAG-008 BAG-009 BAG-010 BAG-011 BAG-012 BAG-013 BAG-014 BAG-015 BAG-016 BAG-017 BAG-018 BAG-019 BAG-020 BAG-022 BAG-023 BAG-024 FIX-002 VOL-001 VOL-002",
		as:   map[string]string{"BAG-006": "-", "BAG-007": "-"},
	},
	"eark":  {ours: "EAR-001 EAR-002 EAR-003 EAR-004 EAR-005 EAR-006 EAR-007 EAR-008 EAR-009 FIX-002 VOL-001 VOL-002"},
	"files": {ours: "VOL-001 VOL-002", as: map[string]string{"FMT-002": "PDF-025"}},
}

// ofContainers are defects of a ZIP, or names no file system stores; the clerk's source is
// a folder.
const ofContainers = "CNT-001 CNT-002 CNT-003 CNT-016 NAM-002 NAM-006 NAM-008 SEC-001 SEC-002 SEC-007"

// Each defect the generator can seed is told before hand-over, by the build or the
// self-check, or it cannot be in a source folder; then the table says so (issue 4).
func TestBuild_TellsEverySeededDefect(t *testing.T) {
	if testing.Short() {
		t.Skip("builds about eighty portions")
	}
	for _, kind := range shelf.Prepared() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			rule, codes := seeded[kind], generate.DefectsOf(shelf, deliveryOf(kind))
			before := tellsOf(t, kind, "")
			for _, code := range strings.Fields(rule.ours) {
				if !slices.Contains(codes, code) {
					t.Errorf("%s is no defect of the generator", code)
				}
			}
			for _, code := range codes {
				if slices.Contains(strings.Fields(ofContainers+" "+rule.ours), code) {
					continue
				}
				want := code
				if as := rule.as[code]; as != "" {
					want = as
				}
				told := tellsOf(t, kind, code)
				if slices.Contains(before, want) && len(told) <= len(before) || !slices.Contains(told, want) {
					t.Errorf("%s: told %v, want %s; without the defect %v", code, told, want, before)
				}
			}
		})
	}
}

// tellsOf builds the clerk's side of a generated delivery and gives the codes told
// before hand-over, "-" for a refusal with its reason.
func tellsOf(t *testing.T, kind, defect string) (codes []string) {
	t.Helper()
	plan := generate.Plan{Kind: deliveryOf(kind), Seed: 4, Dossiers: 1, Cases: 2, Documents: 1, Mix: []string{"pdf", "txt"},
		Ratings: []string{"A"}, Version: "4.0.0"}
	if defect != "" {
		plan.Defects = []string{defect}
	}
	p, err := generate.Make(shelf, plan)
	if err != nil {
		t.Fatal(err)
	}
	files, links := clerkSource(t, kind, p)
	m, dir := made(t, kind), lay(t, files)
	for _, name := range links {
		if err := os.Symlink(filepath.Join(dir, "anderswo"), filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	s := newStore(t)
	pr, err := s.New(t.Context(), prepare.Preparation{Kind: kind, Source: dir, Target: filepath.Join(t.TempDir(), "portion"),
		Fields: m.fields}, nil)
	if err != nil {
		t.Fatal(err)
	}
	o, err := (&prepare.Work{Store: s}).Build(t.Context(), pr.ID, nil, nil)
	tell := func(findings []check.Finding) {
		for _, f := range findings {
			if !slices.Contains(codes, f.Code) {
				codes = append(codes, f.Code)
			}
		}
	}
	if o != nil {
		tell(o.Findings)
	}
	if err != nil {
		if failure.KindOf(err) != failure.Refused || !failure.Explained(err) {
			t.Fatalf("%s: %v", defect, err)
		}
		return append(codes, "-")
	}
	tell(checkedBy(t, m.roots, o.Preparation.Folder(), listOf(t, s, o.Preparation)).Findings)
	return codes
}

// What the clerk states is told too where the delivery would come back for it.
func TestBuild_TellsSeededStatements(t *testing.T) {
	for _, tt := range []struct{ kind, key, value, want string }{
		{"export", "to", "1.1.1990", "EXP-004"},
		{"handelsregister", "extracted", "1.1.1950 08:30", "HRG-027"},
		{"register", "closingDate", "04.01.2026", "REG-050"},
		{"website", "quality", "unzureichend", "WEB-017"},
	} {
		t.Run(tt.want, func(t *testing.T) {
			m := made(t, tt.kind)
			m.fields[tt.key] = tt.value
			s := newStore(t)
			o := build(t, s, begin(t, s, tt.kind, m).ID)
			var told []string
			for _, f := range append(o.Findings, checkedBy(t, m.roots, o.Preparation.Folder()).Findings...) {
				told = append(told, f.Code)
			}
			if !slices.Contains(told, tt.want) {
				t.Errorf("told %v", told)
			}
		})
	}
}
