package work

import (
	"context"

	"laufzettel/app/work/accession"
	"laufzettel/app/work/appraise"
	"laufzettel/app/work/clerk"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/outbox"
	"laufzettel/app/work/pack"
	"laufzettel/app/work/reading"
	"laufzettel/app/work/share"
	"laufzettel/app/work/trial"
	"laufzettel/appraisal/sample"
	"laufzettel/sync/sign"
	"laufzettel/viewer/blacken"
	"laufzettel/viewer/contained"
)

// empty gives the rooms without furniture, so that wire can give them to each other.
func empty() *House {
	return &House{
		Office: &office.Office{}, Keys: &office.Keys{Opened: &sign.Opened{}}, Log: &office.Log{}, Papers: &office.Papers{},
		Copies: &office.Copies{},
		Intake: &intake.Intake{}, Contents: &intake.Contents{}, Claims: &intake.Claims{},
		Desk: &appraise.Desk{}, Replies: &appraise.Replies{}, Sensing: &appraise.Sensing{},
		Sampling: &appraise.Sampling{}, Shares: &share.Shares{},
		Room: &reading.Room{}, Gate: &reading.Gate{}, Uses: &reading.Uses{}, Blackener: &reading.Blackener{},
		ContentNotes: &reading.Notes{}, Packer: &pack.Packer{},
		Outbox: &outbox.Outbox{}, Lending: &outbox.Lending{}, Doors: &outbox.Doors{}, Telling: &outbox.Telling{},
		Books: &accession.Books{}, Ending: &accession.Ending{}, Clearing: &accession.Clearing{},
		Clerk: &clerk.Clerk{}, Handover: &clerk.Handover{}, Trials: &trial.Trials{},
	}
}

