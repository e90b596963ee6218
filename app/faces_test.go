package app_test

import (
	"cmp"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// face says for one thing a screen asks of the workspace which method does it and
// which command does the same by that method. Where cli is set the command enters by
// that one, which the other calls or is called by; where own is set there is no
// command, with the reason.
type face struct{ act, method, command, cli, own string }

// faces is the window as a table: every method of every Source, every verb of an Act.
var faces = []face{
	{act: "appraise.Portions", method: "Portions.List", command: "list"},
	{act: "appraise.Load", method: "Room.Records", command: "appraise list"},
	{act: "appraise.Barrier",
		own: "tells beforehand why a release would be refused, so that it is not offered; the command is told when it tries"},
	{act: "appraise.Details", method: "Room.Records", command: "appraise list"},
	{act: "appraise.Survey", method: "Desk.Survey", command: "appraise list"},
	{act: "appraise.Index", method: "Desk.IndexTexts", command: "appraise index"},
	{act: "appraise.Words", method: "Desk.WithWords", command: "appraise select"},
	{act: "appraise.Beside", method: "Desk.Beside", command: "appraise compare"},
	{act: "appraise.Write", method: "Desk.ExportAppraisal", command: "appraise export"},
	{act: "appraise.TakeRemarks", method: "Desk.RemarksIn", command: "appraise remarks"},
	{act: "appraise.ChooseFile", own: "asks for a file with the system's dialog; a command is given its path"},
	{act: "appraise.ShowFile", own: "starts the system's program; a command prints the path"},
	{act: "appraise.SetBlocks", method: "Desk.SetReasons", command: "profile reasons"},
	{act: "appraise.Model", method: "Profiles.Get", command: "profile model"},
	{act: "appraise.SetRule", method: "Desk.SetModel", command: "profile model"},
	{act: "appraise.Decide", method: "Desk.Set", command: "appraise set"},
	{act: "appraise.Undo", method: "Desk.Undo", command: "appraise undo"},
	{act: "appraise.Redo", method: "Desk.Redo", command: "appraise redo"},
	{act: "appraise.SaveDraft", own: "a reason that is still being typed; a command has none"},
	{act: "appraise.Open", method: "Room.OpenPortion", command: "view", cli: "Room.Open"},
	{act: "appraise.OpenSource", own: "an attachment inside a document on screen; a command shows whole files"},
	{act: "appraise.Outside", method: "Room.OpenPortion", command: "view", cli: "Room.Open"},
	{act: "appraise.Release", method: "Desk.Release", command: "appraise release"},
	{act: "appraise.Finish", method: "Desk.FinishAppraisal", command: "appraise finish"},

	{act: "blacken.Jobs", method: "Blackener.Jobs", command: "blacken list"},
	{act: "blacken.Begin", method: "Blackener.BeginBlackening", command: "blacken begin"},
	{act: "blacken.Job", method: "Blackener.Progress", command: "blacken show"},
	{act: "blacken.Found", method: "Blackener.FindPlaces", command: "blacken find"},
	{act: "blacken.MarkWord", method: "Blackener.MarkPhrase", command: "blacken word"},
	{act: "blacken.MarkFound", method: "Blackener.MarkFound", command: "blacken hit"},
	{act: "blacken.MarkPlace", method: "Blackener.MarkPlace", command: "blacken place"},
	{act: "blacken.Unmark", method: "Blackener.UnmarkPlaces", command: "blacken unmark"},
	{act: "blacken.Make", method: "Blackener.MakeBlackened", command: "blacken make"},
	{act: "blacken.Look", method: "Blackener.LookAt", command: "blacken look"},
	{act: "blacken.Seen", method: "Blackener.SeenPages", command: "blacken seen"},
	{act: "blacken.Reopen", method: "Blackener.ReopenMarks", command: "blacken reopen"},
	{act: "blacken.Give", method: "Blackener.GiveBlackened", command: "blacken give"},
	{act: "blacken.Target", own: "asks for a place with the system's dialog; a command is given its path"},
	{act: "blacken.Paper", own: "shows the pages on which places are drawn; a command is given places by numbers"},
	{act: "blacken.OpenSource", own: "as appraise.OpenSource"},
	{act: "book.Rows", method: "Books.BookRows", command: "accession list"},
	{act: "book.Details", method: "Books.BookEntry", command: "accession show"},
	{act: "book.Copies", method: "Copies.RegisteredCopies", command: "accession copies"},
	{act: "book.New", method: "Books.NewAccession", command: "accession new"},
	{act: "book.DoRemark", method: "Books.Remark", command: "accession remark"},
	{act: "book.DoDue", method: "Books.SetDeadline", command: "accession due"},
	{act: "book.DoClear", method: "Ending.Clear", command: "accession clear"},
	{act: "book.DoConfirm", method: "Books.NoteConfirmation", command: "accession confirm"},
	{act: "book.DoDeletion", method: "Books.NoteDeletion", command: "accession deleted"},
	{act: "book.DoClose", method: "Ending.CloseAccession", command: "accession close"},
	{act: "book.DoReceipt", method: "Books.ConfirmReceipts", command: "accession receipts"},
	{act: "book.DoDestroy", method: "Ending.DestroyOf", command: "accession destroy"},
	{act: "book.DoGone", method: "Copies.CopyGone", command: "accession gone"},
	{act: "book.DoFolder", method: "Books.AccessionFolder", command: "accession folder"},
	{act: "book.DoYear", method: "Books.YearList", command: "accession year"},
	{act: "book.DoDiff", method: "Books.DifferencePaper", command: "accession diff"},
	{act: "book.DoOffer", method: "Books.Offer", command: "accession offer"},
	{act: "book.DoDiscard", method: "Clearing.DiscardAccession", command: "accession discard"},
	{act: "book.DoTrial", method: "Trials.TrialHere", command: "trial", cli: "Trials.Trial"},
	{act: "book.DoTableOut", method: "ContentNotes.TableOut", command: "descriptions out"},
	{act: "book.DoTableIn", method: "ContentNotes.TakeTable", command: "descriptions in"},
	{act: "book.DoTableUndo", method: "ContentNotes.UndoTable", command: "descriptions undo"},
	{act: "book.LookTable", method: "ContentNotes.LookTable", command: "descriptions in"},
	{act: "book.Open", own: "starts the system's program; a command prints the path"},

	{act: "conflicts.Loans", method: "Lending.LoanStates", command: "loan list"},
	{act: "conflicts.Ask", method: "Lending.WorkLists", command: "work list"},
	{act: "conflicts.Publish", method: "Lending.Publish", command: "work publish"},
	{act: "conflicts.Take", method: "Lending.TakeOut", command: "loan take"},
	{act: "conflicts.Return", method: "Lending.GiveBack", command: "loan return"},
	{act: "conflicts.End", method: "Lending.CloseWork", command: "work close"},
	{act: "conflicts.Sync", method: "Lending.ExchangeAll", command: "work sync"},
	{act: "conflicts.Read", method: "Outbox.FetchPackage", command: "fetch package"},
	{act: "conflicts.Leave", method: "Outbox.EndReading", command: "fetch end"},
	{act: "conflicts.About", method: "Lending.Shared", command: "conflicts history"},
	{act: "conflicts.Open", method: "Room.OpenPortion", command: "view", cli: "Room.Open"},
	{act: "conflicts.OpenSource", own: "as appraise.OpenSource"},
	{act: "conflicts.Settle", method: "Lending.Settle", command: "conflicts settle"},

	{act: "inbox.Portions", method: "Portions.List", command: "receive list"},
	{act: "inbox.Add", method: "Books.Proposal", command: "receive"},
	{act: "inbox.Take", method: "Books.Proposal", command: "receive"},
	{act: "inbox.Undo", method: "Intake.Discard", command: "receive discard", cli: "Clearing.DiscardDelivery"},
	{act: "inbox.Check", method: "Intake.Check", command: "receive check"},
	{act: "inbox.Cancel", own: "stops the window's own work; a command is interrupted"},

	{act: "overview.Overview", method: "Books.Tasks", command: "next", cli: "Books.Waiting"},
	{act: "overview.Mail", method: "Books.WaitingFor", command: "next"},

	{act: "people.State", method: "People.List", command: "people list"},
	{act: "people.Add", method: "Office.AddPerson", command: "people add"},
	{act: "people.Set", method: "Office.ChangePerson", command: "people set"},
	{act: "people.Key", method: "Office.PersonKey", command: "people key"},
	{act: "people.ConfirmKey", method: "Renewal.Confirm", command: "people confirm"},
	{act: "people.RejectKey", method: "Renewal.Reject", command: "people reject"},
	{act: "people.Spare", method: "Renewal.Spare", command: "people spare"},
	{act: "people.UseSpare", method: "Renewal.FromSpare", command: "people key"},
	{act: "people.Found", method: "Witness.CoFound", command: "people found"},
	{act: "people.Refound", method: "Renewal.OnPaper", command: "people refound"},
	{act: "people.ChooseFile", own: "asks for a file with the system's dialog; a command is given its path"},
	{act: "people.ChooseFolder", own: "asks for a folder with the system's dialog; a command is given its path"},
	{act: "people.Close", method: "Office.CloseRegister", command: "people register"},
	{act: "people.SignIn", own: "a window is signed in at; each call of the command line names its person (--as)"},
	{act: "people.SignOut", own: "as SignIn"},
	{act: "people.MakePlace", own: "makes this window one for readers, who have no command line"},

	{act: "portion.Portion", method: "Intake.Report", command: "receive show"},
	{act: "portion.Open", method: "Room.OpenPortion", command: "view", cli: "Room.Open"},
	{act: "portion.OpenMessage", method: "Room.OpenPortion", command: "view", cli: "Room.Open"},
	{act: "portion.OpenSource", own: "as appraise.OpenSource"},
	{act: "portion.Spot", own: "parts a place into path and line, so that the page view goes to it"},
	{act: "portion.Preview", method: "Claims.SaveClaim", command: "receive claim"},
	{act: "portion.Files", method: "Room.OpenPortion", command: "receive files"},
	{act: "portion.Letter", method: "Claims.Claim", command: "receive claim"},
	{act: "portion.DoCheck", method: "Intake.Check", command: "receive check"},
	{act: "portion.DoCancel", own: "stops the window's own work; a command is interrupted"},
	{act: "portion.DoAccept", method: "Intake.Decide", command: "receive accept"},
	{act: "portion.DoException", method: "Intake.Decide", command: "receive accept"},
	{act: "portion.DoReturn", method: "Claims.SaveClaim", command: "receive return"},
	{act: "portion.DoStop", method: "Intake.Halt", command: "receive halt"},
	{act: "portion.DoDiscard", method: "Clearing.DiscardDelivery", command: "receive discard"},
	{act: "portion.DoWithdraw", method: "Clearing.DiscardDelivery", command: "receive discard"},
	{act: "portion.DoJobs", own: "leads to the screen of the jobs; a command says what stands still where it answers (send, queue)"},
	{act: "portion.DoPackage", method: "Packer.PackageWith", command: "package"},
	{act: "portion.DoConvert", method: "Packer.ConvertPortion", command: "convert"},
	{act: "portion.DoSend", method: "Outbox.Send", command: "send"},
	{act: "portion.DoClear", method: "Ending.Clear", command: "accession clear"},
	{act: "portion.DoClose", own: "leads to the book, where accessions are closed"},
	{act: "portion.DoReceipt", method: "Books.ConfirmReceipt", command: "accession receipt"},
	{act: "portion.DoReport", method: "Claims.CheckReport", command: "receive report"},
	{act: "portion.DoMail", method: "Claims.ClaimMail", command: "receive claim"},
	{act: "portion.DoKeep", method: "Claims.FinalClaim", command: "receive claim", cli: "Claims.ClaimMail"},
	{act: "portion.DoVeraPDF", method: "Intake.RecheckPDFA", command: "receive verapdf"},
	{act: "portion.DoPlace", method: "Room.OpenPortion", command: "view", cli: "Room.Open"},
	{act: "portion.DoMessage", own: "opens a letter of this portion with the program of the system; its file lies in the workspace"},
	{act: "portion.DoSite", method: "Room.OpenPortion", command: "website serve", cli: "Room.Open"},
	{act: "portion.DoAppraise", own: "leads to the screen of the appraisal"},
	{act: "portion.DoReader", own: "leads to the reading room"},
	{act: "portion.DoReopen", own: "leads to the inbox, to take the redelivery"},

	{act: "prepare.Preparations", method: "Prepare.List", command: "prepare list"},
	{act: "prepare.Fault", own: "says while somebody types what typing it would be refused for"},
	{act: "prepare.Begin", method: "Clerk.NewPreparation", command: "prepare"},
	{act: "prepare.Type", method: "Clerk.TypePreparation", command: "prepare edit"},
	{act: "prepare.Look", method: "Clerk.PreviewPreparation", command: "prepare preview"},
	{act: "prepare.StopLook", own: "stops the window's own work; a command is interrupted"},
	{act: "prepare.AddFile", method: "Clerk.AddToPreparation", command: "prepare edit"},
	{act: "prepare.Make", method: "Clerk.BuildPreparation", command: "prepare build"},
	{act: "prepare.Cancel", own: "stops the window's own work; a command is interrupted"},
	{act: "prepare.HandOver", method: "Handover.HandOver", command: "prepare handover"},
	{act: "prepare.Receipt", method: "Clerk.ConfirmByReceipt", command: "prepare confirm"},
	{act: "prepare.Paper", method: "Clerk.ConfirmByPaper", command: "prepare confirm"},
	{act: "prepare.Reopen", method: "Clerk.ReopenPreparation", command: "prepare reopen"},
	{act: "prepare.Deleted", method: "Clerk.DeletedAtSource", command: "prepare deleted"},
	{act: "prepare.SaveSet", method: "Clerk.SaveDefaults", command: "prepare defaults set"},
	{act: "prepare.RemoveSet", method: "Clerk.RemoveDefaults", command: "prepare defaults remove"},

	{act: "preserve.Inventory", method: "Packer.TakeInventory", command: "formats inventory"},
	{act: "preserve.Plan", method: "Packer.PlanTransformation", command: "formats plan"},
	{act: "preserve.Convert", method: "Packer.Convert", command: "convert"},
	{act: "preserve.SetViewer", method: "Packer.SetViewer", command: "formats viewer"},
	{act: "preserve.Measures", method: "Converters.Measures", command: "measures"},

	{act: "reader.Search", method: "Room.OpenHoldings", command: "search"},
	{act: "reader.Facets", method: "Room.OpenHoldings", command: "search"},
	{act: "reader.Package", method: "Room.Open", command: "open"},
	{act: "reader.OpenFile", method: "Room.Open", command: "view"},
	{act: "reader.Pick", own: "asks for a file with the system's dialog; a command is given its path"},
	{act: "reader.Document", method: "Room.Open", command: "view"},
	{act: "reader.Evidence", method: "Room.Open", command: "open"},
	{act: "reader.OpenSource", own: "as appraise.OpenSource"},
	{act: "reader.Verify", method: "Room.Open", command: "view"},
	{act: "reader.UseCopy", method: "Room.Open", command: "usecopy"},
	{act: "reader.Grant", method: "Gate.NoteGrant", command: "grant add"},
	{act: "reader.Outside", method: "Room.Open", command: "usecopy"},
	{act: "reader.Leave", own: "ends the session of a reader; a command holds none"},
	{act: "reader.Laws", method: "Gate.Laws", command: "closure laws"},
	{act: "reader.ConfirmLaw", method: "Gate.ConfirmLaw", command: "closure laws"},
	{act: "reader.Decide", method: "Gate.DecideClosure", command: "closure set"},
	{act: "reader.Propose", method: "Gate.ProposeClosure", command: "closure propose"},
	{act: "reader.Take", method: "Gate.TakeProposal", command: "closure propose"},
	{act: "reader.Grants", method: "Gate.Grants", command: "grant list"},
	{act: "reader.AddGrant", method: "Gate.NoteGrant", command: "grant add"},
	{act: "reader.Revoke", method: "Gate.RevokeGrant", command: "grant revoke"},
	{act: "reader.HandOut", method: "Room.Open", command: "handout"},
	{act: "reader.Descriptions", method: "Room.OpenHoldings", command: "descriptions"},
	{act: "reader.ContentNote", method: "ContentNotes.ContentNote", command: "descriptions note"},
	{act: "reader.ConfirmNote", method: "ContentNotes.ConfirmNote", command: "descriptions note"},
	{act: "reader.RemoveNote", method: "ContentNotes.Withdraw", command: "descriptions note"},
	{act: "reader.SavePart", method: "Room.Open", command: "view rows"},
	{act: "reader.LeavePlace", own: "as people.MakePlace"},
	{act: "reader.Print", method: "Room.Open", command: "print"},
	{act: "reader.OpenSite", method: "Room.Open", command: "website serve"},

	{act: "layout.Open", method: "Profiles.Get", command: "profile layout show", cli: "Clerk.Layouts"},
	{act: "layout.Look", method: "Clerk.SurveyLayout", command: "profile layout survey"},
	{act: "layout.Try", method: "Clerk.TryDraft", command: "profile layout check", cli: "Clerk.TryLayout"},
	{act: "layout.Store", method: "Clerk.StoreLayout", command: "profile layout set", cli: "Clerk.SetLayout"},
	{act: "layout.Remove", method: "Clerk.RemoveLayout", command: "profile layout remove"},
	{act: "sample.Load", method: "Sampling.SampleOf", command: "appraise sample"},
	{act: "sample.Draw", method: "Sampling.DrawSample", command: "appraise sample"},
	{act: "sample.Next", method: "Sampling.NextDrawn", command: "appraise sample"},
	{act: "sample.Look", method: "Sampling.LookAtDrawn", command: "appraise sample"},
	{act: "sample.Open", method: "Room.OpenPortion", command: "view", cli: "Room.Open"},
	{act: "sample.OpenSource", own: "as appraise.OpenSource"},
	{act: "sensitive.Map", method: "Sensing.MapOf", command: "sensitive map"},
	{act: "sensitive.Places", method: "Sensing.Places", command: "sensitive list"},
	{act: "sensitive.Recognise", method: "Sensing.Recognise", command: "sensitive recognise"},
	{act: "sensitive.Judge", method: "Sensing.Judge", command: "sensitive confirm"},
	{act: "sensitive.Open", method: "Room.OpenPortion", command: "view", cli: "Room.Open"},
	{act: "sensitive.OpenSource", own: "as appraise.OpenSource"},
	{act: "settings.Settings", method: "Settings.Get", command: "settings"},
	{act: "settings.SaveDisplay", method: "Office.ChangeSettings", command: "settings"},
	{act: "settings.SaveChannel", method: "Office.ChangeSettings", command: "settings"},
	{act: "settings.Enrol", method: "Keys.EnrolInvited", command: "enrol"},
	{act: "settings.EnrolInvited", method: "Keys.EnrolInvited", command: "enrol"},
	{act: "settings.EnrolExport", method: "Outbox.EnrolExport", command: "enrol export"},
	{act: "settings.EnrolImport", method: "Outbox.EnrolImport", command: "enrol import"},
	{act: "settings.TryDoor", method: "Doors.TryDoor", command: "door test"},
	{act: "settings.KeepPassword", method: "Office.SetDoorPassword", command: "door password"},
	{act: "settings.SaveProfile", method: "Clerk.SetProfileFields", command: "profile set"},
	{act: "settings.SaveField", method: "Clerk.SetProfileFields", command: "profile set"},
	{act: "settings.NewProfile", method: "Clerk.BeginProfile", command: "profile set", cli: "Clerk.SetProfileFields"},
	{act: "settings.AddSchemas", method: "Outbox.TakeSchemas", command: "schemas add"},
	{act: "settings.WatchLog", method: "Keys.WatchArchive", command: "log archive"},
	{act: "settings.TakeLog", method: "Keys.TakeArchiveLog", command: "log archive"},
	{act: "settings.AddIssuers", method: "Intake.AddIssuers", command: "trust add"},
	{act: "settings.RemoveIssuer", method: "Intake.RemoveIssuer", command: "trust remove"},
	{act: "settings.ReadClerk", method: "Clerk.ReadClerkKey", command: "clerks add", cli: "Clerk.TrustClerk"},
	{act: "settings.AddClerk", method: "Clerk.TrustClerk", command: "clerks add"},
	{act: "settings.RemoveClerk", method: "Clerk.ForgetClerk", command: "clerks remove"},
	{act: "settings.SaveKeys", own: "keys of the window; a command line has none"},

	{act: "share.Load", method: "Shares.Load", command: "share show"},
	{act: "share.Decided", method: "Shares.Standing", command: "share show", cli: "Shares.Load"},
	{act: "share.Doubles", method: "Shares.Doubles", command: "share duplicates"},
	{act: "share.Drafts", method: "Shares.Drafts", command: "share drafts"},
	{act: "share.Between", method: "Shares.Between", command: "share drafts"},
	{act: "share.Rules", method: "Shares.Rules", command: "share litter"},
	{act: "share.Meant", method: "Means", command: "share decide", cli: "Means"},
	{act: "share.Decide", method: "Shares.DecideOn", command: "share decide", cli: "Shares.DecideOnShare"},
	{act: "share.Undo", method: "Desk.Undo", command: "appraise undo"},
	{act: "share.Redo", method: "Desk.Redo", command: "appraise redo"},
	{act: "share.Describe", method: "Shares.NameFolder", command: "share describe"},
	{act: "share.Names", method: "Shares.NamesIn", command: "share describe"},
	{act: "share.List", method: "NamesOut", command: "share describe"},
	{act: "share.Report", method: "Shares.ReportShare", command: "share report"},
	{act: "share.Look", method: "Shares.NoteLook", command: "share show"},
	{act: "share.Open", method: "Room.OpenPortion", command: "view", cli: "Room.Open"},

	{act: "transmit.Transmit", method: "Queue.List", command: "queue list"},
	{act: "transmit.History", method: "Queue.Log", command: "queue show"},
	{act: "transmit.HoldAll", method: "Outbox.HoldSending", command: "queue pause"},
	{act: "transmit.Hold", method: "Outbox.HoldSending", command: "queue pause"},
	{act: "transmit.Retry", method: "Outbox.RetryJob", command: "queue retry"},
	{act: "transmit.Cancel", method: "Outbox.CancelJob", command: "queue cancel"},
	{act: "transmit.Renumber", method: "Packer.RenumberJob", command: "package", cli: "Packer.Renumber"},
	{act: "transmit.Verify", method: "Outbox.VerifyReceipt", command: "receipts verify"},
	{act: "transmit.Fetch", method: "Books.FetchLetters", command: "fetch letters"},
	{act: "transmit.Reply", method: "Books.SendAnswer", command: "message send"},
	{act: "transmit.AddPlan", method: "Doors.AddPlan", command: "offers plan add"},
	{act: "transmit.PausePlan", method: "Doors.PausePlan", command: "offers plan pause"},
	{act: "transmit.ResumePlan", method: "Doors.ResumePlan", command: "offers plan resume"},
	{act: "transmit.RunPlan", method: "Doors.RunPlan", command: "offers plan run"},
	{act: "transmit.RemovePlan", method: "Doors.RemovePlan", command: "offers plan remove"},
	{act: "transmit.ReportDeletion", method: "Clerk.ReportDeletion", command: "clearance deleted"},
}

// bundled are the methods of a Source whose acts are the constants of a type.
var bundled = map[string]string{"book.Act": "Verb", "portion.Act": "Verb", "transmit.ActPlan": "PlanAct"}

// askedBy lists what the screens ask of the workspace, out of their sources.
func askedBy(t *testing.T) map[string]bool {
	t.Helper()
	out, wanted := map[string]bool{}, map[string]string{}
	verbs := map[string][]string{}
	parsed(t, "views", func(name string, _ *token.FileSet, f *ast.File) {
		if f.Name.Name != "model" {
			return
		}
		screen := filepath.Base(filepath.Dir(filepath.Dir(name)))
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				i, ok := n.Type.(*ast.InterfaceType)
				if !ok || !strings.HasSuffix(n.Name.Name, "Source") {
					return true
				}
				for _, m := range i.Methods.List {
					for _, id := range m.Names {
						act := screen + "." + id.Name
						if of := bundled[act]; of != "" {
							wanted[screen+"."+of] = act
						} else if id.Name != "Subscribe" {
							out[act] = true
						}
					}
				}
			case *ast.ValueSpec:
				kind := ""
				if id, ok := n.Type.(*ast.Ident); ok {
					kind = id.Name
				}
				for _, id := range n.Names {
					verbs[screen+"."+kind] = append(verbs[screen+"."+kind], screen+"."+id.Name)
				}
			}
			return true
		})
	})
	for of, act := range wanted {
		if len(verbs[of]) == 0 {
			t.Errorf("%s bundles no acts", act)
		}
		for _, v := range verbs[of] {
			if !strings.HasSuffix(v, ".DoNothing") {
				out[v] = true
			}
		}
	}
	return out
}

