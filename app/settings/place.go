package settings

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"

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

// Place is where the workspace lies if nobody names another.
type Place struct {
	Dir string
	// Told is what the person should know: that a workspace was taken along from the
	// roaming profile, or why it was not. nil: nothing.
	Told error
}

// DefaultPlace gives the workspace folder used where nobody chose one: the one of the
// policy; beside the program when that is portable; else in the profile of the user
// (%LocalAppData%\laufzettel, ~/.config/laufzettel). On Windows a workspace that an older
// version left in the roaming profile is moved there once. The folder need not exist.
// Error: Setup when the user has none, or the policy cannot be understood.
func DefaultPlace() (Place, error) {
	p, err := SystemPolicy()
	if err != nil {
		return Place{}, err
	}
	exe, err := os.Executable()
	if err != nil {
		exe = ""
	}
	return placeOf(p, exe, profileOf(runtime.GOOS))
}

// profile are the folders of a user: what lies in roaming is copied from machine to
// machine, which a database does not survive.
type profile struct {
	local, roaming func() (string, error)
}

func profileOf(system string) profile {
	if system == "windows" {
		return profile{local: os.UserCacheDir, roaming: os.UserConfigDir} // %LocalAppData%, %AppData%
	}
	return profile{local: os.UserConfigDir}
}

func placeOf(p Policy, exe string, user profile) (Place, error) {
	if p.Data != nil {
		dir, _ := expand(*p.Data) // valid has looked at it
		return Place{Dir: filepath.Clean(dir)}, nil
	}
	if exe != "" {
		dir := filepath.Dir(exe)
		if info, err := os.Stat(filepath.Join(dir, Portable)); err == nil && info.Mode().IsRegular() {
			return Place{Dir: filepath.Join(dir, PortableDir)}, nil
		}
	}
	base, err := user.local()
	if err != nil {
		return Place{}, failure.Wrap(failure.Setup, "find data folder", wording.Say("hint.settings.data-folder-unknown"), err)
	}
	here := filepath.Join(base, "laufzettel")
	if user.roaming == nil {
		return Place{Dir: here}, nil
	}
	old, err := user.roaming()
	if err != nil {
		return Place{Dir: here}, nil // whoever has no roaming profile has left nothing in it
	}
	return takenAlong(filepath.Join(old, "laufzettel"), here), nil
}

// takenAlong moves a workspace from its old place to the new one, where there is none
// yet. What cannot be moved (open in another window, another disk) stays in use where it
// is: nothing is copied, so that there are never two.
func takenAlong(old, here string) Place {
	if old == here || !holdsWorkspace(old) || exists(here) {
		return Place{Dir: here}
	}
	err := os.MkdirAll(filepath.Dir(here), 0o700)
	if err == nil {
		err = os.Rename(old, here)
	}
	if err != nil {
		return Place{Dir: old, Told: failure.Wrap(failure.Setup, "move workspace", wording.Say("hint.settings.not-moved", old, here), err)}
	}
	return Place{Dir: here, Told: failure.New(failure.Setup, "move workspace", wording.Say("hint.settings.moved", old, here))}
}

func holdsWorkspace(dir string) bool {
	return exists(filepath.Join(dir, "laufzettel.db")) || exists(filepath.Join(dir, FileName))
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

var variable = regexp.MustCompile(`%([^%]+)%`)

// expand puts the values of the environment in place of %NAME%; ok is false where one
// has none, so that nobody's workspace lands in a folder called %USERNAME%.
func expand(path string) (out string, ok bool) {
	ok = true
	out = variable.ReplaceAllStringFunc(path, func(s string) string {
		v := os.Getenv(s[1 : len(s)-1])
		ok = ok && v != ""
		return v
	})
	return out, ok
}
