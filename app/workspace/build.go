package workspace

import (
	"cmp"
	"time"

	"laufzettel/app/settings"
	"laufzettel/appraisal"
	"laufzettel/appraisal/counsel"
	"laufzettel/appraisal/merge"
	"laufzettel/sync/channel"
	"laufzettel/sync/loan"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/bagit"
	"laufzettel/transfer/check"
	"laufzettel/transfer/convert"
	"laufzettel/transfer/eark"
	"laufzettel/transfer/ech0160"
	"laufzettel/transfer/export"
	"laufzettel/transfer/formatid"
	"laufzettel/transfer/guard"
	"laufzettel/transfer/handelsregister"
	"laufzettel/transfer/norm"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/people"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/register"
	"laufzettel/transfer/schema"
	"laufzettel/transfer/siard"
	"laufzettel/transfer/signature"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/website"
	"laufzettel/transfer/xdomea"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
	"laufzettel/viewer/child"
	"laufzettel/viewer/fulltext"
)

// kinds are the delivery kinds in the order they are asked; a new kind adds one
// line here.
func kinds(now func() time.Time) []check.Kind {
	return []check.Kind{
		norm.Kind{Now: now}, // before xdomea, whose messages its containers hold
		xdomea.Kind{},
		register.Kind{Now: now},
		handelsregister.Kind{},
		bagit.Kind{},
		eark.Kind{},
		ech0160.Kind{},
		siard.Kind{},
		export.Kind{},
		website.Kind{},
	}
}

// Codes is the registry of every finding the program can utter.
func Codes() (*check.Registry, error) {
	return check.NewRegistry(check.Codes, check.ContainerCodes, schema.Codes, pdfa.Codes, slip.Codes, guard.Codes, aip.Codes, signature.Codes, xdomea.Codes,
		norm.Codes, register.Codes, handelsregister.Codes, bagit.Codes, eark.Codes, ech0160.Codes, siard.Codes, export.Codes, website.Codes, prepare.Codes)
}

// build makes the services on the open database.
func (w *Workspace) build(policy settings.Policy) (err error) {
	if w.Settings, err = settings.OpenUnder(w.Dir, policy); w.Settings == nil {
		return err
	}
	w.warning = err
	if w.Registry, err = Codes(); err != nil {
		return err
	}
	w.Schemas = schema.NewStore(w.path(dirSchemas))
	identify, err := formatid.Load(w.Settings.Get().Tools.Signatures)
	if err != nil {
		return err
	}
	w.Portions = transfer.NewPortions(w.store, w.Now)
	w.People = people.NewRegister(w.store, w.Now)
	w.Portions.Numbering(w.NumberPattern)
	w.Book = appraisal.NewBook(w.store, w.Now)
	w.Counsel, w.Texts = counsel.NewOffice(w.store, w.Now), fulltext.New(w.store)
	w.Profiles = profile.NewStore(w.store)
	w.Prepare = prepare.NewStore(w.store, w.Now)
	w.Queue = queue.NewSQL(w.store)
	w.Receipts = receipt.NewStore(w.store)
	w.Ledger = merge.NewLedger(w.store, w.Book, w.Now)
	w.Loans = loan.NewStore(w.store)
	w.Catalog = catalog.New(w.store)
	w.Access = access.NewStore(w.store)
	w.Converters = convert.NewStore(w.store)
	if err := w.buildChannel(); err != nil {
		return err
	}
	w.Child = child.New(cmp.Or(w.opts.PDFium, w.path(dirCache+"/pdfium")))
	w.Opener = w.opener()
	w.Receivers = []Receiver{{Mine: w.isDelivery, Confirmed: w.confirmDelivery, Refused: w.refused}}
	w.MayShow = w.MayShowPortion
	w.Concludes, w.Sweep, w.NothingWaits = w.concludeAll, w.SweepCopies, w.nothingWaits
	w.journal = check.NewSQLJournal(w.store)
	w.engine = &check.Engine{Kinds: kinds(w.Now), Identify: identify, PDFA: &pdfa.EngineChecker{}, Schemas: w.Schemas, Now: w.Now}
	return nil
}

// buildChannel makes the client side of the signed channel.
func (w *Workspace) buildChannel() error {
	client, err := w.channelHTTP()
	if err != nil {
		return err
	}
	w.Channel = &channel.Service{DB: w.store, Keys: w.keyStore(), HTTP: client, Now: w.opts.Now, Limit: &channel.Limit{}, Hook: w.opts.Point}
	return nil
}
