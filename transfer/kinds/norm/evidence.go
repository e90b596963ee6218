package norm

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/signature"
)

// evidenceTitle names a revocation list (Sperrliste) or an answer kept with its norm.
const evidenceTitle = "Sperrauskunft zur Signatur (in der Nachricht nicht genannt)"

// isEvidence reports a revocation list or an answer to whether a certificate is revoked.
func isEvidence(e container.Entry) bool {
	return slices.Contains([]string{".crl", ".ocsp", ".ors"}, strings.ToLower(path.Ext(e.Path))) && e.Size <= maxXML
}

// listedEvidence makes it no stranger in a delivery: nothing asks for it, and it is
// welcome (requirement E6).
func listedEvidence(p string) check.Listed {
	return check.Listed{Path: p, Role: check.RoleOther, Size: -1, By: "Signaturprüfung"}
}

// evidenceAt reads revocation lists and answers.
func evidenceAt(ctx context.Context, t container.Tree, paths []string) (*signature.Evidence, error) {
	e := &signature.Evidence{}
	for _, p := range paths {
		e.Add([]byte(head(ctx, t, p, maxXML)))
	}
	return e, ctx.Err()
}

// evidenceBeside finds what lies beside the containers of a delivery, and reads it.
func evidenceBeside(ctx context.Context, t container.Tree) (paths []string, said *signature.Evidence, err error) {
	err = t.Files(ctx, func(e container.Entry) error {
		if isEvidence(e) {
			paths = append(paths, e.Path)
		}
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("look for revocation lists: %w", err)
	}
	said, err = evidenceAt(ctx, t, paths)
	return paths, said, err
}
