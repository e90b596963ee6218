package workspace

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/norm"
)

// channelHTTP makes the client of the channel with the certificates of the
// settings. Files that cannot be used are told and left out, so that the settings
// can be put right; the archive then refuses what needs them.
func (w *Workspace) channelHTTP() (*http.Client, error) {
	c := w.Settings.Get().Channel
	client, err := channel.NewHTTP(channel.TLSOptions{CAFile: c.CAFile, CertFile: c.CertFile, KeyFile: c.CertKey})
	if err == nil {
		return client, nil
	}
	w.warning = errors.Join(w.warning, err)
	return channel.NewHTTP(channel.TLSOptions{})
}

// reported tells every step of a job under way like a change of it, so that rate
// and time left can be shown.
func reported(tell SendProgress) func(id string, done, total int64) {
	if tell == nil {
		return nil
	}
	return func(id string, done, total int64) {
		tell(queue.Job{ID: id, State: queue.Running, Done: done, Total: total})
	}
}

// exclusive reports whether a package is an Originalnorm, which one person at a
// time reads (E7).
func (w *Workspace) exclusive(ctx context.Context, p transfer.Portion, pkg transfer.Package) bool {
	if p.Kind != norm.Name || pkg.Kind != aip.KindAIP {
		return false
	}
	objects, err := w.objectsByID(ctx, p.ID)
	if err != nil {
		return true // the cautious side
	}
	named := false
	for o := objects[pkg.Object]; o != nil; o = o.Parent {
		text := o.Subject + " " + o.Reference + " " + o.Plan.Title
		if strings.Contains(text, "_"+norm.Original+"_") {
			return true
		}
		named = named || strings.Contains(text, "_"+norm.Issue+"_")
	}
	return !named && strings.HasPrefix(p.Title, norm.Original)
}
