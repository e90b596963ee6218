package single

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"laufzettel/transfer/durable"
)

func TestClaim_HandsOver(t *testing.T) {
	defer goleak.VerifyNone(t)
	dir := t.TempDir()
	first, taken, err := Claim(t.Context(), dir, nil)
	if err != nil || taken || first == nil {
		t.Fatalf("first: %v %v %v", first, taken, err)
	}
	got := make(chan []string, 4)
	// Before Serve: kept for it.
	if w, taken, err := Claim(t.Context(), dir, []string{"laufzettel:pid/1", "a.zip"}); w != nil || !taken || err != nil {
		t.Fatalf("second: %v %v %v", w, taken, err)
	}
	first.Serve(func(files []string) bool { got <- files; return true })
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"laufzettel:pid/1", filepath.Join(here, "a.zip")}, <-got); diff != "" {
		t.Error(diff)
	}
	if _, taken, err := Claim(t.Context(), dir, nil); !taken || err != nil {
		t.Fatalf("third: %v %v", taken, err)
	}
	if files := <-got; len(files) != 0 {
		t.Errorf("files %v", files)
	}
	info, err := os.Stat(filepath.Join(dir, doorFile))
	if err != nil || info.Mode().Perm()&0o077 != 0 && filepath.Separator == '/' {
		t.Errorf("door file: %v, %v", info, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	next, taken, err := Claim(t.Context(), dir, nil)
	if err != nil || taken {
		t.Fatalf("after the end: %v %v", taken, err)
	}
	if err := next.Close(); err != nil {
		t.Error(err)
	}
}

// TestRead_Strangers: nobody without the token is heard, and nothing breaks.
func TestRead_Strangers(t *testing.T) {
	dir := t.TempDir()
	w, _, err := Claim(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	w.Serve(func(files []string) bool { t.Errorf("opened %v", files); return true })
	for _, say := range []string{"", "GET / HTTP/1.1\r\n\r\n", `{"token":"falsch","files":["/etc/passwd"]}`, `{"files":[]}`,
		`{"token":"` + strings.Repeat("x", maxMessage) + `"}`} {
		c, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(w.door.Port)))
		if err != nil {
			t.Fatal(err)
		}
		_, _ = c.Write([]byte(say)) // the other side may have hung up
		_ = c.(*net.TCPConn).CloseWrite()
		answer := make([]byte, 8)
		if n, _ := c.Read(answer); n > 0 {
			t.Errorf("%.20q was answered with %q", say, answer[:n])
		}
		_ = c.Close()
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

// TestHand_Silent: a window that holds the lock and does not answer keeps nobody.
func TestHand_Silent(t *testing.T) {
	dir := t.TempDir()
	lock, err := durable.TryLock(filepath.Join(dir, lockFile))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Release()
	if err := knock(t.Context(), dir, nil); err == nil {
		t.Error("no door, and yet handed over")
	}
	if err := os.WriteFile(filepath.Join(dir, doorFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := knock(t.Context(), dir, nil); err == nil {
		t.Error("a damaged door, and yet handed over")
	}
}

// A window that is ending hands nothing more over: the second start waits for its
// lock and is the first.
func TestClaim_WaitsForAnEndingWindow(t *testing.T) {
	defer goleak.VerifyNone(t)
	dir := t.TempDir()
	ending, _, err := Claim(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	ending.Serve(func(files []string) bool { t.Errorf("an ending window was given %v", files); return true })
	if err := ending.Leave(); err != nil {
		t.Fatal(err)
	}
	type outcome struct {
		w     *Window
		taken bool
		err   error
	}
	got := make(chan outcome, 1)
	go func() {
		w, taken, err := Claim(t.Context(), dir, []string{"a.zip"})
		got <- outcome{w, taken, err}
	}()
	if err := ending.Close(); err != nil {
		t.Fatal(err)
	}
	next := <-got
	if next.err != nil || next.taken || next.w == nil {
		t.Fatalf("after the end: %+v", next)
	}
	if err := next.w.Close(); err != nil {
		t.Error(err)
	}
}

// A window that holds the lock and shows nothing is told, with its process: never is
// a second one opened beside it, and never does the second start end without a word.
func TestClaim_TellsASilentWindow(t *testing.T) {
	dir := t.TempDir()
	hung, _, err := Claim(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	hung.Serve(func([]string) bool { return false })
	w, taken, err := claim(t.Context(), dir, nil, time.Millisecond)
	if w != nil || taken || !errors.Is(err, ErrSilent) || !strings.Contains(err.Error(), strconv.Itoa(os.Getpid())) {
		t.Errorf("beside a hung window: %v, %v, %v", w, taken, err)
	}
	if err := hung.Close(); err != nil {
		t.Error(err)
	}
}
