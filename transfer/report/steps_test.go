package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
)

// What many entries of one day say alike is one line with its count; what differs, or is
// little, stays.
func TestSteps_manyAlikeAreOne(t *testing.T) {
	day := time.Date(2026, 3, 2, 9, 0, 0, 0, time.Local)
	var s Steps
	s.Add(Step{Time: day, Title: "Prüfung abgeschlossen", Agent: "A"})
	for i := range 101 {
		s.Add(Step{Time: day.Add(time.Duration(2*i) * time.Second), Title: "Gesendet", Agent: "A", Detail: fmt.Sprint(i)})
		s.Add(Step{Time: day.Add(time.Duration(2*i+1) * time.Second), Title: "Quittung", Agent: "A", Outcome: fmt.Sprint(i % 2)})
	}
	for i := range 500 {
		s.Add(Step{Time: day.Add(time.Duration(i) * time.Second), Title: "Freigegeben", Agent: "B", Detail: fmt.Sprint(i)})
	}
	s.Add(Step{Time: day.Add(24 * time.Hour), Title: "Freigegeben", Agent: "B", Detail: "later"})
	counts := map[string]int{}
	var order []string
	for _, x := range s.List() {
		if counts[x.Title]++; counts[x.Title] == 1 {
			order = append(order, x.Title)
		}
		switch x.Title {
		case "Gesendet":
			if x.Count != 101 || !x.Time.Equal(day) || !x.Until.Equal(day.Add(200*time.Second)) || x.Detail != "" {
				t.Errorf("sent: %+v", x)
			}
		case "Freigegeben":
			if x.Count != 500 && x.Detail != "later" {
				t.Errorf("released: %+v", x)
			}
		}
	}
	if got := strings.Join(order, ","); got != "Prüfung abgeschlossen,Gesendet,Quittung,Freigegeben" {
		t.Errorf("order: %s", got)
	}
	want := map[string]int{"Prüfung abgeschlossen": 1, "Gesendet": 1, "Quittung": 101, "Freigegeben": 2}
	for title, n := range want {
		if counts[title] != n {
			t.Errorf("%s: %d lines, want %d", title, counts[title], n)
		}
	}
	var text bytes.Buffer
	if err := WriteJSON(&text, IngestReport(Ingest{Steps: s.List()})); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), `"count": 500`) {
		t.Error("the count is not in the paper's data")
	}
	for _, b := range IngestReport(Ingest{Steps: s.List()}).Blocks {
		if table, ok := b.(Table); ok {
			for _, row := range table.Rows {
				if strings.HasPrefix(row[1], "Freigegeben\n500 ") && strings.Contains(row[0], "–") {
					return
				}
			}
		}
	}
	t.Error("no line tells the 500")
}
