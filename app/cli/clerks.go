package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"laufzettel/app/receiver"
	"laufzettel/app/work"
	"laufzettel/appraisal/share"
	"laufzettel/sync/archive"
	"laufzettel/transfer/check"
	"laufzettel/transfer/people"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/signature"
)

func clerkCommands() []command {
	return []command{
		{"clerks card", "[--json] --out FILE [--office NAME] [--agency ID]", "clerks.cli.help.card", runClerksCard, people.Prepare},
		{"clerks add", "[--json] FILE --fingerprint F [--office NAME] [--agency ID]", "clerks.cli.help.add", runClerksAdd, people.Tools},
		{"clerks enrolled", "[--json] --db FILE", "clerks.cli.help.enrolled", runClerksEnrolled, people.Tools},
		{"clerks list", "[--json]", "clerks.cli.help.list", runClerksList, free},
		{"clerks remove", "[--json] FINGERPRINT", "clerks.cli.help.remove", runClerksRemove, people.Tools},
	}
}

func runClerksCard(ctx context.Context, e *env, args []string) error {
	fs := e.flags("clerks card")
	file := fs.String("out", "", "")
	office := fs.String("office", "", "")
	agency := fs.String("agency", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	if *file == "" {
		return errUsage{e.text("cli.too-few", "clerks card") + "\n" + e.usage("clerks card")}
	}
	return e.with(ctx, func(w *work.House) error {
		at, err := filepath.Abs(*file)
		if err != nil {
			return err
		}
		fingerprint, err := w.Clerk.WriteClerkCard(ctx, *office, *agency, at)
		if err != nil {
			return err
		}
		return e.result(map[string]string{"file": at, "fingerprint": fingerprint},
			func(out io.Writer) { fmt.Fprintln(out, e.text("clerks.cli.card", at, fingerprint)) })
	})
}

func runClerksAdd(ctx context.Context, e *env, args []string) error {
	fs := e.flags("clerks add")
	fingerprint := fs.String("fingerprint", "", "")
	office := fs.String("office", "", "")
	agency := fs.String("agency", "", "")
	files, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		k, err := w.Clerk.TrustClerk(ctx, files[0], *fingerprint, *office, *agency)
		if err != nil {
			return err
		}
		return printClerks(e, []prepare.ClerkKey{k})
	})
}

// runClerksEnrolled takes the keys the receiver knows: active ones that may
// deliver.
func runClerksEnrolled(ctx context.Context, e *env, args []string) error {
	fs := e.flags("clerks enrolled")
	db := fs.String("db", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	if *db == "" {
		return errUsage{e.text("cli.too-few", "clerks enrolled") + "\n" + e.usage("clerks enrolled")}
	}
	return e.with(ctx, func(w *work.House) error {
		added, err := w.Clerk.TrustEnrolled(ctx, func() ([]prepare.ClerkKey, error) { return enrolledClerks(ctx, *db) })
		if err != nil {
			return err
		}
		return printClerks(e, added)
	})
}

func enrolledClerks(ctx context.Context, db string) (keys []prepare.ClerkKey, err error) {
	admin, closeDB, err := receiver.Administer(ctx, db)
	if err != nil {
		return nil, err
	}
	all, err := admin.Clients(ctx)
	for _, c := range all {
		if c.State == "active" && slices.Contains(c.Roles, archive.RoleDeliver) {
			keys = append(keys, prepare.ClerkKey{PublicKey: c.PublicKey, Office: strings.TrimSpace(c.Office)})
		}
	}
	return keys, errors.Join(err, closeDB())
}

func runClerksList(ctx context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("clerks list"), args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Clerk.Prepare.Clerks(ctx)
		if err != nil {
			return err
		}
		return printClerks(e, all)
	})
}

func runClerksRemove(ctx context.Context, e *env, args []string) error {
	names, err := e.parse(e.flags("clerks remove"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		k, err := w.Clerk.ForgetClerk(ctx, names[0])
		if err != nil {
			return err
		}
		return printClerks(e, []prepare.ClerkKey{k})
	})
}

func printClerks(e *env, all []prepare.ClerkKey) error {
	return e.result(all, func(out io.Writer) {
		for _, k := range all {
			fmt.Fprintf(out, "%s  %s  %s\n", k.Fingerprint, strings.Join(nonEmpty(k.Office, k.AgencyID), ", "), e.text("clerks.way."+k.Way))
		}
	})
}

func trustCommands() []command {
	return []command{
		{"trust add", "FILE...", "cli.help.trust-add", runTrustAdd, people.Tools},
		{"trust list", "[--json]", "cli.help.trust-list", runTrustList, free},
		{"trust remove", "FINGERPRINT", "cli.help.trust-remove", runTrustRemove, people.Tools},
	}
}

