//go:build !windows && !darwin

package opengl

import (
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// listening opens a door that answers until the test ends.
func listening(t *testing.T, network, address string) net.Addr {
	t.Helper()
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l.Addr()
}

func TestDisplays(t *testing.T) {
	dir := t.TempDir()
	listening(t, "unix", filepath.Join(dir, "wayland-7"))
	listening(t, "unix", "@/tmp/.X11-unix/X4711")
	port := listening(t, "tcp", "127.0.0.1:0").(*net.TCPAddr).Port
	if port < firstPort {
		t.Skip("the system gave a port below those of displays")
	}
	far := "127.0.0.1:" + strconv.Itoa(port-firstPort)
	for _, tt := range []struct {
		name string
		env  map[string]string
		want bool
	}{
		{"nothing is named", nil, false},
		{"a display", map[string]string{"DISPLAY": ":4711"}, true},
		{"with its screen", map[string]string{"DISPLAY": ":4711.0"}, true},
		{"by another name of this machine", map[string]string{"DISPLAY": "unix:4711"}, true},
		{"nobody answers", map[string]string{"DISPLAY": ":4712"}, false},
		{"another machine", map[string]string{"DISPLAY": far + ".0"}, true},
		{"with its protocol", map[string]string{"DISPLAY": "rechner1/unix:4712"}, true},
		{"a path", map[string]string{"DISPLAY": "/tmp/launch/org.x:0"}, true},
		{"no number", map[string]string{"DISPLAY": "bildschirm"}, false},
		{"a number that is no port", map[string]string{"DISPLAY": ":99999"}, false},
		{"Wayland", map[string]string{"WAYLAND_DISPLAY": "wayland-7", "XDG_RUNTIME_DIR": dir}, true},
		{"Wayland by its path", map[string]string{"WAYLAND_DISPLAY": filepath.Join(dir, "wayland-7")}, true},
		{"Wayland that is gone", map[string]string{"WAYLAND_DISPLAY": "wayland-8", "XDG_RUNTIME_DIR": dir}, false},
		{"Wayland is gone, a display is there",
			map[string]string{"WAYLAND_DISPLAY": "wayland-8", "XDG_RUNTIME_DIR": dir, "DISPLAY": ":4711"}, true},
		{"Wayland without a folder", map[string]string{"WAYLAND_DISPLAY": "wayland-7"}, false},
		{"an open connection", map[string]string{"WAYLAND_SOCKET": "3"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := displays(func(name string) string { return tt.env[name] })
			if (err == nil) != tt.want {
				t.Errorf("displays = %v, want one: %v", err, tt.want)
			}
			if err != nil && !strings.Contains(failure.HintOf(err).In(wording.German), tt.env["DISPLAY"]) {
				t.Errorf("the sentence does not name the display: %s", failure.HintOf(err).In(wording.German))
			}
		})
	}
}

// Without a display the person is told so, and nothing of graphics.
func TestInsteadWithoutADisplay(t *testing.T) {
	t.Setenv("LC_ALL", "en_US.UTF-8")
	fault := displays(func(string) string { return "" })
	told := ""
	code, done := instead(fault, program{exe: filepath.Join(t.TempDir(), "laufzettel")}, "", func(_, text string) { told = text })
	if code != 2 || !done || !strings.Contains(told, "no display") || strings.Contains(told, Driver) {
		t.Errorf("instead = %d, %v: %s", code, done, told)
	}
}
