// The work of the rooms, done by keyboard through the accessibility tree alone: what is
// not there with a role and a name is not found, what Tab does not reach is not pressed.
// No mouse, no coordinates, no names of our code. Each task runs at 1280 and at 320 CSS
// pixels (400 %), with our script and without it, and is judged by the workspace.
import { createRequire } from "node:module";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Stage } from "./stage.mjs";

const need = createRequire(join(process.env.TOOLS, "x.js"));
const puppeteer = need("puppeteer-core");

// Person works with a page as somebody does who hears it.
class Person {
  constructor(page, client, script) { this.page = page; this.client = client; this.script = script; this.keys = 0; }

  // here gives role, name and value of what has the focus.
  async here() {
    const { result } = await this.client.send("Runtime.evaluate", { expression: "document.activeElement" });
    if (!result.objectId) { return { role: "", name: "", value: "" }; }
    const { nodes } = await this.client.send("Accessibility.getPartialAXTree", { objectId: result.objectId, fetchRelatives: false });
    const n = nodes[0] || {};
    return { role: n.role?.value || "", name: (n.name?.value || "").trim(), value: n.value?.value || "", text: n.description?.value || "" };
  }

  // tree gives all that is read out: role and name in order.
  async tree() {
    const { nodes } = await this.client.send("Accessibility.getFullAXTree");
    return nodes.filter((n) => !n.ignored).map((n) => ({ role: n.role?.value || "", name: (n.name?.value || "").trim(), value: n.value?.value || "", level: n.properties?.find((p) => p.name === "level")?.value.value }));
  }

  async hears(what) {
    const found = (await this.tree()).some((n) => what.test(n.name) || what.test(String(n.value)));
    if (!found) { throw new Error(`${this.page.url()}: nothing says ${what}`); }
  }

  async press(key) { this.keys++; await this.page.keyboard.press(key); }

  // to goes by Tab to what has a role and a name.
  async to(role, name) {
    for (let i = 0; i < 400; i++) {
      await this.press("Tab");
      const at = await this.here();
      if (at.role === role && name.test(at.name)) { return at; }
    }
    throw new Error(`${this.page.url()}: Tab reaches no ${role} ${name}`);
  }

  // go presses a link or button and waits for the page it leads to.
  async go(role, name) {
    await this.to(role, name);
    await Promise.all([this.page.waitForNavigation({ waitUntil: "load" }), this.press("Enter")]);
    await this.settled();
    await this.over();
  }

  // settled waits for the focus a page sets after a form: on what it has to tell.
  async settled() {
    if (!this.page.url().includes("#message")) { return; }
    for (let i = 0; i < 50; i++) {
      const { result } = await this.client.send("Runtime.evaluate", { expression: "document.activeElement.id" });
      if (result.value === "message") { return; }
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`${this.page.url()}: the focus is not on what the page tells`);
  }

  // over goes on from a page that waits for the end of an act: with our script it goes on
  // by itself, without it by the link it has, pressed like any other.
  async over() {
    const waits = () => new URL(this.page.url()).pathname.endsWith("/wait");
    for (let i = 0; waits() && i < 600; i++) {
      if (this.script) { await new Promise((done) => setTimeout(done, 200)); continue; }
      await this.to("link", /^Weiter zum Ergebnis/);
      await Promise.all([this.page.waitForNavigation({ waitUntil: "load" }), this.press("Enter")]);
    }
    must(!waits(), "still waiting: " + this.page.url());
    await this.settled();
  }

  // until reads the page anew by its own link until something is there.
  async until(role, name) {
    for (let i = 0; !(await this.tree()).some((n) => n.role === role && name.test(n.name)); i++) {
      must(i < 300, this.page.url() + ": there never is a " + role + " " + name);
      await this.go("link", /^Stand neu laden/);
    }
  }

  // finds opens a portion from the inbox by its number.
  async finds(id, step) {
    await this.go("link", /^Eingang/);
    await this.type("searchbox", /^Portionen suchen/, id);
    await this.go("button", /^Suchen$/);
    await this.go("link", step);
  }

