package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"laufzettel/app/work"
	shares "laufzettel/app/work/share"
	"laufzettel/appraisal/share"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

func shareCommands() []command {
	return []command{
		{"share show", "ID [ORDNER] [--levels N] [--facets] [--choice FACETTE=WERT,…] [--files] [--exceptions] [--json]",
			"cli.help.share.show", runShareShow, free},
		{"share duplicates", "ID [--json]", "cli.help.share.duplicates", runShareDuplicates, free},
		{"share drafts", "ID [DATEI DATEI] [--json]", "cli.help.share.drafts", runShareDrafts, free},
		{"share text", "ID DATEI", "cli.help.share.text", runShareText, free},
		{"share litter", "ID [--rules DATEI] [--without REGEL]... [--files] [--json]", "cli.help.share.litter", runShareLitter, free},
		{"share decide", "ID a|v|b [PFAD...] [--rule REGEL] [--rules DATEI] [--choice FACETTE=WERT,…] [--below ORDNER] [--reason TEXT] [--preview] [--json]", "cli.help.share.decide", runShareDecide, people.Appraise},
		{"share describe", "ID [ORDNER] [--title TEXT] [--detail TEXT] [--out DATEI] [--in DATEI]", "cli.help.share.describe",
			runShareDescribe, people.Appraise},
		{"share report", "ID [--out DIR]", "cli.help.share.report", runShareReport, people.Write},
	}
}

// folderView is one folder of share show.
type folderView struct {
	Path       string        `json:"path"`
	ID         string        `json:"id"`
	Depth      int           `json:"depth"`
	Files      int           `json:"files"`
	Bytes      int64         `json:"bytes"`
	Empty      int           `json:"emptyFolders,omitempty"`
	From       string        `json:"from,omitempty"`
	To         string        `json:"to,omitempty"`
	Modified   string        `json:"modified,omitempty"`
	Rating     record.Rating `json:"rating"`
	Decided    bool          `json:"decided,omitempty"`
	Reason     string        `json:"reason,omitempty"`
	Stay       share.Sum     `json:"stay"`
	Go         share.Sum     `json:"go"`
	Open       share.Sum     `json:"open"`
	Title      string        `json:"title,omitempty"`
	Detail     string        `json:"detail,omitempty"`
	EmptyItem  bool          `json:"empty,omitempty"` // no file in it, not even deeper down
	childCount int
}

// fileView is one file of share show.
type fileView struct {
	Path     string        `json:"path"`
	ID       string        `json:"id"`
	Bytes    int64         `json:"bytes"`
	Modified string        `json:"modified,omitempty"`
	Format   string        `json:"format,omitempty"`
	Special  share.Special `json:"special,omitempty"`
	Rating   record.Rating `json:"rating"`
	Own      bool          `json:"own,omitempty"`
	Reason   string        `json:"reason,omitempty"`
}

func moment(unix int64) string {
	if unix == 0 {
		return ""
	}
	return time.Unix(unix, 0).UTC().Format(time.RFC3339)
}

func viewFolder(f *share.Folder) folderView {
	return folderView{Path: f.Path, ID: f.ID, Depth: f.Depth, Files: f.Files, Bytes: f.Bytes, Empty: f.Empty, From: moment(f.First),
		To: moment(f.Last), Modified: moment(f.Modified),
		Rating: f.Letter, Decided: f.Decided, Reason: f.Reason, Stay: f.Stay, Go: f.Go, Open: f.Open(), Title: f.Title, Detail: f.Detail,
		EmptyItem: f.Files == 0, childCount: len(f.Folders)}
}

func viewFile(t *share.Tree, n int32) fileView {
	f := &t.Files[n]
	return fileView{Path: t.Path(n), ID: f.ID, Bytes: f.Size, Modified: moment(f.Modified), Format: f.Format, Special: f.Special,
		Rating: f.Letter, Own: f.Own, Reason: f.Reason}
}

// shareShown is what share show gives.
type shareShown struct {
	Folders    []folderView             `json:"folders"`
	Files      []fileView               `json:"files,omitempty"`
	Facets     map[string][]share.Value `json:"facets,omitempty"`
	Exceptions []share.Exception        `json:"exceptions,omitempty"`
}

