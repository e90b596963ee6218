package share

import (
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// ownerNames are the names of owners by their security identifiers.
type ownerNames map[string]string

// of gives the name of a file's owner with its domain; its identifier where the machine
// knows no name.
func (n ownerNames) of(root *os.Root, name string, _ fs.FileInfo) string {
	sd, err := windows.GetNamedSecurityInfo(filepath.Join(root.Name(), filepath.FromSlash(name)), windows.SE_FILE_OBJECT,
		windows.OWNER_SECURITY_INFORMATION)
	if err != nil {
		return ""
	}
	sid, _, err := sd.Owner()
	if err != nil || sid == nil {
		return ""
	}
	id := sid.String()
	owner, known := n[id]
	if !known {
		owner = id
		if account, domain, _, err := sid.LookupAccount(""); err == nil {
			owner = account
			if domain != "" {
				owner = domain + `\` + account
			}
		}
		n[id] = owner
	}
	return owner
}
