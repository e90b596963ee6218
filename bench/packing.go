package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// mostOfTar bounds packaging by what writing a TAR and computing SHA-512 of its files costs.
const mostOfTar = 2.5

// fewPacked is the number of files of a delivery of which the start of the program is a
// good part of the time.
const fewPacked = 1500

// packaging measures the building of one package of real files: written, read back from
// the disk and proven, listed in the index. What the texts cost that follow into the index
// is told beside it.
func packaging(files func(options) int) func(ctx context.Context, o options) (measurement, error) {
	return func(ctx context.Context, o options) (measurement, error) {
		n := files(o)
		m := measurement{Title: fmt.Sprintf("Packaging %d real files", n),
			Promise: fmt.Sprintf("at most %.1f × the processor time of tar and sha512sum", mostOfTar), Kept: "not measured"}
		d, err := o.portion(ctx, "7041", n)
		if err != nil {
			return m, err
		}
		m.Data = d.String() + ", drawn by portion.py (seed 7041), checked and appraised; one package."
		ready := filepath.Join(o.work, "packing-ready")
		defer os.RemoveAll(ready)
		if err := o.appraised(ctx, ready, d.path); err != nil {
			return m, err
		}
		own, peer := subject{Name: "laufzettel-cli package", Note: "written, read back, proven; found by its description"},
			subject{Name: "tar, sha512sum", Note: "written; a digest of every file"}
		text := subject{Name: "the texts into the index", Note: "with the first search; the second search is taken off"}
		for round := range max(1, min(3, o.realRounds)) {
			if err := o.packOnce(ctx, ready, d.path, &own, &peer, &text, round == 0); err != nil {
				return m, err
			}
		}
		m.Rows = []subject{own, peer, text}
		if r := cpuRatio(m.Rows, peer.Name); r > 0 {
			m.Kept = yes(1/r <= mostOfTar)
		}
		return m, nil
	}
}

// appraised makes a workspace in which a delivery waits for its package.
func (o options) appraised(ctx context.Context, data, delivery string) error {
	if err := os.RemoveAll(data); err != nil {
		return err
	}
	for _, args := range [][]string{{"settings", "archive=" + pathArchive},
		{"receive", "--check", "--kind", "files", delivery},
		{"receive", "accept", pathPortion, "--exception", "--reason", "Messung"}, {"appraise", pathPortion, "set", pathPortion, "a"},
		{"appraise", pathPortion, "finish"}} {
		c := o.inWorkspace(data, args...)
		c.faulty = true
		if err := once(ctx, c, new(subject), false); err != nil {
			return err
		}
	}
	return nil
}

func (o options) inWorkspace(data string, args ...string) contender {
	return contender{name: "laufzettel-cli", args: append([]string{o.cli}, args...),
		env: []string{"LAUFZETTEL_DATA=" + data, "LAUFZETTEL_PERSON=M. Ahrens"}}
}

// packOnce packages in a copy of the workspace, and lets the peer do its work; the texts
// are read in one round.
func (o options) packOnce(ctx context.Context, ready, delivery string, own, peer, text *subject, withTexts bool) error {
	data := filepath.Join(o.work, "packing-workspace")
	defer os.RemoveAll(data)
	if err := errors.Join(os.RemoveAll(data), os.CopyFS(data, os.DirFS(ready))); err != nil {
		return err
	}
	if err := once(ctx, o.inWorkspace(data, "package", pathPortion), own, true); err != nil {
		return err
	}
	if withTexts {
		var first, second subject
		search := o.inWorkspace(data, "--json", "search", "Verzeichnis")
		if err := errors.Join(once(ctx, search, &first, true), once(ctx, search, &second, true)); err != nil {
			return err
		}
		text.CPU = []float64{median(first.CPU) - median(second.CPU)}
		text.Seconds = []float64{median(first.Seconds) - median(second.Seconds)}
	}
	out := filepath.Join(o.work, "packing.tar")
	defer os.Remove(out)
	script := fmt.Sprintf("tar cf '%s' -C '%s' . && cd '%s' && find . -type f -print0 | xargs -0 sha512sum > /dev/null", out, delivery, delivery)
	return once(ctx, shell(peer.Name, script, ""), peer, true)
}

// systemTrees are folders of files nobody made for a test, as far as the system has them.
var systemTrees = []string{"/usr/share/doc", "/usr/lib/python3", "/usr/share/icons"}

// trees compares with sf on files of the system.
func trees(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "Files of the system", Promise: fmt.Sprintf("processor time of sf at least %.1f × ours", leastClass)}
	var there []string
	total := made{}
	for _, dir := range systemTrees {
		d, err := measureTree(dir)
		if err != nil || d.files == 0 {
			continue
		}
		there = append(there, dir)
		total.files, total.bytes = total.files+d.files, total.bytes+d.bytes
	}
	if len(there) == 0 {
		return m, errors.New("none of the folders of the system is there")
	}
	m.Data = fmt.Sprintf("%s of %v.", total, there)
	var err error
	m.Rows, err = contest(ctx, min(3, o.realRounds), []contender{o.oursOnReal(there...), o.siegfried(there...)})
	m.Kept = fasterThan(m.Rows, peerSF, leastClass)
	return m, err
}

// slopeFiles are the sizes between which the processor time a file may not grow by more
// than mostSlope.
var slopeFiles = []int{10_000, 50_000, 200_000}

const mostSlope = 1.25

// slope checks ever more real files; there may be fewer of them than asked for.
func slope(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "Real files: slope", Steps: true, Kept: "not measured",
		Promise: fmt.Sprintf("processor time a file at the largest at most %.2f × that at the smallest", mostSlope)}
	var each []float64
	for _, n := range slopeFiles {
		d, err := o.portion(ctx, "7041", n)
		if err != nil {
			return m, err
		}
		rows, err := contest(ctx, 1, []contender{o.oursOnReal(d.path)})
		if err != nil {
			return m, err
		}
		s := rows[0]
		s.Name = fmt.Sprintf("%d files", d.files)
		s.Note = fmt.Sprintf("%s; %s ms a file, %s s a GB", d, seconds(1000*median(s.CPU)/float64(d.files)),
			seconds(median(s.CPU)/(float64(d.bytes)/(1<<30))))
		m.Rows = append(m.Rows, s)
		each = append(each, median(s.CPU)/float64(d.files))
		if err := os.RemoveAll(d.path); err != nil {
			return m, err
		}
		_ = os.Remove(d.path + ".ready") // made anew where it stays
	}
	m.Data = "Portions of one seed, drawn by portion.py; it gives fewer files than asked for where the machine has no more."
	if first, last := each[0], each[len(each)-1]; first > 0 {
		m.Kept = yes(last <= mostSlope*first)
	}
	return m, nil
}