func runShareShow(ctx context.Context, e *env, args []string) error {
	fs := e.flags("share show")
	levels, choice := fs.Int("levels", 1, ""), fs.String("choice", "", "")
	facets, files, exceptions := fs.Bool("facets", false, ""), fs.Bool("files", false, ""), fs.Bool("exceptions", false, "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	narrowed, err := choiceOf(*choice)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		l, err := w.Shares.Load(ctx, rest[0])
		if err != nil {
			return err
		}
		at, err := l.At(strings.Join(rest[1:], " "))
		if err != nil {
			return err
		}
		if err := w.Shares.NoteLook(ctx, l, at); err != nil {
			return err
		}
		out := shareShown{Folders: []folderView{}}
		l.Below(at, func(i int32) {
			if f := &l.Folders[i]; f.Depth <= l.Folders[at].Depth+*levels {
				out.Folders = append(out.Folders, viewFolder(f))
			}
		})
		switch {
		case narrowed != nil:
			for _, n := range l.Chosen(at, narrowed) {
				out.Files = append(out.Files, viewFile(l.Tree, n))
			}
		case *files:
			for _, n := range l.Folders[at].Own {
				out.Files = append(out.Files, viewFile(l.Tree, n))
			}
		}
		if *facets {
			out.Facets = l.Facets(at)
		}
		if *exceptions {
			out.Exceptions = l.Exceptions(at)
		}
		return e.result(out, func(o io.Writer) { printShare(e, o, out) })
	})
}

// printShare shows the tree with a bar for the size of every folder.
func printShare(e *env, o io.Writer, s shareShown) {
	top := s.Folders[0]
	for _, f := range s.Folders {
		name := f.Path
		if name == "" {
			name = "/"
		}
		if f.Title != "" {
			name += "  „" + f.Title + "“"
		}
		bar := 0
		if top.Bytes > 0 {
			bar = int(f.Bytes * 20 / top.Bytes)
		}
		mark := " "
		if f.Decided {
			mark = "*"
		}
		fmt.Fprintf(o, "%-20s %9s %7d  %4.4s–%4.4s  %s%-2s %s%s\n", strings.Repeat("█", bar), megabytes(f.Bytes), f.Files, f.From, f.To,
			mark, f.Rating, strings.Repeat("  ", f.Depth-top.Depth), name)
	}
	for _, f := range s.Files {
		fmt.Fprintf(o, "%-20s %9s          %10.10s  %-2s %s\n", f.Special, megabytes(f.Bytes), f.Modified, f.Rating, f.Path)
	}
	for _, name := range share.FacetNames {
		for _, v := range s.Facets[name] {
			fmt.Fprintf(o, "--choice %s=%s  %d  %s\n", name, v.Value, v.Files, megabytes(v.Bytes))
		}
	}
	for _, x := range s.Exceptions {
		fmt.Fprintf(o, "%-2s %s  %s\n", x.Letter, x.Path, x.Reason)
	}
	fmt.Fprintln(o, e.text("cli.share.stay", top.Files, megabytes(top.Bytes), top.Stay.Files, megabytes(top.Stay.Bytes), top.Go.Files,
		megabytes(top.Go.Bytes), top.Open.Files, megabytes(top.Open.Bytes)))
}

func choiceOf(s string) (share.Choice, error) {
	if s == "" {
		return nil, nil
	}
	c, err := share.ParseChoice(s)
	if err != nil {
		return nil, failure.Wrap(failure.Refused, "read choice", wording.Say("hint.cli.selection-unusable", err.Error()), err)
	}
	return c, nil
}

// groupView is one group of equal files or folders.
type groupView struct {
	Paths []string `json:"paths"`
	Files int      `json:"files"`
	Bytes int64    `json:"bytes"`
	Spare int64    `json:"spare"`
}

func viewGroup(g share.Group, name func(int32) string) groupView {
	v := groupView{Files: g.Files, Bytes: g.Bytes, Spare: g.Spare()}
	for _, m := range g.Members {
		v.Paths = append(v.Paths, name(m))
	}
	return v
}

// insideView says that all of one folder, or of an archive, lies in another.
type insideView struct {
	Part  string `json:"part"`
	Whole string `json:"whole"`
	Files int    `json:"files"`
	More  int    `json:"more"`
}

