package pack

import (
	"context"
	"database/sql"
	"path"
	"strings"

	"laufzettel/sync/channel"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
)

// EnqueueBuilt puts a built package into the outbox within tx; one that is there
// already stays.
func (pk *Packer) EnqueueBuilt(ctx context.Context, tx *sql.Tx, portion, pid string) error {
	pkg, err := transfer.PackageTx(ctx, tx, pid)
	if err != nil || pkg.State != transfer.PackageBuilt {
		return err
	}
	url := pk.Office.Settings.Get().Channel.URL
	if url == "" {
		return failure.New(failure.Setup, "send package", "Es ist kein Archiv eingetragen, an das gesendet werden kann. Bitte diesen Rechner zuerst anmelden (enrol).")
	}
	p, err := pk.Portions.Get(ctx, portion)
	if err != nil {
		return err
	}
	code, err := pk.givenCode(ctx, p, pkg)
	if err != nil {
		return err
	}
	job, err := channel.UploadJob(pid, channel.Order{Peer: url, Path: pkg.Path, Kind: pkg.Kind, Name: path.Base(pkg.Path),
		PackageID: pid, AccessionID: p.AccessionID, ReferenceCode: code, Exclusive: pk.Office.Exclusive(ctx, p, pkg), SHA512: pkg.SHA512, Size: pkg.Size}, pk.Office.Now())
	if err != nil {
		return err
	}
	if err := pk.Queue.EnqueueTx(ctx, tx, job); err != nil {
		return err
	}
	if err := transfer.SetPackage(ctx, tx, pid, transfer.PackageSent, ""); err != nil {
		return err
	}
	return pk.Log.Entry(ctx, pk.Office.Event(events.Queued, portion, pid, "ok", map[string]string{"job": job.ID}))(tx)
}

// givenCode is the reference code of an archival package where the pattern of a
// profile gave it, "" otherwise: the numbers a workspace counts by itself are no
// codes of the archive, and every workspace begins them with 1.
func (pk *Packer) givenCode(ctx context.Context, p transfer.Portion, pkg transfer.Package) (string, error) {
	if pkg.Kind != aip.KindAIP {
		return "", nil
	}
	prof, err := pk.Papers.ProfileOf(ctx, p)
	if err != nil || prof == nil || prof.ReferenceCode.Pattern == "" {
		return "", err
	}
	return strings.TrimSpace(pkg.ReferenceCode), nil
}
