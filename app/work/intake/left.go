package intake

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
)

// leftFile stands beside a portion of which something was left out when it was taken in.
const leftFile = "nicht-uebernommen.json"

// openFolder opens a folder that is taken in. A folder that is a file share, because a
// person has said so or nothing is recognised in it, is taken without what is no file or
// cannot be read: each is a fault of the tree. Any other folder is refused for it.
func openFolder(ctx context.Context, room *Intake, source, kind string) (tree container.Tree, share bool, err error) {
	o := container.Options{SpoolDir: room.Office.Path(office.DirSpool)}
	tree, err = container.Open(ctx, source, o)
	if refused, ok := errors.AsType[*container.Refused](err); ok && oddNamesOnly(refused) {
		o.Tolerate = OddNames // copied as they are called; the check tells of them
		tree, err = container.Open(ctx, source, o)
	}
	if err == nil {
		share, err = isShare(ctx, room, tree, kind)
		return tree, share, err
	}
	if failure.Canceled(err) {
		return nil, false, err
	}
	o.Tolerate, o.LeaveOut = OddNames, true
	rest, inner := container.Open(ctx, source, o)
	if inner != nil {
		return nil, false, err
	}
	some := false
	if inner = rest.Files(ctx, func(container.Entry) error { some = true; return errEnoughSeen }); errors.Is(inner, errEnoughSeen) {
		inner = nil
	}
	if inner == nil && some {
		share, inner = isShare(ctx, room, rest, kind)
	}
	if inner != nil || !share {
		return nil, false, CloseWith(rest, errors.Join(err, inner))
	}
	return rest, true, nil
}

// errEnoughSeen ends a walk that only asks whether there is a file.
var errEnoughSeen = errors.New("there is a file")

func isShare(ctx context.Context, room *Intake, tree container.Tree, kind string) (bool, error) {
	if kind != "" {
		return kind == PlainKind, nil
	}
	match, _, err := room.Engine.Sight(ctx, tree)
	return err == nil && match.Kind == "", err
}

// onlyHere are the faults that the copy in the workspace no longer shows: what is not in
// it, what was written since, names that were not UTF-8.
var onlyHere = []string{container.LinkLeft, container.NotRead, container.Changed, container.StreamLeft, container.OtherEncoding}

func toNote(tree container.Tree) []container.Fault {
	return slices.DeleteFunc(container.Faults(tree), func(f container.Fault) bool { return !slices.Contains(onlyHere, f.Code) })
}

// noteLeft writes what was left out beside the portion.
func noteLeft(dir string, left []container.Fault) error {
	if len(left) == 0 {
		return nil
	}
	return durable.Write(filepath.Join(dir, leftFile), 0o600, func(out io.Writer) error { return json.NewEncoder(out).Encode(left) })
}

// maxLeft bounds the paper of what was left out; a fault has some hundred bytes.
const maxLeft = 64 << 20

// LeftOut gives what was left out when a portion was taken in: links, and what could not
// be read at its place.
func LeftOut(room *Intake, p transfer.Portion) ([]container.Fault, error) {
	all, err := noted(room, p)
	return slices.DeleteFunc(all, func(f container.Fault) bool { return f.Code != container.LinkLeft && f.Code != container.NotRead }), err
}

// noted gives all that the copy itself does not show.
func noted(room *Intake, p transfer.Portion) ([]container.Fault, error) {
	name := filepath.Join(filepath.Dir(room.Office.Path(p.Path)), leftFile)
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, office.Disk("read what was left out", err)
	}
	var left []container.Fault
	err = json.NewDecoder(io.LimitReader(f, maxLeft)).Decode(&left)
	return left, office.Disk("read what was left out", errors.Join(err, f.Close()))
}

// leftFindings tells them in the check.
func leftFindings(room *Intake, p transfer.Portion) ([]check.Finding, error) {
	left, err := noted(room, p)
	return check.FindingsOfFaults(left), err
}