func runShareDuplicates(ctx context.Context, e *env, args []string) error {
	rest, err := e.parse(e.flags("share duplicates"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		l, err := w.Shares.Load(ctx, rest[0])
		if err != nil {
			return err
		}
		d, err := w.Shares.Doubles(ctx, l)
		if err != nil {
			return err
		}
		out := struct {
			Files     []groupView       `json:"files"`
			Folders   []groupView       `json:"folders"`
			Contained []insideView      `json:"contained"`
			Archives  []insideView      `json:"archives"`
			Held      map[string]string `json:"held"`
			Elsewhere map[string]string `json:"elsewhere"`
			Unopened  []string          `json:"unopened,omitempty"`
		}{Files: []groupView{}, Folders: []groupView{}, Contained: []insideView{}, Archives: []insideView{}, Held: map[string]string{},
			Elsewhere: map[string]string{}}
		file, folder := l.Path, func(i int32) string { return l.Folders[i].Path }
		for _, g := range d.Files {
			out.Files = append(out.Files, viewGroup(g, file))
		}
		for _, g := range d.Folders {
			out.Folders = append(out.Folders, viewGroup(g, folder))
		}
		for _, c := range d.Contained {
			out.Contained = append(out.Contained, insideView{folder(c.Part), folder(c.Whole), c.Files, c.More})
		}
		for _, a := range d.Archives {
			out.Archives = append(out.Archives, insideView{file(a.File), folder(a.Folder), a.Files, a.More})
		}
		for n, ref := range d.Held {
			out.Held[file(n)] = ref
		}
		for n, portion := range d.Elsewhere {
			out.Elsewhere[file(n)] = portion
		}
		for _, n := range d.Unopened {
			out.Unopened = append(out.Unopened, file(n))
		}
		return e.result(out, func(o io.Writer) {
			for _, x := range []struct {
				key  string
				list []groupView
			}{{"cli.share.equal-folders", out.Folders}, {"cli.share.equal-files", out.Files}} {
				fmt.Fprintln(o, e.text(x.key, len(x.list)))
				for _, g := range x.list {
					fmt.Fprintf(o, "  %d × %s  %s\n", len(g.Paths), megabytes(g.Bytes), strings.Join(g.Paths, "  =  "))
				}
			}
			for _, x := range []struct {
				key  string
				list []insideView
			}{{"cli.share.contained", out.Contained}, {"cli.share.archives", out.Archives}} {
				fmt.Fprintln(o, e.text(x.key, len(x.list)))
				for _, v := range x.list {
					fmt.Fprintf(o, "  %s  ⊂  %s  (%d + %d)\n", v.Part, v.Whole, v.Files, v.More)
				}
			}
			fmt.Fprintln(o, e.text("cli.share.held", len(out.Held)))
			fmt.Fprintln(o, e.text("cli.share.elsewhere", len(out.Elsewhere)))
			if len(out.Unopened) > 0 {
				fmt.Fprintln(o, e.text("cli.share.unopened", strings.Join(out.Unopened, ", ")))
			}
		})
	})
}

func runShareDrafts(ctx context.Context, e *env, args []string) error {
	rest, err := e.parse(e.flags("share drafts"), args, 1)
	if err != nil {
		return err
	}
	if len(rest) != 1 && len(rest) != 3 {
		return errUsage{e.usage("share drafts")}
	}
	return e.with(ctx, func(w *work.House) error {
		var l *shares.Loaded
		load := func() (_ *shares.Loaded, err error) {
			l, err = w.Shares.Load(ctx, rest[0])
			return l, err
		}
		if len(rest) == 3 {
			if _, err := load(); err != nil {
				return err
			}
			return shareDifference(ctx, e, w, l, rest[1], rest[2])
		}
		d, err := w.Shares.Drafts(ctx, rest[0], load, counting(e, rest[0], "drafts", files))
		e.endProgress()
		if err != nil {
			return err
		}
		type chainView struct {
			Members  []string `json:"members"`
			SameName bool     `json:"sameName,omitempty"`
			Like     float64  `json:"like"`
			Keep     string   `json:"keep"`
			Why      string   `json:"why"`
		}
		out := struct {
			Chains   []chainView `json:"chains"`
			Compared int         `json:"compared"`
			Wordless int         `json:"wordless"`
		}{Chains: []chainView{}, Compared: d.Compared, Wordless: d.Wordless}
		for _, c := range d.Chains {
			v := chainView{SameName: c.SameName, Like: c.Like, Keep: l.Path(c.Keep), Why: c.Why}
			for _, m := range c.Members {
				v.Members = append(v.Members, l.Path(m))
			}
			out.Chains = append(out.Chains, v)
		}
		return e.result(out, func(o io.Writer) {
			for _, c := range out.Chains {
				fmt.Fprintf(o, "%s\n", strings.Join(c.Members, "\n  "))
				fmt.Fprintln(o, e.text("cli.share.keep", c.Keep, c.Why, int(c.Like*100)))
			}
			fmt.Fprintln(o, e.text("cli.share.drafts", len(out.Chains), out.Compared, out.Wordless))
		})
	})
}

