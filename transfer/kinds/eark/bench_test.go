package eark

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"laufzettel/transfer/mets"
)

// wide is the METS document of a package with n files.
func wide(n int) string {
	var b strings.Builder
	b.WriteString(`<mets xmlns="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink" OBJID="paket-1" TYPE="Mixed" PROFILE="https://earksip.dilcis.eu/profile/E-ARK-SIP.xml"><metsHdr/><fileSec ID="f"><fileGrp ID="g" USE="Representations/rep1">`)
	for i := range n {
		fmt.Fprintf(&b, "\n<file ID=\"file-%d\" MIMETYPE=\"application/pdf\" SIZE=\"%d\" CREATED=\"2026-11-02T08:00:00Z\" CHECKSUM=\"%064x\" CHECKSUMTYPE=\"SHA-256\">\n<FLocat LOCTYPE=\"URL\" xlink:type=\"simple\" xlink:href=\"data/%06d.pdf\"/>\n</file>", i, i, i, i)
	}
	b.WriteString(`</fileGrp></fileSec><structMap LABEL="CSIP"><div><div LABEL="Metadata"/></div></structMap></mets>`)
	return b.String()
}

// BenchmarkParse reads a foreign METS document of very many files, asks its rules and
// tells what of it stays in memory.
func BenchmarkParse(b *testing.B) {
	text := wide(100_000)
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		root, err := mets.Parse(strings.NewReader(text))
		if err != nil {
			b.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB-kept")
		for range 20 {
			if got := len(root.Find("fileSec//fileGrp[USE^=Representations]//file")); got != 100_000 {
				b.Fatal(got)
			}
		}
	}
}
