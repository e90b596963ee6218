package child_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/samples"
	"laufzettel/viewer"
	"laufzettel/viewer/child"
)

// hurried is a pool of its own whose children may take few seconds.
func hurried(t *testing.T, most time.Duration) *child.Pool {
	t.Helper()
	p := child.New(samples.PDFium())
	if err := p.Warm(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, pid := range p.Children() { // begun before the hurry
		end(t, pid)
	}
	p.Hurry(most)
	t.Cleanup(func() { _ = p.Close() })
	return p
}

func end(t *testing.T, pid int) {
	t.Helper()
	proc, err := os.FindProcess(pid)
	if err == nil {
		err = proc.Kill()
	}
	if err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
}

// fine fails unless an ordinary letter, picture and mail are shown.
func fine(t *testing.T, p *child.Pool, after string) {
	t.Helper()
	doc, err := p.Open(t.Context(), source("a.pdf", letterPDF("Nachtrag")))
	if err != nil {
		t.Fatalf("after %s: %v", after, err)
	}
	defer doc.Close()
	if img, err := doc.(viewer.Pager).Render(t.Context(), viewer.Request{Width: 300}); err != nil || dark(img) < 100 {
		t.Fatalf("after %s: %v", after, err)
	}
	mail, err := p.Open(t.Context(), source("a.eml", []byte(oneMail)))
	if err != nil {
		t.Fatalf("after %s: %v", after, err)
	}
	_ = mail.Close()
}

// S11: whatever a file wants, the child stays within its memory, what cannot be
// shown is told with a sentence, and the next file is shown.
func TestS11_Bombs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes up to 512 MB of memory")
	}
	p, table, most := hurried(t, 3*time.Second), os.Getenv("LAUFZETTEL_BOMBS"), int64(0)
	var rows strings.Builder
	for _, b := range append(pdfBombs(), readerBombs()...) {
		name := b.name
		if !strings.Contains(name, ".") {
			name += ".pdf"
		}
		began := time.Now()
		told := look(t, p, source(name, b.data))
		fine(t, p, b.name)
		took := time.Since(began).Seconds()
		peak := p.Peak()
		if table != "" { // each in children of its own: the peak is of this file and of the letter after it
			peak = p.Anew()
		}
		most = max(most, peak)
		t.Logf("%-50s %9d bytes, peak %3d MB, %5.1f s: %s", b.name, len(b.data), peak>>20, took, told)
		fmt.Fprintf(&rows, "| %s | %d | %d | %.1f | %s |\n", b.name, len(b.data), peak>>20, took, strings.ReplaceAll(told, "|", "/"))
		if peak > child.MemoryLimit {
			t.Fatalf("%s took %d MB in a child", b.name, peak>>20)
		}
	}
	if runtime.GOOS == "linux" && most < 64<<20 {
		t.Errorf("peak %d: nobody measured", most)
	}
	if table != "" && !t.Failed() {
		written(t, table, rows.String())
	}
}

// written puts the rows of the bombs behind the head of their table, to the end of the page.
func written(t *testing.T, page, rows string) {
	t.Helper()
	const head = "|---|---|---|---|---|\n"
	was, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, _, found := strings.Cut(string(was), head)
	if !found {
		t.Fatalf("%s has no table", page)
	}
	if err := os.WriteFile(page, []byte(before+head+rows), 0o600); err != nil {
		t.Fatal(err)
	}
}

// look does with a file what page view and index do, and tells what came of it.
func look(t *testing.T, p *child.Pool, src viewer.Source) string {
	t.Helper()
	sentence := func(err error) string {
		if err == nil {
			return "ok"
		}
		if !failure.Explained(err) {
			t.Errorf("%s: %v has no sentence", src.Name, err)
		}
		return strings.SplitAfter(failure.HintOf(err).In("de"), ".")[0] + fmt.Sprintf(" [%.60v]", err)
	}
	doc, err := p.Open(t.Context(), src)
	if err != nil {
		return "open: " + sentence(err)
	}
	defer doc.Close()
	said := "opens"
	if pager, ok := doc.(viewer.Pager); ok {
		_, err := pager.Render(t.Context(), viewer.Request{Width: 1240})
		said += "; page 1: " + sentence(err)
		if pager.Pages() > 1 && strings.HasSuffix(src.Name, ".pdf") {
			_, err := pager.Render(t.Context(), viewer.Request{Page: 1, Width: 300})
			said += "; page 2: " + sentence(err)
			if err != nil {
				t.Errorf("%s: the page after the bomb: %v", src.Name, err)
			}
		}
	}
	_, err = viewer.FullText(t.Context(), doc, 1<<20)
	said += "; text: " + sentence(err)
	if box, ok := doc.(viewer.Container); ok && len(box.Parts()) > 0 {
		part, err := box.OpenPart(0)
		said += fmt.Sprintf("; part of %d: %s", part.Size, sentence(err))
	}
	return said
}

