package work_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"laufzettel/app/work/intake"
	"laufzettel/transfer/check"
	"laufzettel/transfer/generate"
)

// An old message that an office filed among a hundred other files makes no delivery of
// their folder; one with its own files does, however many lie beside it elsewhere. Who
// says that a folder is a share means all of it.
func TestDrops_AMessageFiledInAShare(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	message := filesOf(t, delivery(t, generate.Plan{Kind: "xdomea-0503", Seed: 3, Dossiers: 1, Cases: 1, Documents: 2}), "Amt/Zentral/")
	var only string
	for name, text := range message {
		if len(name) > 4 && name[len(name)-4:] == ".xml" {
			only = text
		}
	}
	office := map[string]string{}
	for i := range 150 {
		office[fmt.Sprintf("Bau/Vermerk %03d.txt", i)] = fmt.Sprint("Vermerk ", i)
		office[fmt.Sprintf("Amt/Zentral/Notiz %03d.txt", i)] = fmt.Sprint("Notiz ", i)
	}
	with := func(more map[string]string) map[string]string {
		all := maps.Clone(office)
		maps.Copy(all, more)
		return all
	}
	top := with(map[string]string{"Bau/Nachricht_Aussonderung.Aussonderung.0503.xml": only})
	filed := with(map[string]string{"Amt/Zentral/Nachricht_Aussonderung.Aussonderung.0503.xml": only, "Bau/alt.zip": "PK\x03\x04 cut"})
	tests := []struct {
		name, kind string
		files      map[string]string
		drop       bool // a piece of a drop, and not all of it
		want       string
	}{
		{"filed among others", "", filed, false, intake.PlainKind},
		{"filed in a folder of the first level", "", top, false, intake.PlainKind},
		{"said to be a share", intake.PlainKind, message, false, intake.PlainKind},
		{"with its files", "", message, true, "xdomea-0503"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, pieces, err := intake.Drops{Intake: w.Intake}.CheckDrop(t.Context(), laid(t, tt.files),
				intake.CheckOptions{NoPDFA: true, Kind: tt.kind})
			must(t, err)
			if (d != nil) != tt.drop || len(pieces) != 1 || pieces[0].Kind != tt.want {
				t.Errorf("%d pieces, the first %s, of a drop %v; want one of %s, %v", len(pieces), pieces[0].Kind, d != nil, tt.want,
					tt.drop)
			}
		})
	}
}

// The papers of a drop are written once and lie beside each of its pieces.
func TestCheckDrop_PapersBesideEachPiece(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	drop := map[string]string{}
	for i := range 3 {
		name := fmt.Sprintf("teil%d.zip", i)
		drop[name] = zipped(t, map[string]string{"bagit.txt": "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
			"data/a.txt": fmt.Sprint(i), "manifest-md5.txt": "d41d8cd98f00b204e9800998ecf8427e  data/a.txt\n"})
		drop["sub/"+name+".txt"] = "Anschreiben"
	}
	drop["Summen/md5.txt"] = "00000000000000000000000000000000  teil0.zip\n00000000000000000000000000000000  teil2.zip\n"
	_, pieces, err := intake.Drops{Intake: w.Intake}.CheckDrop(t.Context(), laid(t, drop), intake.CheckOptions{NoPDFA: true})
	must(t, err)
	got := map[string]bool{}
	for _, rep := range pieces {
		got[rep.Portion] = slices.ContainsFunc(rep.Findings,
			func(f check.Finding) bool { return f.Code == "FIX-002" && f.Path == rep.Portion })
	}
	if want := map[string]bool{"teil0.zip": true, "teil1.zip": false, "teil2.zip": true}; !maps.Equal(got, want) {
		t.Errorf("other digests by the list: %v, want %v", got, want)
	}
}

// The check of a drop names everything that lies beside its deliveries and was not looked at,
// also what is more than goes along as papers.
func TestCheckDrop_NamesAllThatWasNotLookedAt(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	bag := zipped(t, map[string]string{"bagit.txt": "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n", "data/a.txt": "a",
		"manifest-md5.txt": "0cc175b9c0f1b6a831c399e269772661  data/a.txt\n"})
	for _, loose := range []int{0, 1, 350} {
		drop := map[string]string{"sub/teil.zip": bag}
		for i := range loose {
			drop[fmt.Sprintf("Bau/Vermerk %03d.txt", i)] = fmt.Sprint("Vermerk ", i)
		}
		d, pieces, err := intake.Drops{Intake: w.Intake}.CheckDrop(t.Context(), laid(t, drop), intake.CheckOptions{NoPDFA: true})
		must(t, err)
		if d == nil || len(pieces) != 1 || pieces[0].Verdict != check.Accepted {
			t.Fatalf("%d files beside it: %+v", loose, pieces)
		}
		told := map[string]bool{}
		for _, f := range d.Own() {
			for _, each := range f.Each() {
				told[each.Path] = f.Code == "KND-005"
			}
		}
		if len(told) != loose || slices.Contains(slices.Collect(maps.Values(told)), false) {
			t.Errorf("%d of %d files beside the delivery are told: %v", len(told), loose, d.Own())
		}
	}
}

// Nothing is passed over because a checksum list names it: what a system left, a list of
// papers only, a bag too deep to be a delivery of its own with its manifest.
func TestCheckDrop_NamesWhatListsSpeakOf(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	bag := map[string]string{"bagit.txt": "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n", "data/a.txt": "a",
		"manifest-md5.txt": "0cc175b9c0f1b6a831c399e269772661  data/a.txt\n"}
	drop := map[string]string{"sub/teil.zip": zipped(t, bag), "Thumbs.db": "a", "u/a.txt": "a",
		"u/md5.txt": "0cc175b9c0f1b6a831c399e269772661  a.txt\n", "sub/md5.txt": "0cc175b9c0f1b6a831c399e269772661  teil.zip\n",
		"MD5SUMS": "0cc175b9c0f1b6a831c399e269772661  Thumbs.db\n"}
	for name, text := range bag {
		drop["v1/v2/beutel/"+name] = text
	}
	d, pieces, err := intake.Drops{Intake: w.Intake}.CheckDrop(t.Context(), laid(t, drop), intake.CheckOptions{NoPDFA: true})
	must(t, err)
	if d == nil || len(pieces) != 1 {
		t.Fatalf("%d pieces of a drop %v", len(pieces), d != nil)
	}
	var told []string
	for _, f := range d.Own() {
		for _, each := range f.Each() {
			if f.Code == "KND-005" {
				told = append(told, each.Path)
			}
		}
	}
	slices.Sort(told)
	want := []string{"MD5SUMS", "Thumbs.db", "u/a.txt", "u/md5.txt", "v1/v2/beutel/bagit.txt", "v1/v2/beutel/data/a.txt",
		"v1/v2/beutel/manifest-md5.txt"}
	if !slices.Equal(told, want) {
		t.Errorf("told are %v, want %v", told, want)
	}
}
