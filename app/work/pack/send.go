package pack

import (
	"context"
	"database/sql"
	"path"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/sync/channel"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
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
		return failure.New(failure.Setup, "send package", wording.Say("hint.pack.no-archive-entered"))
	}
	p, err := transfer.PortionTx(ctx, tx, portion)
	if err != nil {
		return err
	}
	code, err := givenCode(ctx, tx, p, pkg)
	if err != nil {
		return err
	}
	job, err := channel.UploadJob(pid, channel.Order{Peer: url, Path: pkg.Path, Kind: pkg.Kind, Name: path.Base(pkg.Path),
		PackageID: pid, AccessionID: p.AccessionID, ReferenceCode: code, Exclusive: office.Exclusive(ctx, tx, p, pkg), SHA512: pkg.SHA512,
		Size: pkg.Size}, pk.Office.Now())
	if err != nil {
		return err
	}
	if err := pk.Queue.EnqueueTx(ctx, tx, job); err != nil {
		return err
	}
	if err := transfer.SetPackage(ctx, tx, pid, transfer.PackageSent, ""); err != nil {
		return err
	}
	return pk.Log.Entry(ctx, pk.Office.Event(events.Queued, portion, pid, "ok", job.LogDetail()))(tx)
}

// givenCode is the reference code of an archival package where the pattern of a
// profile gave it, "" otherwise: the numbers a workspace counts by itself are no
// codes of the archive, and every workspace begins them with 1.
func givenCode(ctx context.Context, tx *sql.Tx, p transfer.Portion, pkg transfer.Package) (string, error) {
	if pkg.Kind != aip.KindAIP || p.ProfileID == "" {
		return "", nil
	}
	prof, err := profile.GetTx(ctx, tx, p.ProfileID)
	if err != nil || prof.ReferenceCode.Pattern == "" {
		return "", err
	}
	return strings.TrimSpace(pkg.ReferenceCode), nil
}