// A page that ended a child is not tried again, and a file with many such pages is
// given up.
func TestBombIsNotTriedAgain(t *testing.T) {
	p := hurried(t, time.Second)
	gate := make(chan struct{})
	defer close(gate)
	data := letterPDF("Eins", "Zwei")
	src := &stuck{Reader: bytes.NewReader(data), gate: gate}
	hung := open(t, p, viewer.Source{Name: "hang.pdf", Content: src, Size: int64(len(data))}).(viewer.Pager)
	src.hang()
	for _, pid := range p.Children() {
		end(t, pid) // the next child reads the file anew, and hangs
	}
	_, first := hung.Render(t.Context(), viewer.Request{Width: 100})
	if !strings.Contains(failure.HintOf(first).In("de"), "zu lange") {
		t.Fatalf("%v", first)
	}
	reads := src.count()
	if _, again := hung.Render(t.Context(), viewer.Request{Width: 200}); again == nil ||
		failure.HintOf(again).In("de") != failure.HintOf(first).In("de") || src.count() != reads {
		t.Errorf("again: %v", again)
	}
	fine(t, p, "the hang")
}

// stuck is content whose reading does not come back once told to hang.
type stuck struct {
	*bytes.Reader
	gate  chan struct{}
	mu    sync.Mutex
	hangs bool
	reads int
}

func (s *stuck) hang() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hangs = true
}

func (s *stuck) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reads
}

// ReadAt implements io.ReaderAt.
func (s *stuck) ReadAt(p []byte, off int64) (int, error) {
	s.mu.Lock()
	s.reads++
	hangs := s.hangs
	s.mu.Unlock()
	if hangs {
		<-s.gate
	}
	return s.Reader.ReadAt(p, off)
}

// A child that was killed while nobody used it is replaced without a word.
func TestKilledChildIsReplaced(t *testing.T) {
	p := hurried(t, 30*time.Second)
	doc := open(t, p, source("a.pdf", letterPDF("Nachtrag"))).(viewer.Pager)
	for _, pid := range p.Children() {
		end(t, pid)
	}
	if _, err := doc.Render(t.Context(), viewer.Request{Width: 300}); err != nil {
		t.Errorf("the document is not shown any more: %v", err)
	}
}

// Who turns the page while it is drawn is answered at once, and the next page comes.
func TestCancelledDrawing(t *testing.T) {
	p := hurried(t, 30*time.Second)
	var lines bytes.Buffer
	for i := range 200_000 {
		fmt.Fprintf(&lines, "%d %d m %d %d l S\n", i%300, i%400, (i*7)%300, (i*13)%400)
	}
	doc := open(t, p, source("a.pdf", bombPDF(paper4, "", lines.String()))).(viewer.Pager)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := doc.Render(ctx, viewer.Request{Width: 3000})
		done <- err
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if _, err := doc.Render(t.Context(), viewer.Request{Page: 1, Width: 300}); err != nil {
		t.Errorf("the next page: %v", err)
	}
}

func TestClosedPool(t *testing.T) {
	p := hurried(t, 30*time.Second)
	doc := open(t, p, source("a.pdf", letterPDF("x"))).(viewer.Pager)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if n := p.Children(); len(n) != 0 {
		t.Errorf("children after the end: %v", n)
	}
	if _, err := doc.Render(t.Context(), viewer.Request{Width: 100}); !failure.Explained(err) {
		t.Errorf("%v", err)
	}
}

// A child can open nothing once it has started and knows nothing of its parent.
func TestChildHasNothing(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("reads /proc")
	}
	t.Setenv("LAUFZETTEL_SECRET", "x")
	p := hurried(t, 30*time.Second)
	fine(t, p, "the start")
	for _, pid := range p.Children() {
		env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if err != nil || len(env) != 0 {
			t.Errorf("environment %q, %v", env, err)
		}
		if dir, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid)); err != nil || dir != "/" {
			t.Errorf("folder %s, %v", dir, err)
		}
		args, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err != nil || bytes.Contains(args, []byte("cache")) {
			t.Errorf("arguments %q, %v", args, err)
		}
		limits, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", pid))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"Max open files", "Max file size", "Max core file size"} {
			if f := strings.Fields(row(string(limits), name)); len(f) < 2 || f[0] != "0" || f[1] != "0" {
				t.Errorf("%s: %v", name, f)
			}
		}
	}
}

func row(text, name string) string {
	_, rest, _ := strings.Cut(text, name)
	line, _, _ := strings.Cut(rest, "\n")
	return line
}

// orphanArgument makes this program a parent that waits to be killed.
const orphanArgument = "--parent-of-orphans"

// parentOfOrphans begins children, says who they are and waits.
func parentOfOrphans() {
	p := child.New(samples.PDFium())
	if err := p.Warm(context.Background()); err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	fmt.Println("children", len(p.Children()), strings.Trim(fmt.Sprint(p.Children()), "[]"))
	select {}
}

// A parent that is killed leaves no child behind, not even one that is computing.
func TestNoOrphans(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("reads /proc")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, orphanArgument)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var n, a, b int
	line, err := bufio.NewReader(out).ReadString('\n')
	if _, scanned := fmt.Sscanf(line, "children %d %d %d", &n, &a, &b); err != nil || scanned != nil || n != 2 {
		t.Fatalf("%q, %v, %v", line, err, scanned)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
	for _, pid := range []int{a, b} {
		for alive(pid) {
			if t.Context().Err() != nil {
				t.Fatalf("child %d outlives its parent", pid)
			}
			runtime.Gosched()
		}
	}
}

// alive reports whether a process runs; one that nobody has waited for does not.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, state, _ := strings.Cut(string(stat), ") ")
	return err == nil && !strings.HasPrefix(state, "Z")
}