func shareDifference(ctx context.Context, e *env, w *work.House, l *shares.Loaded, a, b string) error {
	changes, cut, err := w.Shares.Between(ctx, l, a, b)
	if err != nil {
		return err
	}
	return e.result(changes, func(o io.Writer) {
		for _, c := range changes {
			if c.Kind == "=" && len(c.Text) > 60 {
				c.Text = "…"
			}
			fmt.Fprintf(o, "%s %s\n", c.Kind, c.Text)
		}
		if cut {
			fmt.Fprintln(o, e.text("cli.share.cut"))
		}
	})
}

func runShareText(ctx context.Context, e *env, args []string) error {
	rest, err := e.parse(e.flags("share text"), args, 2)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		l, err := w.Shares.Load(ctx, rest[0])
		if err != nil {
			return err
		}
		body, err := w.Shares.Text(ctx, l, rest[1])
		if err != nil {
			return err
		}
		return e.result(body, func(o io.Writer) { fmt.Fprintln(o, body) })
	})
}

func runShareLitter(ctx context.Context, e *env, args []string) error {
	fs := e.flags("share litter")
	file, files := fs.String("rules", "", ""), fs.Bool("files", false, "")
	var off list
	fs.Var(&off, "without", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		l, err := w.Shares.Load(ctx, rest[0])
		if err != nil {
			return err
		}
		rules, err := w.Shares.Rules(ctx, l.Portion, *file, off)
		if err != nil {
			return err
		}
		type ruleView struct {
			share.Rule
			Meant   share.Sum `json:"meant"`
			Decided int       `json:"decided,omitempty"` // of them are decided on their own already
			Paths   []string  `json:"paths,omitempty"`
		}
		out := make([]ruleView, len(rules))
		for i, r := range rules {
			out[i].Rule = r
		}
		for _, h := range l.Litter(rules) {
			f, v := &l.Files[h.File], &out[h.Rule]
			v.Meant.Files, v.Meant.Bytes = v.Meant.Files+1, v.Meant.Bytes+f.Size
			if f.Own {
				v.Decided++
			}
			if *files || e.json {
				v.Paths = append(v.Paths, l.Path(h.File))
			}
		}
		return e.result(out, func(o io.Writer) {
			for _, v := range out {
				fmt.Fprintf(o, "%-14s %6d  %9s  %s. %s\n", v.Name, v.Meant.Files, megabytes(v.Meant.Bytes), v.Title, v.Why)
				for _, p := range v.Paths {
					fmt.Fprintf(o, "    %s\n", p)
				}
			}
		})
	})
}

