// Outcomes that no walk over links and buttons reaches for certain: each is brought about
// on a portion of its own, and has to be what it says. axe.mjs judges them.
import { dirname, join } from "node:path";

// Player plays a scene on a page as a form of it would be sent.
export class Player {
  constructor(page, stage) { this.page = page; this.stage = stage; this.area = page.url().split("/").slice(0, 4).join("/") + "/"; }

  async open(path) { await this.page.goto(this.area + path, { waitUntil: "load" }); }

  // send fills the form that goes to an address and holds what is hidden in it, open one with
  // marks to tick, and presses its button of that name and value, else the first.
  async send(action, { hidden = {}, values = {}, button, open } = {}) {
    const [, found] = await Promise.all([
      this.page.waitForNavigation(),
      this.page.evaluate((action, hidden, values, button, open) => {
        const form = [...document.querySelectorAll("form[method=post]")].find((f) => f.action.endsWith("/" + action) && (!open || f.querySelector("input[name=mark]")) && Object.entries(hidden).every(([k, v]) => [...f.querySelectorAll(`input[type=hidden][name="${k}"]`)].some((i) => i.value === v)));
        if (!form) { location.reload(); return "no form " + action + JSON.stringify(hidden); }
        for (const el of form.querySelectorAll("[required]")) { el.required = false; } // the page shall say it, not the browser
        for (const [name, value] of Object.entries(values)) {
          const el = form.querySelector(`input[name="${name}"][value="${value}"]`) || form.querySelector(`[name="${name}"]`);
          if (!el) { location.reload(); return "no field " + name; }
          if (/^(radio|checkbox)$/.test(el.type)) { el.checked = value !== ""; } else { el.value = value; }
        }
        const press = button ? form.querySelector(`button[name="${button[0]}"][value="${button[1]}"]`) : form.querySelector("button[type=submit]");
        if (!press) { location.reload(); return "no button " + button; }
        form.requestSubmit(press);
        return "";
      }, action, hidden, values, button, open),
    ]);
    if (found) { throw new Error(this.page.url() + ": " + found); }
  }

  // accepted gives a portion that waits for its appraisal, and its first unit.
  accepted() {
    const id = this.stage.receive(this.stage.delivery(this.stage.next++));
    this.stage.run("receive", "accept", id);
    return { id, object: this.stage.units(id)[0].id };
  }

  // searched is the list of a share that looks through all of it first.
  async searched(mode) {
    await this.open(`share?id=${this.stage.share}&mode=${mode}`);
    await this.send("share/act", { hidden: { act: "search" } });
  }

  // deciding is the page that says what a decision on a whole share would change.
  async deciding() {
    await this.open("share?id=" + this.stage.share);
    await this.send("share/decide", { hidden: { self: "1" }, button: ["letter", "A"] });
  }

  // mapping is the desk of layouts with a sample chosen.
  async mapping() {
    await this.open("layout/act?act=begin&id=musterkreis");
    await this.send("layout/act", { values: { kind: "dms" } });
    await this.open("layout/act?act=sample&id=musterkreis");
    await this.send("layout/act", { values: { path: this.stage.sample() } });
  }

  // connect says that a statement stands where a part of the sample is, by how it is named.
  async connect(want, part) {
    await this.open(`layout/act?act=want&id=musterkreis&of=${want}`);
    const value = await this.page.evaluate((part) => [...document.querySelectorAll("#part option")].find((o) => o.textContent.endsWith(part))?.value, part);
    if (value === undefined) { throw new Error(this.page.url() + ": no part " + part); }
    await this.send("layout/act", { values: { part: value } });
  }

  // follow goes to the first link of a page that leads to an address, with something in it.
  async follow(path, query = "") {
    const [, found] = await Promise.all([this.page.waitForNavigation(), this.page.evaluate((path, query) => {
      const a = [...document.querySelectorAll("main a[href]")].find((a) => new URL(a.href).pathname.endsWith("/" + path) && a.href.includes(query));
      if (a) { a.click(); } else { location.reload(); }
      return !!a;
    }, path, query)]);
    if (!found) { throw new Error(this.page.url() + ": no link to " + path); }
  }

