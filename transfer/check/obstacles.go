package check

import (
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/openable"
	"laufzettel/transfer/wording"
)

// obstacle tells a content file that nobody can open: by name and as an error where
// the delivery is made of documents, else as one line with all files. told reports that
// nothing else need be said of what it is.
func (r *run) obstacle(f FileFact, role Role) (told bool) {
	o := openable.Obstacle(f.Obstacle)
	if f.Damage != "" || o == openable.None || role != RoleContent && o != openable.Empty {
		return false
	}
	if o != openable.Empty && slices.Contains(r.m.OpenedByKind, strings.ToLower(path.Ext(f.Path))) {
		return false // told by the kind, which knows more of it
	}
	words := o.Words()
	switch {
	case o == openable.Restricted:
		r.findings.group(codeRestricted.At(f.Path))
	case r.m.Documents && role == RoleContent:
		r.findings.add(codeNotOpenable.At(f.Path).Want(wording.Say("want.check.openable"), words))
	case o == openable.Pointer:
		return false // in a share it is what it is
	case o == openable.Empty:
		r.findings.group(codeFileEmpty.At(f.Path))
	default:
		r.findings.group(codeHardlyOpenable.At(f.Path).Want("", words))
	}
	return true
}

// sealedFile names an archive in the delivery that was not opened: an error where it
// stands for documents, since nobody has seen what it holds. A single compressed file is
// a format of its own elsewhere (WARC, SVGZ).
func (r *run) sealedFile(f FileFact, role Role) {
	plain := slices.Contains(PlainFiles{}.Names(), r.match.Kind)
	if f.Sealed == "" || role != RoleContent || !r.m.Documents && (!plain || container.SingleGzip(f.Sealed)) {
		return
	}
	x := codeNestedUnread.At(f.Path).Want(wording.Say("want.check.containers"), container.SealedWords(f.Sealed))
	if !r.m.Documents {
		x.Severity = Warning
	}
	r.findings.group(x)
}