// wire gives every room the rooms and stores it works with, and those above enter
// themselves below for what they alone know.
func (h *House) wire(s *stores) {
	h.Office.Keys = h.Keys
	h.Office.Log = h.Log
	h.Office.Channel = s.Channel
	h.Office.Portions = s.Portions
	h.Office.Profiles = s.Profiles
	h.Office.Queue = s.Queue
	*h.Keys = office.Keys{
		Office: h.Office, Log: h.Log, Channel: s.Channel, Opened: h.Keys.Opened,
	}
	*h.Log = office.Log{
		Office: h.Office, Ledger: s.Ledger, Loans: s.Loans,
	}
	*h.Papers = office.Papers{
		Office: h.Office, Log: h.Log, Portions: s.Portions, Profiles: s.Profiles, Engine: s.Engine,
	}
	*h.Copies = office.Copies{
		Office: h.Office, Log: h.Log, Catalog: s.Catalog, Portions: s.Portions, Journal: s.Journal,
	}
	*h.Intake = intake.Intake{
		Office: h.Office, Log: h.Log, Papers: h.Papers, Contents: h.Contents, Claims: h.Claims, Book: s.Book,
		Portions: s.Portions, Prepare: s.Prepare, Profiles: s.Profiles, Registry: s.Registry, Schemas: s.Schemas,
		Engine: s.Engine, Journal: s.Journal,
	}
	*h.Contents = intake.Contents{
		Office: h.Office, Portions: s.Portions, Engine: s.Engine, Journal: s.Journal,
	}
	*h.Claims = intake.Claims{
		Office: h.Office, Papers: h.Papers, Intake: h.Intake, Portions: s.Portions,
	}
	*h.Desk = appraise.Desk{
		Office: h.Office, Log: h.Log, Papers: h.Papers, Intake: h.Intake, Contents: h.Contents, Replies: h.Replies,
		Book: s.Book, Catalog: s.Catalog, Counsel: s.Counsel, Opener: s.Opener, Portions: s.Portions,
		Profiles: s.Profiles, Texts: s.Texts, Places: s.Places, Recognised: s.Recognised,
	}
	s.Book.Permanent = h.Desk.HoldPermanent
	*h.Sensing = appraise.Sensing{
		Office: h.Office, Log: h.Log, Intake: h.Intake, Contents: h.Contents, Desk: h.Desk, Portions: s.Portions,
		Converters: s.Converters,
	}
	*h.Sampling = appraise.Sampling{Office: h.Office, Log: h.Log, Desk: h.Desk, Book: s.Book, Store: sample.NewStore(h.Office.Store)}
	h.Desk.Sampling = h.Sampling
	*h.Replies = appraise.Replies{
		Office: h.Office, Papers: h.Papers, Intake: h.Intake, Desk: h.Desk, Portions: s.Portions,
	}
	*h.Shares = share.Shares{
		Office: h.Office, Log: h.Log, Papers: h.Papers, Intake: h.Intake, Contents: h.Contents, Desk: h.Desk,
		Book: s.Book, Notes: s.Notes, Portions: s.Portions, Journal: s.Journal,
	}
	h.Room.Furnish(h.Gate, h.Uses, reading.Stores{
		Office: h.Office, Log: h.Log, Copies: h.Copies, Intake: h.Intake, Desk: h.Desk, Access: s.Access, Catalog: s.Catalog,
		Child:  s.Child,
		Opener: s.Opener, Tables: s.Tables, Portions: s.Portions, Engine: s.Engine, Journal: s.Journal, Channel: s.Channel,
		Contained: contained.NewStore(h.Office.Store),
	})
	*h.ContentNotes = reading.Notes{Office: h.Office, Log: h.Log, Room: h.Room, Store: contained.NewStore(h.Office.Store)}
	*h.Blackener = reading.Blackener{
		Office: h.Office, Log: h.Log, Room: h.Room, Uses: h.Uses, Store: blacken.NewStore(h.Office.Store),
	}
	*h.Packer = pack.Packer{
		Office: h.Office, Log: h.Log, Papers: h.Papers, Copies: h.Copies, Intake: h.Intake, Contents: h.Contents,
		Desk: h.Desk, Room: h.Room, Notes: s.Notes, Converters: s.Converters, Opener: s.Opener, Portions: s.Portions, Queue: s.Queue,
		Engine: s.Engine, Journal: s.Journal,
	}
	*h.Outbox = outbox.Outbox{
		Office: h.Office, Keys: h.Keys, Log: h.Log, Copies: h.Copies, Intake: h.Intake, Contents: h.Contents,
		Room: h.Room, Packer: h.Packer, Lending: h.Lending, Doors: h.Doors, Telling: h.Telling, Channel: s.Channel, Loans: s.Loans,
		Portions: s.Portions, Queue: s.Queue, Receipts: s.Receipts, Schemas: s.Schemas,
	}
	*h.Lending = outbox.Lending{
		Office: h.Office, Log: h.Log, Copies: h.Copies, Intake: h.Intake, Desk: h.Desk, Outbox: h.Outbox,
		Channel: s.Channel, Ledger: s.Ledger, Loans: s.Loans, Portions: s.Portions, Queue: s.Queue,
		Journal: s.Journal,
	}
	*h.Telling = outbox.Telling{Office: h.Office, Outbox: h.Outbox, Gate: h.Gate, Channel: s.Channel, Receipts: s.Receipts}
	*h.Doors = outbox.Doors{
		Office: h.Office, Keys: h.Keys, Intake: h.Intake, Channel: s.Channel, Portions: s.Portions,
	}
	*h.Books = accession.Books{
		Office: h.Office, Log: h.Log, Papers: h.Papers, Intake: h.Intake, Replies: h.Replies, Packer: h.Packer,
		Outbox: h.Outbox, Lending: h.Lending, Ending: h.Ending, Clearing: h.Clearing, Channel: s.Channel,
		Loans: s.Loans, Portions: s.Portions, Profiles: s.Profiles, Receipts: s.Receipts,
	}
	*h.Ending = accession.Ending{
		Office: h.Office, Log: h.Log, Papers: h.Papers, Copies: h.Copies, Intake: h.Intake, Contents: h.Contents,
		Desk: h.Desk, Replies: h.Replies, Uses: h.Uses, Packer: h.Packer, Outbox: h.Outbox, Books: h.Books,
		Book: s.Book, Catalog: s.Catalog, Counsel: s.Counsel, Notes: s.Notes, Loans: s.Loans, Portions: s.Portions,
		Registry: s.Registry, Journal: s.Journal,
	}
	*h.Clearing = accession.Clearing{
		Office: h.Office, Log: h.Log, Outbox: h.Outbox, Books: h.Books, Ending: h.Ending, Loans: s.Loans,
		Portions: s.Portions, Prepare: s.Prepare,
	}
	*h.Clerk = clerk.Clerk{
		Office: h.Office, Log: h.Log, Intake: h.Intake, Outbox: h.Outbox, Lending: h.Lending, Books: h.Books,
		Clearing: h.Clearing, Channel: s.Channel, Portions: s.Portions, Prepare: s.Prepare, Profiles: s.Profiles,
		Engine: s.Engine, Journal: s.Journal,
	}
	*h.Handover = clerk.Handover{
		Office: h.Office, Log: h.Log, Intake: h.Intake, Clerk: h.Clerk, Channel: s.Channel, Prepare: s.Prepare,
		Queue: s.Queue, Registry: s.Registry,
	}
	*h.Trials = trial.Trials{
		Office: h.Office, Intake: h.Intake, Claims: h.Claims, Desk: h.Desk, Packer: h.Packer, Portions: s.Portions,
		Profiles: s.Profiles, Schemas: s.Schemas, Engine: s.Engine,
	}
	h.Desk.MayShow = h.Gate.MayShowPortion
	h.Outbox.Receivers = []outbox.Receiver{{Mine: h.Clerk.IsDelivery, Confirmed: h.Clerk.ConfirmDelivery, Refused: h.Clerk.Refused}}
	h.Outbox.Concludes, h.Uses.Sweep, h.Desk.NothingWaits = h.Ending.ConcludeAll, h.Ending.SweepCopies, h.Lending.NothingWaits
	h.Trials.Open = openTrial
}

// openTrial opens the workspace of a trial run; its rooms are reached through its
// own Trials.
func openTrial(ctx context.Context, dir string, o office.Options) (*trial.Trials, func() error, error) {
	t, err := Open(ctx, dir, o)
	if err != nil {
		return nil, nil, err
	}
	return t.Trials, t.Close, nil
}
