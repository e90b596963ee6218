package office

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"net/url"
	"os"
	"strings"

	"laufzettel/sync/channel"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/kinds/norm"
	"laufzettel/transfer/record"
)

// ChannelHTTP makes the client of the channel with the certificates of the
// settings. Files that cannot be used are told and left out, so that the settings
// can be put right; the archive then refuses what needs them.
func (of *Office) ChannelHTTP() (*http.Client, error) {
	c := of.Settings.Get().Channel
	route, err := channel.RouteOf(c.Proxy)
	if err != nil { // nothing goes another way than the one that was set; the setting can be put right
		of.Told = errors.Join(of.Told, err)
		bad := err
		route.Proxy = func(*http.Request) (*url.URL, error) { return nil, bad }
	}
	client, err := channel.NewHTTP(channel.TLSOptions{CAFile: c.CAFile, CertFile: c.CertFile, KeyFile: c.CertKey, Proxy: route.Proxy})
	if err == nil {
		return client, nil
	}
	of.Told = errors.Join(of.Told, err)
	return channel.NewHTTP(channel.TLSOptions{Proxy: route.Proxy})
}

// Exclusive reports whether a package is an Originalnorm, which one person at a
// time reads (E7), by what tx sees.
func Exclusive(ctx context.Context, tx *sql.Tx, p transfer.Portion, pkg transfer.Package) bool {
	if p.Kind != norm.Name || pkg.Kind != aip.KindAIP {
		return false
	}
	lineage, err := transfer.LineageTx(ctx, tx, p.ID, pkg.Object)
	if err != nil {
		return true // the cautious side
	}
	named := false
	for _, o := range lineage {
		text := o.Subject + " " + o.Reference + " " + o.Plan.Title
		if strings.Contains(text, "_"+norm.Original+"_") {
			return true
		}
		named = named || strings.Contains(text, "_"+norm.Issue+"_")
	}
	return !named && strings.HasPrefix(p.Title, norm.Original)
}

// Applicant is who this workspace introduces itself as.
func (of *Office) Applicant() channel.Applicant {
	host, err := os.Hostname()
	if err != nil {
		host = "unbekannt"
	}
	office := of.Settings.Get().Archive
	if office == "" {
		office = of.Person()
	}
	return channel.Applicant{Office: office, Host: host, Program: Program + " " + Version}
}

func (of *Office) ObjectsByID(ctx context.Context, portion string) (map[string]*record.Object, error) {
	roots, err := of.Portions.Objects(ctx, portion)
	if err != nil {
		return nil, err
	}
	out := map[string]*record.Object{}
	for o := range record.All(roots) {
		out[o.ID] = o
	}
	return out, nil
}
