package receiver

import (
	"context"
	"path"
	"strings"

	"laufzettel/transfer/container"
)

// stream finds an entry of a package that is no file of its own where it is unpacked on
// Windows but a hidden stream of another (a.txt beside a.txt:ads, a.txt::$DATA; defect
// S12). A colon elsewhere, as in names of archived pages, is only a name.
func stream(ctx context.Context, t container.Tree) (string, error) {
	found := ""
	err := t.Files(ctx, func(e container.Entry) error {
		dir, name := path.Split(e.Path)
		file, rest, has := strings.Cut(name, ":")
		if !has || found != "" {
			return nil
		}
		if _, beside := t.Stat(dir + file); beside || strings.HasSuffix(strings.ToUpper(rest), ":$DATA") {
			found = e.Path
		}
		return nil
	})
	return found, err
}
