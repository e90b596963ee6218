package office

import (
	"path/filepath"
	"strings"
)

// DraftMark stands in the name of every file that is a draft: it stays out of the
// accession package, is registered nowhere and never sent.
const DraftMark = ".entwurf"

// IsDraft reports whether a file is named as a draft.
func IsDraft(name string) bool { return strings.Contains(filepath.Base(name), DraftMark) }