  async type(role, name, text) {
    await this.to(role, name);
    await this.page.keyboard.down("Control");
    await this.press("a");
    await this.page.keyboard.up("Control");
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }

  async choose(name, option) {
    await this.to("combobox", name);
    for (let i = 0; i < 60 && !option.test((await this.here()).value); i++) { await this.press("ArrowDown"); }
    if (!option.test((await this.here()).value)) { throw new Error(`no option ${option}`); }
  }

  async told() {
    const { result } = await this.client.send("Runtime.evaluate", { expression: "(document.activeElement.id === 'message' ? document.activeElement : document.getElementById('message') || document.body).textContent.trim()" });
    return result.value;
  }
}

// exactly finds a name as it stands.
const exactly = (name) => new RegExp("^" + name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") + "$");

const must = (is, what) => { if (!is) { throw new Error(what); } };

// The tasks; each gives what it saw.
const tasks = {
  async "return a delivery with the letter read before"(p, stage) {
    const id = stage.receive(stage.delivery(stage.seed++, "--defect", "VOL-001"));
    await p.go("link", /^Eingang/);
    await p.type("searchbox", /^Portionen suchen/, id);
    await p.go("button", /^Suchen$/);
    await p.go("link", /^Befunde ansehen/);
    await p.hears(/VOL-001/);
    await p.hears(/Abhilfe/);
    await p.go("link", /^Nachforderung erstellen/);
    const letter = await p.to("textbox", /^Text/);
    must(/Hier folgen die \d+ Ursachen/.test(letter.value), "the letter is not read out: " + letter.value.slice(0, 80));
    await p.go("button", /^Endgültig machen und zurückweisen/);
    must(/Nachforderung zu .* ist erstellt/.test(await p.told()), await p.told());
    must(stage.json("show", id).state === "returned", "not returned");
  },

  async "appraise with reasons"(p, stage) {
    const id = stage.receive(stage.delivery(stage.seed++));
    stage.run("receive", "accept", id);
    await p.go("link", /^Eingang/);
    await p.type("searchbox", /^Portionen suchen/, id);
    await p.go("button", /^Suchen$/);
    await p.go("link", /^Portion öffnen/);
    await p.go("link", /^Bewertung beginnen/);
    await p.go("link", /^Nächster offener/);
    await p.hears(/Text der Seite|Dokument/);
    for (let n = 0; n < 20; n++) {
      if ((await p.tree()).every((x) => !(x.role === "link" && /^Abschließen/.test(x.name)))) {
        await p.type("textbox", /^Grund/, "Von Dauer wegen der Baugeschichte.");
        await p.go("button", /^A – Archivieren/);
        continue;
      }
      break;
    }
    await p.go("link", /^Abschließen/);
    await p.hears(/Alle \d+ Vorgänge sind bewertet/);
    await p.go("button", /^Abschließen/);
    must(stage.json("show", id).state === "appraised", await p.told());
    must(stage.units(id).every((o) => o.verdict?.reason !== "" || o.reason !== ""), "a decision without its reason");
  },

  async "select by rule"(p, stage) {
    const id = stage.receive(stage.delivery(stage.seed++));
    stage.run("receive", "accept", id);
    await p.go("link", /^Eingang/);
    await p.type("searchbox", /^Portionen suchen/, id);
    await p.go("button", /^Suchen$/);
    await p.go("link", /^Portion öffnen/);
    await p.go("link", /^Bewertung beginnen/);
    await p.go("link", /^Nach Regel auswählen/);
    await p.type("textbox", /^Jeder wievielte/, "1");
    await p.type("textbox", /^Beginn beim/, "1");
    await p.go("button", /^Auswahl ansehen/);
    await p.hears(/offenen Vorgängen sind ausgewählt/);
    await p.to("radio", /^Nicht entscheiden/);
    await p.press("ArrowDown");
    must(/^A – Archivieren/.test((await p.here()).name), "the choice is on " + (await p.here()).name);
    await p.go("button", /^Entscheiden/);
    await p.go("link", /^Abschließen/);
    await p.hears(/Alle \d+ Vorgänge sind bewertet/);
  },

  async "search and read"(p, stage) {
    await p.go("link", /^Magazin/);
    await p.type("searchbox", /^Im Magazin suchen/, "Tiefgarage");
    await p.go("button", /^Suchen$/);
    await p.hears(/Treffer/);
    await p.go("link", /^(Antrag|Bescheid|Vermerk|Plan|Bericht|Stellungnahme|Schreiben|Gutachten|Dokument).* zu /);
    await p.hears(/^Dokument$/);
    await p.hears(/Tiefgarage/);
    await p.go("button", /Unversehrtheit/);
    must(/Unversehrt/.test(await p.told()), await p.told());
  },

  async "hand over"(p, stage) {
    const n = stage.seed++, source = stage.material("quelle" + n), target = join(stage.dir, "ziel" + n), medium = join(stage.dir, "medium" + n);
    await p.go("link", /^Abgabe/);
    await p.to("radio", /^E-Akten|.+/);
    for (let i = 0; i < 12 && !/^Dateien mit Prüfsummenliste/.test((await p.here()).name); i++) { await p.press("ArrowDown"); }
    await p.go("button", /^Anlegen/);
    const fields = async (values) => {
      for (const x of (await p.tree()).filter((y) => y.role === "textbox" && /Pflicht/.test(y.name))) {
        const hit = values.find(([label]) => label.test(x.name));
        must(hit, "what is " + x.name);
        await p.type("textbox", new RegExp("^" + x.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")), hit[1]);
      }
    };
    const values = [[/Kennung|schlüssel/i, "09999"], [/Stelle|Behörde/i, "Landratsamt Musterkreis"], [/Bearbeit|Person|Wer|Ansprech/i, "M. Ahrens"], [/Titel|Bezeichnung/i, "Pläne"], [/Name|Ordner/i, "plaene" + n]];
    await fields(values);
    await p.go("button", /^Weiter/);
    await p.type("textbox", /^Ordner mit dem Material/, source);
    await p.type("textbox", /^Zielordner/, target);
    await p.go("button", /^Weiter/);
    await fields(values);
    await p.go("button", /^Weiter/);
    await p.go("button", /^Bauen und prüfen/);
    for (let i = 0; i < 100 && !(await p.tree()).some((x) => x.role === "link" && /^Weiter/.test(x.name)); i++) {
      await new Promise((done) => setTimeout(done, 200));
      await p.page.reload();
    }
    await p.go("link", /^Weiter/);
    await p.type("textbox", /^Ordner oder Datenträger/, stage.material("medium" + n));
    await p.go("button", /^Übergeben/);
    for (let i = 0; i < 100 && !existsSync(join(medium, "plaene" + n)); i++) { await new Promise((done) => setTimeout(done, 200)); }
    must(existsSync(join(medium, "plaene" + n)), "nothing on the medium: " + readdirSync(medium) + " " + await p.told());
  },
};

// later are the tasks of the rooms around them.
Object.assign(tasks, {
  async "open an accession and note a remark"(p, stage) {
    const title = "Bauakten " + stage.seed++;
    await p.go("link", /^Zugangsbuch/);
    await p.go("link", /^Neue Akzession/);
    await p.type("textbox", /^Titel/, title);
    await p.type("textbox", /^Abgebende Stelle/, "Bauamt");
    await p.type("textbox", /^Tag der Frist/, "bald");
    await p.go("button", /^Anlegen/);
    must(/noch nicht in Ordnung/.test(await p.told()), "an odd day is taken: " + await p.told());
    await p.type("textbox", /^Tag der Frist/, "31.12.2026");
    await p.type("textbox", /^Was bis dahin/, "Angebot");
    await p.go("button", /^Anlegen/);
    await p.go("link", /^Bemerkung/);
    await p.type("textbox", /^Bemerkung/, "Kommt in zwei Teilen.");
    await p.go("button", /^Eintragen/);
    await p.hears(/Kommt in zwei Teilen/);
    must(stage.run("accession", "list", "--json").includes(title), "no such accession");
  },

  async "verify a receipt"(p, stage) {
    await p.go("link", /^Übertragung/);
    for (let i = 0; ; i++) {
      await p.go("link", /^Quittungen/);
      if ((await p.tree()).some((x) => x.role === "button" && /^Prüfen ?: LZ/.test(x.name))) { break; }
      must(i < 100, "no receipt comes");
      await new Promise((done) => setTimeout(done, 300));
    }
    await p.go("button", /^Prüfen ?: LZ/);
    must(/Die Quittung gilt/.test(await p.told()), await p.told());
    await p.go("button", /^Alles anhalten/);
    await p.go("button", /^Fortsetzen/);
    must(/wieder gesendet/.test(await p.told()), await p.told());
  },

  async "settle two decisions"(p, stage) {
    const { id, object } = stage.dispute(stage.seed++);
    await p.go("link", /^Ausleihe/);
    await p.hears(/Doppel/);
    await p.hears(/Beispielfall/);
    const open = () => JSON.parse(stage.run("conflicts", "list", id, "--json").split("\n")[0]).length;
    for (let i = 0; i < 5 && open() > 0; i++) {
      await p.go("link", /^Entscheiden/);
      await p.type("textbox", /^Begründung/, "Nach Rücksprache.");
      await p.go("button", /^V: vernichten/);
      must(/^Entschieden/.test(await p.told()), await p.told());
    }
    must(open() === 0, "still open: " + object);
  },

  async "enter a person and give a role"(p, stage) {
    const name = "K. Probe " + stage.seed++;
    await p.go("link", /^Personen/);
    await p.go("link", /^Person eintragen/);
    await p.type("textbox", /^Name/, name);
    await p.type("textbox", /^Kennwort/, "nur zur Probe");
    await p.go("button", /^Eintragen/);
    await p.go("link", new RegExp("^" + name));
    await p.to("checkbox", /^Zweite Person/);
    await p.press("Space");
    await p.go("button", /^Speichern/);
    const one = JSON.parse(stage.run("people", "list", "--json").split("\n")[0]);
    must(JSON.stringify(one).includes(name) && JSON.stringify(one).includes("second"), JSON.stringify(one).slice(0, 300));
  },

  async "name a program for a format"(p) {
    await p.go("link", /^Bestandserhaltung/);
    await p.hears(/Formate im Bestand/);
    await p.go("link", /^Programm nennen/);
    await p.type("textbox", /^Programm für/, "Anzeigeprogramm");
    await p.go("button", /^Merken/);
    must(/Eingetragen/.test(await p.told()), await p.told());
  },

  async "agree with an agency"(p, stage) {
    const name = "Bauamt " + stage.seed++;
    await p.go("link", /^Einstellungen/);
    await p.go("link", /^Stellen und Profile/);
    await p.go("button", /^Neue Stelle/);
    await p.type("textbox", /^Name/, name);
    await p.go("button", /^Speichern/);
    await p.go("link", /^Ändern.*Bewertungsfrist/);
    await p.type("textbox", /./, "60");
    await p.go("button", /^Speichern/);
    must(stage.run("profile", "list", "--json").includes(name), await p.told());
  },
});

// more are those of the ten tasks every face of the program is measured by that are not
// above: accept, release by a second person, package and send, three packages, a database,
// a website.
Object.assign(tasks, {
  async "accept a first delivery"(p, stage) {
    const path = stage.delivery(stage.seed++);
    await p.go("link", /^Eingang/);
    await p.type("textbox", /^Ordner oder Datei/, path);
    await p.go("button", /^Öffnen$/);
    must(/1 Lieferung übernommen/.test(await p.told()), await p.told());
    const id = (await p.told()).match(/P\d{4}-\d{4}/)?.[0];
    must(id, "no number: " + await p.told());
    await p.go("link", new RegExp("^" + id));
    await p.until("link", /^Annehmen/);
    await p.go("link", /^Annehmen/);
    await p.go("button", /^Annehmen/);
    must(stage.json("show", id).state === "accepted", await p.told());
  },

  async "release by a second person and finish"(p, stage) {
    const id = stage.receive(stage.delivery(stage.seed++)), second = "Z. Zweit " + stage.seed;
    stage.run("receive", "accept", id);
    for (const o of stage.units(id)) { stage.decide(id, o.id, "v", "Doppelüberlieferung"); }
    stage.person(second, "archivist,second");
    await p.go("link", /^Personen/);
    await p.go("link", /^Anmelden als/);
    await p.type("textbox", /^Name/, second);
    await p.type("textbox", /^Kennwort/, "nur zur Probe");
    await p.go("button", /^Anmelden/);
    must((await p.told()).includes(second), await p.told());
    await p.finds(id, /^Portion öffnen/);
    await p.go("link", /^Bewertung (beginnen|fortsetzen|öffnen)/);
    await p.go("link", /^Freigeben/);
    await p.hears(/Doppelüberlieferung/);
    await p.go("button", /^Vernichtungen freigeben/);
    await p.go("link", /^Abschließen/);
    await p.go("button", /^Abschließen/);
    must(stage.json("show", id).state === "appraised", await p.told());
  },

  async "package and send"(p, stage) {
    const id = stage.receive(stage.delivery(stage.seed++));
    stage.run("receive", "accept", id);
    for (const o of stage.units(id)) { stage.decide(id, o.id, "a", "Von Dauer."); }
    stage.run("appraise", id, "finish");
    await p.finds(id, /^Portion öffnen/);
    await p.go("button", /^Paketieren/);
    await p.until("link", /^Senden/);
    await p.go("link", /^Senden/);
    await p.go("button", /^Senden/);
    for (let i = 0; stage.json("show", id).state !== "confirmed"; i++) {
      must(i < 200, "never confirmed: " + stage.json("show", id).state);
      await p.go("link", /^Stand neu laden/);
    }
    await p.go("link", /^Stand neu laden/);
    await p.hears(/bestätigt/i);
  },

  async "search and read in three packages"(p) {
    const read = [];
    for (let n = 0; n < 3; n++) {
      await p.go("link", /^Magazin/);
      await p.type("searchbox", /^Im Magazin suchen/, "Tiefgarage");
      await p.go("button", /^Suchen$/);
      await p.hears(/Treffer/);
      const found = (await p.tree()).filter((x) => x.role === "link" && / zu \S/.test(x.name)).map((x) => x.name).filter((x) => !read.includes(x));
      must(found.length > 0, "only " + read.length + " places to read");
      await p.go("link", exactly(found[0]));
      await p.hears(/^Dokument$/);
      await p.hears(/Tiefgarage/);
      read.push(found[0]);
    }
  },

  async "look into a database"(p, stage) {
    const id = stage.receive(stage.made("siard", stage.seed++));
    stage.run("receive", "accept", id);
    await p.go("link", /^Bewertung/);
    await p.go("link", /^Bauakten/);
    await p.go("link", /^Bauakten/);
    await p.go("link", /^Nächster Vorgang/);
    await p.go("link", /SIARD-Archiv/);
    await p.hears(/^dokument$/);
    await p.go("link", /^vorgang$/);
    await p.hears(/^aktenzeichen · /);
    const rows = (await p.tree()).filter((x) => x.role === "row");
    must(rows.length >= 6, rows.length + " rows");
    await p.type("searchbox", /^Im Dokument/, "Bau");
    await p.go("button", /^Suchen$/);
    await p.hears(/Treffer/);
  },

  async "decide on a file share"(p, stage) {
    const id = stage.drive("laufwerk" + stage.seed++);
    await p.finds(id, /^Portion öffnen/);
    await p.go("link", /^Fileablage ansehen/);
    await p.go("link", /^Doppelt/);
    await p.go("button", /^Suche beginnen/);
    await p.hears(/gleiche Dateien/);
    await p.go("button", /^Archivieren/);
    await p.hears(/5 Dateien/);
    await p.type("textbox", /^Grund/, "Ratsbeschluss");
    await p.go("button", /^Archivieren/);
    must(/5 Dateien bleiben/.test(await p.told()), await p.told());
    await p.go("link", /^Zur Freigabe/);
    await p.hears(/Abschließen/);
  },

  async "map the layout of an office"(p, stage) {
    await p.go("link", /^Einstellungen/);
    await p.go("link", /^Stellen und Profile/);
    await p.go("link", /^Landratsamt Musterkreis/);
    await p.go("link", /^Aufbau zuordnen/);
    await p.go("link", /^Muster wählen/);
    await p.type("textbox", /^Ordner oder Datei/, stage.sample());
    await p.go("button", /^Übernehmen/);
    await p.hears(/^\/l\/z\/az$/);
    await p.go("link", /^Ändern/);
    await p.choose(/^Stelle im Muster/, /\/l\/@amt$/);
    await p.go("button", /^Übernehmen/);
    await p.hears(/Tiefbauamt/);
    await p.hears(/Pflichtangabe/);
  },

  async "open an archived website"(p, stage) {
    const id = stage.receive(stage.made("website", stage.seed++));
    stage.run("receive", "accept", id);
    stage.run("appraise", id, "finish");
    stage.run("package", id);
    await p.go("link", /^Magazin/);
    await p.type("searchbox", /^Im Magazin suchen/, "Schnappschuss");
    await p.go("button", /^Suchen$/);
    await p.go("link", /^Schnappschuss.*ISO-Abbild/);
    await p.go("button", /^Webbereich zeigen/);
    must(/bis die Sitzung endet/.test(await p.told()), await p.told());
    const area = new URL(p.page.url()).host;
    await p.to("link", /öffnen$/);
    await Promise.all([p.page.waitForNavigation({ waitUntil: "load" }), p.press("Enter")]);
    must(new URL(p.page.url()).host !== area, "still at " + p.page.url());
    must((await p.tree()).some((x) => x.role === "heading" || x.role === "link"), "an empty page");
  },
});

const stage = await new Stage().fill().joined();
stage.seed = 100;
const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
let failed = 0;
const done = [];
try {
  for (const [width, script] of [[1280, true], [1280, false], [320, true], [320, false]]) {
    if (!new RegExp("^(" + (process.env.WAYS || ".*") + ")$").test(width + (script ? "" : " plain"))) { continue; } // WAYS narrows them, as "320|320 plain"
    for (const [name, task] of Object.entries(tasks)) {
      if (!new RegExp(process.env.ONLY || ".").test(name)) { continue; } // ONLY names the tasks to be done
      const { url, process: server } = await stage.serve("de");
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport({ width, height: width === 320 ? 256 : 900 });
      await page.setJavaScriptEnabled(script);
      const p = new Person(page, await page.createCDPSession(), script);
      try {
        await page.goto(url);
        await task(p, stage);
        done.push({ task: name, width, script, keys: p.keys });
        console.error(JSON.stringify(done.at(-1)));
      } catch (e) {
        failed++;
        console.error(`FAULT ${name} at ${width} px${script ? "" : ", no script"}: ${e.message} ${(await p.told().catch(() => "")).slice(0, 300)}`);
      }
      await context.close();
      server.kill("SIGTERM");
    }
  }
} finally {
  await browser.close();
  await stage.close();
}
console.log(JSON.stringify({ tasks: done.length, failed }));
process.exit(failed > 0 ? 1 : 0);