func runShareDecide(ctx context.Context, e *env, args []string) error {
	fs := e.flags("share decide")
	rule, file, choice := fs.String("rule", "", ""), fs.String("rules", "", ""), fs.String("choice", "", "")
	m := shares.Means{}
	fs.StringVar(&m.Below, "below", "", "")
	reason, preview := fs.String("reason", "", ""), fs.Bool("preview", false, "")
	rest, err := e.parse(fs, args, 2)
	if err != nil {
		return err
	}
	rating := record.Rating(strings.ToUpper(rest[1]))
	if rating != record.RatingArchive && rating != record.RatingDestroy && rating != record.RatingAppraise {
		return errUsage{e.text("cli.appraise.rating", rest[1])}
	}
	m.Paths = rest[2:]
	if m.Choice, err = choiceOf(*choice); err != nil {
		return err
	}
	ways := 0
	for _, asked := range []bool{len(m.Paths) > 0, *rule != "", m.Choice != nil} {
		if asked {
			ways++
		}
	}
	if ways != 1 {
		return errUsage{e.text("cli.share.one-way") + "\n" + e.usage("share decide")}
	}
	return e.with(ctx, func(w *work.House) error {
		if *rule != "" {
			p, err := w.Intake.Portions.Get(ctx, rest[0])
			if err != nil {
				return err
			}
			if m.Rule, err = w.Shares.Rule(ctx, p, *file, *rule); err != nil {
				return err
			}
		}
		var l *shares.Loaded
		var meant shares.Meant
		if *preview {
			if l, err = w.Shares.Load(ctx, rest[0]); err == nil {
				meant, err = l.Means(m)
			}
		} else {
			l, meant, err = w.Shares.DecideOnShare(ctx, rest[0], m, rating, *reason)
		}
		if err != nil {
			return err
		}
		root := &l.Folders[0]
		out := struct {
			Objects int `json:"objects"`
			share.Sum
			Kept    int        `json:"kept"` // decided on their own before, left as they are
			Preview bool       `json:"preview,omitempty"`
			Share   folderView `json:"share"`
		}{len(meant.Objects), meant.Sum, meant.Kept, *preview, viewFolder(root)}
		return e.result(out, func(o io.Writer) {
			key := "cli.share.decided"
			if *preview {
				key = "cli.share.preview"
			}
			fmt.Fprintln(o, e.text(key, rating, out.Files, megabytes(out.Bytes), out.Kept))
			fmt.Fprintln(o, e.text("cli.share.stay", root.Files, megabytes(root.Bytes), root.Stay.Files, megabytes(root.Stay.Bytes),
				root.Go.Files, megabytes(root.Go.Bytes), out.Share.Open.Files, megabytes(out.Share.Open.Bytes)))
		})
	})
}

func runShareDescribe(ctx context.Context, e *env, args []string) error {
	fs := e.flags("share describe")
	name := share.Name{}
	fs.StringVar(&name.Title, "title", "", "")
	fs.StringVar(&name.Detail, "detail", "", "")
	to, from := fs.String("out", "", ""), fs.String("in", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	named := name != (share.Name{})
	if *to != "" && (*from != "" || named) || *from != "" && named || *to == "" && *from == "" && !named {
		return errUsage{e.usage("share describe")}
	}
	return e.with(ctx, func(w *work.House) error {
		switch {
		case *to != "":
			return shareNamesOut(ctx, e, w, rest[0], *to)
		case *from != "":
			n, err := w.Shares.NamesIn(ctx, rest[0], *from)
			if err != nil {
				return err
			}
			return e.result(n, func(o io.Writer) { fmt.Fprintln(o, e.text("cli.share.named", n)) })
		}
		folder := strings.Join(rest[1:], " ")
		if err := w.Shares.NameFolder(ctx, rest[0], folder, name); err != nil {
			return err
		}
		return e.result(1, func(o io.Writer) { fmt.Fprintln(o, e.text("cli.share.named", 1)) })
	})
}

func shareNamesOut(ctx context.Context, e *env, w *work.House, id, to string) error {
	l, err := w.Shares.Load(ctx, id)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return failure.Wrap(failure.Refused, "write names", wording.Say("hint.cli.share-list-exists"), err)
	}
	err = l.NamesOut(f)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return failure.Wrap(failure.Setup, "write names", wording.Say("hint.cli.share-list-failed"), err)
	}
	return e.result(to, func(o io.Writer) { fmt.Fprintln(o, to) })
}

func runShareReport(ctx context.Context, e *env, args []string) error {
	fs := e.flags("share report")
	out := fs.String("out", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		files, err := w.Shares.ReportShare(ctx, rest[0], *out)
		if err != nil {
			return err
		}
		return e.result(files, func(o io.Writer) { fmt.Fprintln(o, strings.Join(files, "\n")) })
	})
}
