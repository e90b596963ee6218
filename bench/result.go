package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
)

// results are everything measured so far, one entry per measurement; a later
// run replaces the entries it measured again.
type results struct {
	Measurements []measurement `json:"measurements"`
}

// measurement is one piece of work done by several programs in turn.
type measurement struct {
	ID      string    `json:"id"`
	Title   string    `json:"title"`
	Data    string    `json:"data"`    // what was worked on
	Promise string    `json:"promise"` // as design.md 8 states it, "" = none
	Kept    string    `json:"kept"`    // "yes", "no" or "" where nothing is promised
	Machine facts     `json:"machine"`
	Rows    []subject `json:"rows"`
	Steps   bool      `json:"steps,omitempty"` // the rows are steps of one work, not contenders
}

// subject is one program in a measurement.
type subject struct {
	Name    string    `json:"name"`
	Seconds []float64 `json:"seconds"` // wall, one per round
	CPU     []float64 `json:"cpu,omitempty"`
	PeakMB  float64   `json:"peakMB,omitempty"` // highest of the rounds
	Note    string    `json:"note,omitempty"`
}

// figures reports whether anything was measured.
func (m measurement) figures() bool {
	return slices.ContainsFunc(m.Rows, func(s subject) bool { return len(s.Seconds)+len(s.CPU) > 0 })
}

// median gives the middle of the values, the mean of the two middle ones where
// their number is even, 0 without any.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(values))
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2
	}
	return s[len(s)/2]
}

func readResults(path string) (*results, error) {
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &results{}, nil
	}
	if err != nil {
		return nil, err
	}
	r := &results{}
	return r, json.Unmarshal(raw, r)
}

func (r *results) merge(m facts, measured []measurement) {
	for _, n := range measured {
		n.Machine = m
		i := slices.IndexFunc(r.Measurements, func(old measurement) bool { return old.ID == n.ID })
		if i < 0 {
			r.Measurements = append(r.Measurements, n)
			continue
		}
		if n.figures() || !r.Measurements[i].figures() {
			r.Measurements[i] = n // one not made keeps the earlier figures
		}
	}
}

func (r *results) write(path string) error {
	raw, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(raw, '\n'), 0o644)
}
