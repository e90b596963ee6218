package work

import (
	"cmp"

	"laufzettel/app/work/office"
	"laufzettel/app/work/reading"
	"laufzettel/appraisal"
	"laufzettel/appraisal/counsel"
	"laufzettel/appraisal/merge"
	"laufzettel/appraisal/share"
	"laufzettel/sync/channel"
	"laufzettel/sync/loan"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/convert"
	"laufzettel/transfer/formatid"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/people"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/schema"
	"laufzettel/viewer"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
	"laufzettel/viewer/child"
	"laufzettel/viewer/fulltext"
	"laufzettel/viewer/recognised"
	"laufzettel/viewer/sensitivity/found"
	tables "laufzettel/viewer/siard"
)

// stores are what the rooms share: one of each, on one database.
type stores struct {
	Access     *access.Store
	Book       *appraisal.Book
	Catalog    *catalog.Catalog
	Channel    *channel.Service
	Child      *child.Pool
	Converters *convert.Store
	Counsel    *counsel.Office
	Ledger     *merge.Ledger
	Loans      *loan.Store
	Opener     *viewer.Opener
	Portions   *transfer.Portions
	Prepare    *prepare.Store
	Profiles   *profile.Store
	Queue      *queue.SQL
	Receipts   *receipt.Store
	Registry   *check.Registry
	Schemas    *schema.Store
	Tables     tables.Reader
	Texts      *fulltext.Index
	Places     *found.Places
	Recognised *recognised.Pages
	Notes      *share.Notes
	Engine     *check.Engine
	Journal    *check.SQLJournal
}

// stores makes the stores on the database of the office.
func (h *House) stores() (s *stores, err error) {
	s = &stores{}
	shelf := Kinds(h.Office.Now)
	if s.Registry, err = Codes(); err != nil {
		return nil, err
	}
	s.Schemas = schema.NewStore(h.Office.Path(office.DirSchemas))
	identify, err := formatid.Load(h.Office.Settings.Get().Tools.Signatures)
	if err != nil {
		return nil, err
	}
	s.Portions = transfer.NewPortions(h.Office.Store, h.Office.Now)
	h.Office.People = people.NewRegister(h.Office.Store, h.Office.Now)
	s.Book = appraisal.NewBook(h.Office.Store, h.Office.Now)
	s.Notes = share.NewNotes(h.Office.Store, h.Office.Now)
	s.Counsel, s.Texts = counsel.NewOffice(h.Office.Store, h.Office.Now), fulltext.New(h.Office.Store)
	s.Places, s.Recognised = found.New(h.Office.Store), recognised.New(h.Office.Store)
	s.Profiles = profile.NewStore(h.Office.Store).WithClock(h.Office.Now)
	s.Prepare = prepare.NewStore(h.Office.Store, h.Office.Now, shelf)
	s.Queue = queue.NewSQL(h.Office.Store)
	s.Receipts = receipt.NewStore(h.Office.Store)
	s.Ledger = merge.NewLedger(h.Office.Store, s.Book, h.Office.Now)
	s.Loans = loan.NewStore(h.Office.Store)
	s.Catalog = catalog.New(h.Office.Store)
	s.Access = access.NewStore(h.Office.Store)
	s.Converters = convert.NewStore(h.Office.Store)
	client, err := h.Office.ChannelHTTP()
	if err != nil {
		return nil, err
	}
	h.Keys.Office = h.Office
	s.Channel = &channel.Service{DB: h.Office.Store, Chosen: h.Keys.KeyStore, HTTP: client, Now: h.Office.Opts.Now, Limit: &channel.Limit{},
		Hook: h.Office.Opts.Point}
	s.Child = child.New(cmp.Or(h.Office.Opts.PDFium, h.Office.Path(office.DirCache+"/pdfium")))
	s.readers(h.Office.Path(reading.DirTables))
	s.Journal = check.NewSQLJournal(h.Office.Store)
	s.Engine = &check.Engine{Kinds: shelf.Checks(), Identify: identify, PDFA: &pdfa.EngineChecker{}, Schemas: s.Schemas, Now: h.Office.Now}
	return s, nil
}