  // releasing has a second person at work and asks for the release of what another decided.
  async releasing() {
    const id = this.stage.receive(this.stage.delivery(this.stage.next++)), second = "Z. Zweit " + this.stage.next;
    this.stage.run("receive", "accept", id);
    for (const o of this.stage.units(id)) { this.stage.decide(id, o.id, "v", "Doppelüberlieferung"); }
    this.stage.person(second, "archivist,administrator,second");
    await this.open("people/act?act=signin");
    await this.send("people/act", { values: { name: second, pass: "nur zur Probe" } });
    await this.open("appraise/release?id=" + id);
  }

  // mark ticks the first unit of a list.
  async mark() { await this.page.evaluate(() => { document.querySelector("form input[name=mark]").checked = true; }); }
}

// scenes are address, state and how it comes about.
export const scenes = [
  ["inbox/open", "failed", async (p) => { await p.open("inbox"); await p.send("inbox/open", { values: { path: join(p.stage.dir, "nirgends") } }); }],
  ["inbox/check", "done", async (p) => {
    const id = p.stage.receive(dirname(p.stage.delivery(p.stage.next++)), false); // a drop is recognised when it is taken in
    await p.open("inbox?q=" + id);
    await p.send("inbox/check", { hidden: { id } });
  }],
  ["appraise/decide", "done", async (p) => {
    const { id, object } = p.accepted();
    await p.open(`appraise?id=${id}&object=${object}`);
    await p.send("appraise/decide", { values: { reason: "Von Dauer." }, button: ["letter", "A"] });
  }],
  ["appraise/many", "wrong", async (p) => { await p.open("appraise?id=" + p.accepted().id); await p.send("appraise/many", { button: ["letter", "A"] }); }],
  ["appraise/many", "done", async (p) => {
    await p.open("appraise?id=" + p.accepted().id);
    await p.mark();
    await p.send("appraise/many", { values: { reason: "Von Dauer." }, button: ["letter", "A"] });
  }],
  ["appraise/undo", "done", async (p) => {
    const { id, object } = p.accepted();
    p.stage.decide(id, object, "a", "Von Dauer.");
    await p.open("appraise?id=" + id);
    await p.send("appraise/undo");
  }],
  ["appraise/rule", "page", async (p) => { await p.open(`appraise/rule?id=${p.accepted().id}&kind=nth&a=1&b=1`); }],
  ["appraise/rule", "wrong", async (p) => { await p.open(`appraise/rule?id=${p.accepted().id}&kind=nth&a=1&b=1`); await p.send("appraise/rule"); }],
  ["appraise/rule", "done", async (p) => {
    await p.open(`appraise/rule?id=${p.accepted().id}&kind=nth&a=1&b=1`);
    await p.send("appraise/rule", { values: { chosen: "A" } });
  }],
  ["appraise/act", "page", async (p) => { await p.open("appraise/act?act=rule&id=" + p.accepted().id); }],
  ["appraise/act", "wrong", async (p) => { await p.open("appraise/act?act=rule&id=" + p.accepted().id); await p.send("appraise/act"); }],
  ["appraise/act", "failed", async (p) => {
    await p.open("appraise/act?act=remarks&id=" + p.accepted().id);
    await p.send("appraise/act", { values: { file: join(p.stage.dir, "nirgends.csv") } });
  }],
  ["appraise/act", "done", async (p) => {
    await p.open("appraise/act?act=rule&id=" + p.accepted().id);
    await p.send("appraise/act", { values: { plan: "12.3", why: "Baugeschichte." } });
  }],
  ["appraise/write", "done", async (p) => { await p.open("appraise?id=" + p.accepted().id); await p.send("appraise/write"); }],
  ["appraise/finish", "page", async (p) => { await p.open("appraise/finish?id=" + p.accepted().id); }],
  ["appraise/finish", "done", async (p) => {
    const { id } = p.accepted();
    for (const o of p.stage.units(id)) { p.stage.decide(id, o.id, "a", "Von Dauer."); }
    await p.open("appraise/finish?id=" + id);
    await p.send("appraise/finish");
  }],
  ["holdings/act", "done", async (p) => { await p.open("holdings?pid=" + p.stage.pid); await p.send("holdings/act", { button: ["act", "verify"] }); }],
  ["holdings/act", "failed", async (p) => { await p.open("holdings?pid=" + p.stage.pid); await p.send("holdings/act", { hidden: { act: "grant" }, values: { value: "" } }); }],
  ["holdings/open", "failed", async (p) => { await p.open("holdings"); await p.send("holdings/open", { values: { path: join(p.stage.dir, "nirgends.zip") } }); }],
  ["share", "double", async (p) => { await p.searched("double"); }],
  ["share", "drafts", async (p) => { await p.searched("drafts"); await p.follow("share", "from="); }],
  ["share", "litter", async (p) => { await p.searched("litter"); }],
  ["share", "failed", async (p) => { await p.open(`share?id=${p.stage.share}&folder=nirgends`); }],
  ["share/decide", "wrong", async (p) => { await p.open("share?id=" + p.stage.share); await p.send("share/decide", { button: ["letter", "A"], open: true }); }],
  ["share/act", "page", async (p) => { await p.deciding(); }],
  ["share/act", "wrong", async (p) => { await p.deciding(); await p.send("share/act"); }],
  ["share/act", "done", async (p) => { await p.deciding(); await p.send("share/act", { values: { reason: "Ratsbeschluss" } }); }],
  ["share/act", "failed", async (p) => {
    await p.open("share/act?act=names&id=" + p.stage.share);
    await p.send("share/act", { values: { file: join(p.stage.dir, "nirgends.csv") } });
  }],
  ["layout", "page", async (p) => { await p.mapping(); }],
  ["layout", "failed", async (p) => { await p.open("layout?id=nichts"); }],
  ["layout/act", "page", async (p) => { await p.mapping(); await p.follow("layout/act", "of=dossier.reference"); }],
  ["layout/act", "wrong", async (p) => { await p.open("layout/act?act=sample&id=musterkreis"); await p.send("layout/act"); }],
  ["layout/act", "done", async (p) => { await p.mapping(); await p.connect("dossier.reference", ": /l/z/az"); }],
  ["layout/act", "told", async (p) => {
    await p.mapping();
    await p.connect("dossier.reference", ": /l/z/az");
    await p.connect("dossier.leadUnit", ": sachbearbeitung"); // of another file: asks for its key
  }],
  ["layout/act", "failed", async (p) => {
    await p.open("layout/act?act=sample&id=musterkreis");
    await p.send("layout/act", { values: { path: join(p.stage.dir, "nirgends") } });
  }],
  ["deliver/begin", "wrong", async (p) => { await p.open("deliver"); await p.send("deliver/begin"); }],
  ["deliver/begin", "done", async (p) => { await p.open("deliver"); await p.send("deliver/begin", { values: { kind: "files" } }); }],
  ["deliver/save", "done", async (p) => { await p.open("deliver"); await p.send("deliver/begin", { values: { kind: "files" } }); await p.send("deliver/save"); }],
  ["preserve/act", "page", async (p) => { await p.open("preserve"); await p.follow("preserve/act"); }],
  ["preserve/act", "done", async (p) => { await p.open("preserve"); await p.follow("preserve/act"); await p.send("preserve/act", { values: { program: "Anzeigeprogramm" } }); }],
  // The second person who releases is at work from here on.
  ["appraise/release", "page", async (p) => { await p.releasing(); }],
  ["appraise/release", "done", async (p) => { await p.releasing(); await p.send("appraise/release"); }],
];
