package check

import "laufzettel/transfer/container"

// checksumList is one list of digests found beside or inside a portion, with
// its paths turned into paths of the tree.
type checksumList struct {
	path    string // inside the tree, "" where it lies outside
	name    string // for people
	entries []listEntry
}

type listEntry struct {
	path     string
	declared Declared
}

// listedBy makes a listing of the checksum lists, for deliveries whose only list
// they are.
func listedBy(lists []checksumList) []Listed {
	var out []Listed
	for _, l := range lists {
		for _, e := range l.entries {
			out = append(out, Listed{Path: e.path, Role: RoleContent, Size: -1, Line: e.declared.Line, By: l.name})
		}
	}
	return out
}

// listPaths are the checksum lists that lie inside the tree: nothing needs to
// list them.
func (r *run) listPaths() map[string]bool {
	out := map[string]bool{}
	for _, l := range r.lists {
		if l.path != "" {
			out[l.path] = true
		}
	}
	return out
}

var _ container.Tree
