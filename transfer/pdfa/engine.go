package pdfa

import (
	"context"
	"slices"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
)

// EngineChecker lets the engine check PDF files with the own checker. The zero
// value is ready; it is safe for concurrent use.
type EngineChecker struct {
	Time time.Duration // for one file; 0 = DefaultTime
}

var _ check.PDFChecker = (*EngineChecker)(nil)

// Tool names the checker.
func (e *EngineChecker) Tool() string { return Tool() }

// CheckPDF judges one file. Where flavours are agreed (want), the file is held
// against the one it claims if that is agreed, else against the first; without
// agreed flavours against its claim, and a file without claim is not checked.
// The error is the end of ctx only.
func (e *EngineChecker) CheckPDF(ctx context.Context, path string, c container.Content, want []string) (check.PDFResult, error) {
	res := Check(ctx, c, c.Size(), Options{Agreed: known(want), Time: e.Time})
	if err := ctx.Err(); err != nil {
		return check.PDFResult{}, err
	}
	return check.PDFResult{Verdict: string(res.Verdict), Claim: res.Claim, Findings: Findings(path, res), Tool: res.Tool}, nil
}

// known leaves out what is no flavour this package checks.
func known(want []string) []string {
	return slices.DeleteFunc(slices.Clone(want), func(s string) bool { _, ok := parseFlavour(s); return !ok })
}