func runTrustAdd(ctx context.Context, e *env, args []string) error {
	paths, err := e.parse(e.flags("trust add"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		added, err := w.Intake.AddIssuers(ctx, paths)
		if err != nil {
			return err
		}
		return printIssuers(e, added)
	})
}

func runTrustList(ctx context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("trust list"), args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Intake.Trust().List()
		if err != nil {
			return err
		}
		return printIssuers(e, all)
	})
}

func runTrustRemove(ctx context.Context, e *env, args []string) error {
	rest, err := e.parse(e.flags("trust remove"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		gone, err := w.Intake.RemoveIssuer(ctx, rest[0])
		if err != nil {
			return err
		}
		return printIssuers(e, []signature.Issuer{gone})
	})
}

func printIssuers(e *env, all []signature.Issuer) error {
	if all == nil {
		all = []signature.Issuer{}
	}
	return e.result(all, func(out io.Writer) {
		for _, i := range all {
			fmt.Fprintf(out, "%s  %s  %s\n", i.Fingerprint[:16], i.NotAfter.Format(time.DateOnly), i.Subject)
		}
	})
}

// sourceShown is what prepare share gives.
type sourceShown struct {
	Folders   []folderView             `json:"folders"`
	Facets    map[string][]share.Value `json:"facets"`
	Read      bool                     `json:"read"`
	Equal     []groupView              `json:"equalFolders"`
	Files     []groupView              `json:"equalFiles"`
	Contained []insideView             `json:"contained"`
	Archives  []insideView             `json:"archives"`
	Litter    share.Sum                `json:"litter"`
	Long      []string                 `json:"long,omitempty"` // paths over 260 characters
	Missing   []check.Finding          `json:"missing"`
	Changed   []string                 `json:"changed,omitempty"`
}

// longPath is the length of a path Windows programs break at.
const longPath = 260

func runPrepareShare(ctx context.Context, e *env, args []string) error {
	fs := e.flags("prepare share")
	quick, levels := fs.Bool("quick", false, ""), fs.Int("levels", 1, "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		a, err := w.Shares.SourceOf(ctx, rest[0], !*quick, nil)
		if err != nil {
			return err
		}
		t := a.Tree
		out := sourceShown{Folders: []folderView{}, Facets: t.Facets(0), Read: a.Read, Equal: []groupView{}, Files: []groupView{},
			Contained: []insideView{}, Archives: []insideView{},
			Missing: append([]check.Finding{}, a.Missing...), Changed: a.Changed}
		t.Below(0, func(i int32) {
			if f := &t.Folders[i]; f.Depth <= *levels {
				out.Folders = append(out.Folders, viewFolder(f))
			}
		})
		for i := range t.Files {
			if name := t.Path(int32(i)); utf8.RuneCountInString(name) > longPath {
				out.Long = append(out.Long, name)
			}
		}
		for _, h := range t.Litter(share.Rules()) {
			out.Litter.Files, out.Litter.Bytes = out.Litter.Files+1, out.Litter.Bytes+t.Files[h.File].Size
		}
		file, folder := t.Path, func(i int32) string { return t.Folders[i].Path }
		for _, g := range a.Double.Files {
			out.Files = append(out.Files, viewGroup(g, file))
		}
		for _, g := range a.Double.Folders {
			out.Equal = append(out.Equal, viewGroup(g, folder))
		}
		for _, c := range a.Double.Contained {
			out.Contained = append(out.Contained, insideView{folder(c.Part), folder(c.Whole), c.Files, c.More})
		}
		for _, x := range a.Double.Archives {
			out.Archives = append(out.Archives, insideView{file(x.File), folder(x.Folder), x.Files, x.More})
		}
		return e.result(out, func(o io.Writer) { printSource(e, o, out) })
	})
}

func printSource(e *env, o io.Writer, s sourceShown) {
	printShare(e, o, shareShown{Folders: s.Folders})
	spare := int64(0)
	for _, g := range s.Files {
		spare += g.Spare
	}
	if s.Read {
		fmt.Fprintln(o, e.text("cli.source.doubles", len(s.Equal), len(s.Contained), len(s.Files), megabytes(spare), len(s.Archives)))
	} else {
		fmt.Fprintln(o, e.text("cli.source.unread"))
	}
	fmt.Fprintln(o, e.text("cli.source.litter", s.Litter.Files, megabytes(s.Litter.Bytes)))
	fmt.Fprintln(o, e.text("cli.source.long", len(s.Long)))
	fmt.Fprintln(o, e.text("cli.source.missing", len(s.Missing)))
	for _, f := range s.Missing {
		fmt.Fprintf(o, "  %s  %s  %s\n", f.Code, f.Path, f.In(e.words.language).Found)
	}
	if len(s.Changed) > 0 {
		fmt.Fprintln(o, e.text("cli.source.changed", len(s.Changed)))
		for _, name := range s.Changed {
			fmt.Fprintln(o, "  "+name)
		}
	}
	fmt.Fprintln(o, e.text("cli.source.none"))
}
