package settings

import (
	"os"
	"path/filepath"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Portable is the name of the file that makes a copy of the program portable: it
// stands beside the programs, its content does not matter. PortableDir is the
// workspace folder beside it.
const (
	Portable    = "portable"
	PortableDir = "arbeitsbereich"
)

// DefaultDir gives the workspace folder used where nobody chose one: beside the
// program when that is portable, else in the user's configuration folder
// (%AppData%\laufzettel, ~/.config/laufzettel). The folder need not exist. Error:
// Setup when the user has none.
func DefaultDir() (string, error) {
	exe, err := os.Executable()
	if err != nil {
		exe = ""
	}
	return defaultDir(exe, os.UserConfigDir)
}

func defaultDir(exe string, config func() (string, error)) (string, error) {
	if exe != "" {
		dir := filepath.Dir(exe)
		if info, err := os.Stat(filepath.Join(dir, Portable)); err == nil && info.Mode().IsRegular() {
			return filepath.Join(dir, PortableDir), nil
		}
	}
	base, err := config()
	if err != nil {
		return "", failure.Wrap(failure.Setup, "find data folder", wording.Say("hint.settings.data-folder-unknown"), err)
	}
	return filepath.Join(base, "laufzettel"), nil
}
