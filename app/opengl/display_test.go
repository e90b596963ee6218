//go:build !windows && !darwin

package opengl

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// listening opens a door until the test ends; who asks with this cookie ("" = nobody has
// to) is let in.
func listening(t *testing.T, network, address, cookie string) net.Addr {
	t.Helper()
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			request := make([]byte, 256)
			n, _ := conn.Read(request) // one that only knocks says nothing
			answer := []byte{1}
			if !strings.Contains(string(request[:n]), cookie) {
				answer = []byte("\x00\x02\x0b\x00\x00\x00\x01\x00no\x00\x00")
			}
			_, _ = conn.Write(answer)
			_ = conn.Close()
		}
	}()
	return l.Addr()
}

// authority writes a file of two cookies, the second of which is this one.
func authority(t *testing.T, cookie string) string {
	t.Helper()
	counted := func(s string) string { return string([]byte{0, byte(len(s))}) + s }
	one := func(data string) string {
		return "\x01\x00" + counted("rechner") + counted("4713") + counted(cookieName) + counted(data)
	}
	name := filepath.Join(t.TempDir(), "cookies")
	if err := os.WriteFile(name, []byte(one("anderer Keks....")+one(cookie)+"\x00\x01\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestDisplays(t *testing.T) {
	dir := t.TempDir()
	listening(t, "unix", filepath.Join(dir, "wayland-7"), "")
	listening(t, "unix", "@/tmp/.X11-unix/X4711", "")
	listening(t, "unix", "@/tmp/.X11-unix/X4713", "sechzehn Zeichen")
	port := listening(t, "tcp", "127.0.0.1:0", "").(*net.TCPAddr).Port
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
		{"a display that refuses", map[string]string{"DISPLAY": ":4713", "HOME": dir}, false},
		{"a display that asks for another cookie",
			map[string]string{"DISPLAY": ":4713", "XAUTHORITY": authority(t, "anderer, falscher")}, false},
		{"a display that asks for a cookie", map[string]string{"DISPLAY": ":4713", "XAUTHORITY": authority(t, "sechzehn Zeichen")}, true},
		{"an open connection", map[string]string{"WAYLAND_SOCKET": "3"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := displays(func(name string) string { return tt.env[name] })
			if (err == nil) != tt.want {
				t.Errorf("displays = %v, want one: %v", err, tt.want)
			}
			if err != nil && !strings.Contains(failure.HintOf(err).In(wording.German), tt.env["DISPLAY"]) {
				t.Errorf("the sentence does not name the display: %s", failure.HintOf(err).In(wording.German))
			}
			refused := err != nil && tt.env["DISPLAY"] == ":4713"
			if refused != (failure.HintOf(err).Key == "hint.opengl.display-refused") {
				t.Errorf("the sentence is %s", failure.HintOf(err).Key)
			}
		})
	}
}

// A session names two doors: the one that leads nowhere is told, so that the toolkit takes
// the other.
func TestDisplays_Dead(t *testing.T) {
	dir := t.TempDir()
	listening(t, "unix", filepath.Join(dir, "wayland-7"), "")
	listening(t, "unix", "@/tmp/.X11-unix/X4714", "")
	for _, tt := range []struct{ wayland, display, want string }{
		{"wayland-8", ":4714", "WAYLAND_DISPLAY"}, {"wayland-7", ":4799", "DISPLAY"}, {"wayland-7", ":4714", ""}, {"", ":4714", ""},
	} {
		dead, err := displays(func(name string) string {
			return map[string]string{"WAYLAND_DISPLAY": tt.wayland, "DISPLAY": tt.display, "XDG_RUNTIME_DIR": dir}[name]
		})
		if err != nil || strings.Join(dead, " ") != tt.want {
			t.Errorf("%+v: %v, %v", tt, dead, err)
		}
	}
}

// Without a display the person is told so, and nothing of graphics.
func TestInsteadWithoutADisplay(t *testing.T) {
	t.Setenv("LC_ALL", "en_US.UTF-8")
	_, fault := displays(func(string) string { return "" })
	told := ""
	code, done := instead(fault, program{exe: filepath.Join(t.TempDir(), "laufzettel")}, "", func(_, text string) { told = text })
	if code != 2 || !done || !strings.Contains(told, "no display") || strings.Contains(told, Driver) {
		t.Errorf("instead = %d, %v: %s", code, done, told)
	}
}
