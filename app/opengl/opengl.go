// Package opengl finds out before the window is made whether this workstation can
// draw one, and says what to do where it cannot. Terminal servers and virtual
// machines often offer OpenGL 1.1 only; Fyne needs 2.1 and would end without a
// window. Elsewhere a session without a display (SSH, a service) is what it meets.
//
// It draws nothing, and it knows neither Fyne nor a workspace.
package opengl

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"laufzettel/app/start"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Folder stands beside the program and holds a software OpenGL (Driver), put there by an
// administrator. The DLL works only for a program in its own folder, hence a copy of the
// program, which copyOf makes and renews.
const Folder = "softwaregl"

// inside marks the copy's environment, so that it does not start itself.
const inside = "LAUFZETTEL_SOFTWAREGL"

// LogName is the file in the log folder that keeps why no window was made.
const LogName = "fenster.log"

// The version Fyne asks for.
const needMajor, needMinor = 2, 1

// Instead gives way where no window can be drawn: it starts the copy beside the driver and
// waits for its end, or shows a message and writes a line into logDir. done tells
// that the program must end with code; false means that the window can be made.
// data is the workspace folder the copy is to use where args name none; both
// folders may be "".
func Instead(logDir, data string, args []string) (code int, done bool) {
	exe, err := os.Executable()
	if err != nil {
		exe = ""
	}
	own, err := os.UserCacheDir()
	if err != nil {
		own = ""
	}
	fault := probe()
	if fault == nil {
		return 0, false
	}
	return instead(fault, program{exe: exe, own: own, data: data, args: args}, logDir, message)
}

// program is what was started and what its copy is to do.
type program struct {
	exe, own string // own: where this person may keep a copy; each "" = unknown
	data     string
	args     []string
}

func instead(fault error, p program, logDir string, show func(title, text string)) (code int, done bool) {
	fault = sorted(fault, filepath.Join(filepath.Dir(p.exe), Folder))
	if p.exe != "" && os.Getenv(inside) == "" && isFolder(filepath.Join(filepath.Dir(p.exe), Folder)) {
		copied, err := copyOf(p.exe, p.own)
		if err == nil {
			code, err = runCopy(copied, p.data, p.args)
		}
		if err == nil {
			return code, true
		}
		fault = failure.Wrap(failure.Setup, "start the copy with software graphics", failure.HintOf(fault), errors.Join(fault, err))
	}
	// No workspace is open, so its language is not known; Windows names none in the environment.
	language := start.Language()
	text := failure.HintOf(fault).In(language)
	if name, err := note(logDir, fault); err == nil {
		text += "\n\n" + wording.Say("hint.opengl.details", name).In(language)
	}
	show("Laufzettel", text)
	return 2, true
}

// sorted gives the sentence for the person, where the fault has none yet.
func sorted(fault error, folder string) error {
	if failure.Explained(fault) {
		return fault
	}
	return failure.Wrap(failure.Setup, "make window", wording.Say("hint.opengl.no-window", folder, Driver), fault)
}

// runCopy runs the copy to its end.
func runCopy(exe, data string, args []string) (int, error) {
	cmd := exec.Command(exe, args...)
	cmd.Env = append(os.Environ(), inside+"=1")
	if data != "" && os.Getenv(start.EnvData) == "" {
		cmd.Env = append(cmd.Env, start.EnvData+"="+data)
	}
	err := cmd.Run()
	if end, ok := errors.AsType[*exec.ExitError](err); ok {
		return end.ExitCode(), nil
	}
	return 0, err
}

// note appends a line to the log and gives its name.
func note(dir string, fault error) (string, error) {
	if dir == "" {
		return "", errors.New("no log folder")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	name := filepath.Join(dir, LogName)
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	_, err = fmt.Fprintf(f, "%s %v\r\n", time.Now().UTC().Format(time.RFC3339), fault)
	return name, errors.Join(err, f.Close())
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// enough says why a version as the driver tells it ("1.1.0", "4.6 (Core) Mesa")
// does not do; nil where it does.
func enough(version string) error {
	number, _, _ := strings.Cut(version, " ")
	parts := strings.Split(number, ".")
	if len(parts) >= 2 {
		major, err1 := strconv.Atoi(parts[0])
		minor, err2 := strconv.Atoi(parts[1])
		if err1 == nil && err2 == nil {
			if major > needMajor || major == needMajor && minor >= needMinor {
				return nil
			}
			return fmt.Errorf("OpenGL %.40q, need %d.%d", version, needMajor, needMinor)
		}
	}
	return fmt.Errorf("OpenGL version %.40q is not understood", version)
}
