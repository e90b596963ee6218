package main

import (
	"context"
	"fmt"
	"io"

	"laufzettel/app/work"
	"laufzettel/appraisal/share"
	"laufzettel/transfer/check"
)

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
		out := sourceShown{Folders: []folderView{}, Facets: t.Facets(0), Read: a.Read, Equal: []groupView{}, Files: []groupView{}, Contained: []insideView{}, Archives: []insideView{},
			Missing: append([]check.Finding{}, a.Missing...), Changed: a.Changed}
		t.Below(0, func(i int32) {
			if f := &t.Folders[i]; f.Depth <= *levels {
				out.Folders = append(out.Folders, viewFolder(f))
			}
		})
		for i := range t.Files {
			if len([]rune(t.Files[i].Path)) > longPath {
				out.Long = append(out.Long, t.Files[i].Path)
			}
		}
		for _, h := range t.Litter(share.Rules()) {
			out.Litter.Files, out.Litter.Bytes = out.Litter.Files+1, out.Litter.Bytes+t.Files[h.File].Size
		}
		file, folder := func(i int32) string { return t.Files[i].Path }, func(i int32) string { return t.Folders[i].Path }
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
		fmt.Fprintf(o, "  %s  %s  %s\n", f.Code, f.Path, f.Found)
	}
	if len(s.Changed) > 0 {
		fmt.Fprintln(o, e.text("cli.source.changed", len(s.Changed)))
		for _, name := range s.Changed {
			fmt.Fprintln(o, "  "+name)
		}
	}
	fmt.Fprintln(o, e.text("cli.source.none"))
}