// sourcesOf reads the files of a folder that are no tests as one text.
func sourcesOf(t *testing.T, dir string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no files in %s, %v", dir, err)
	}
	var b strings.Builder
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(raw)
	}
	return b.String()
}

// commandsOf lists the names in the rows of the command line.
func commandsOf(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, m := range regexp.MustCompile(`\{"([a-z][a-z -]*)",\s[^{}]*"[a-z.-]*help`).FindAllStringSubmatch(sourcesOf(t, "cli"), -1) {
		out = append(out, m[1])
	}
	return out
}

// partOf begins commands that stand behind a thing: "appraise ID set", "view DOC rows".
var partOf = regexp.MustCompile(`^(appraise|view) `)

// TestWindowAndCommandsDoTheSame: what the window can do the command line can, by the
// same method; what it cannot is the window's own and says why.
func TestWindowAndCommandsDoTheSame(t *testing.T) {
	window, cli, commands, open := sourcesOf(t, "window"), sourcesOf(t, "cli"), commandsOf(t), askedBy(t)
	uses := func(text, method string) bool {
		return regexp.MustCompile(`\.` + regexp.QuoteMeta(method) + `\b`).MatchString(text)
	}
	for _, f := range faces {
		if !open[f.act] {
			t.Errorf("%s is in the table and no screen asks it", f.act)
		}
		delete(open, f.act)
		if f.own != "" {
			continue
		}
		if !uses(window, f.method) {
			t.Errorf("%s: the window does not call %s", f.act, f.method)
		}
		if enters := cmp.Or(f.cli, f.method); !uses(cli, enters) {
			t.Errorf("%s: the command line does not call %s", f.act, enters)
		}
		if below := partOf.ReplaceAllString(f.command, ""); !slices.Contains(commands, f.command) && !slices.Contains(commands, below) {
			t.Errorf("%s: there is no command %q", f.act, f.command)
		}
	}
	for act := range open {
		t.Errorf("%s: nobody says which command does the same", act)
	}
}
