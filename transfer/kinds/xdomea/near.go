package xdomea

import (
	"context"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

var _ check.NearMissing = Kind{}

// NearMisses implements check.NearMissing: a container named like a message without one
// inside, a file named like a message that is none, a message deeper than one folder or in a
// container of its own.
func (Kind) NearMisses(ctx context.Context, t container.Tree) ([]check.Finding, error) {
	var out []check.Finding
	var deep, named, wrapped, bare, mailed string
	var looked []string
	err := t.Files(ctx, func(e container.Entry) error {
		base := path.Base(e.Path)
		if bare == "" {
			bare = namedLikeMessage(e.Path)
		}
		if mailed == "" && strings.Count(e.Path, "/") < 2 {
			names, err := check.CarriedByMail(ctx, t, e.Path)
			if err != nil {
				return err
			}
			if slices.ContainsFunc(names, func(name string) bool { _, ok := parseStem(trimExt(name)); return ok }) {
				mailed = e.Path
			}
		}
		if wrapped == "" && len(looked) < maxWrapped && wraps(e.Path) {
			looked = append(looked, e.Path)
			inside, err := messageIn(ctx, t, e.Path)
			if err != nil {
				return err
			}
			if inside {
				wrapped = e.Path
			}
		}
		if !strings.EqualFold(path.Ext(base), ".xml") || deep != "" && named != "" {
			return nil
		}
		code, err := sniff(ctx, t, e.Path)
		switch {
		case err != nil:
			return err
		case code != "" && deep == "":
			deep = e.Path
		case code == "" && stemPattern.MatchString(trimExt(base)) && named == "":
			named = e.Path
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	s, ok := parseStem(trimExt(t.Name()))
	if !ok && bare != "" {
		s, ok = parseStem(trimExt(path.Base(bare)))
	} else {
		bare = ""
	}
	switch {
	case mailed != "":
		out = append(out, check.NearMiss(mailed, wording.Say("said.xdomea.delivery"), wording.Say("said.xdomea.mailed")))
	case wrapped != "":
		out = append(out, check.NearMiss(wrapped, wording.Say("said.xdomea.delivery"), wording.Say("said.xdomea.wrapped")))
	case deep != "":
		out = append(out, check.NearMiss(deep, wording.Say("said.xdomea.message"), wording.Say("said.xdomea.deep")))
	case named != "":
		out = append(out, check.NearMiss(named, wording.Say("said.xdomea.message"), wording.Say("said.xdomea.unreadable")))
	case ok:
		why := "said.xdomea.no-message"
		if closed(ctx, t, bare) {
			why = "said.xdomea.closed"
		}
		out = append(out, check.NearMiss(bare, wording.Say("said.xdomea.code", s.code), wording.Say(why)))
	}
	return out, ctx.Err()
}

// closed reports whether a container inside a delivery cannot be opened: nobody knows then
// whether a message is in it.
func closed(ctx context.Context, t container.Tree, name string) bool {
	if name == "" || !wraps(name) {
		return false
	}
	inner, err := container.OpenEntry(ctx, t, name, container.Options{})
	if err != nil {
		return true
	}
	return inner.Close() != nil
}

// namedLikeMessage gives the folder or container on a path that is named like a message,
// "" where none is.
func namedLikeMessage(p string) string {
	at := p
	if !wraps(p) {
		at = path.Dir(p)
	}
	for ; at != "." && at != "/"; at = path.Dir(at) {
		if _, ok := parseStem(trimExt(path.Base(at))); ok {
			return at
		}
	}
	return ""
}

// maxWrapped is how many containers inside are looked into.
const maxWrapped = 50

func wraps(p string) bool {
	ext := strings.ToLower(path.Ext(p))
	return strings.Count(p, "/") <= 2 && (ext == ".zip" || ext == ".tar" || ext == ".tgz" || ext == ".gz")
}

// messageIn reports whether a container inside a delivery holds a message. One that
// cannot be opened is told by the one read.
func messageIn(ctx context.Context, t container.Tree, p string) (bool, error) {
	inner, err := container.OpenEntry(ctx, t, p, container.Options{})
	if err != nil {
		return false, ctx.Err()
	}
	defer inner.Close()
	found, err := candidates(ctx, inner)
	return len(found) > 0, err
}
