// A workspace with portions in many states, made by the command line program, and the
// pages begun on it. Used by axe.mjs and tasks.mjs.
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";

const cli = process.env.LAUFZETTEL_CLI;

// Stage is one workspace; close removes it.
export class Stage {
  constructor() {
    this.dir = mkdtempSync(join(tmpdir(), "laufzettel-axe-"));
    this.env = { ...process.env, LAUFZETTEL_DATA: join(this.dir, "ws"), LAUFZETTEL_PERSON: "M. Ahrens", LAUFZETTEL_PASSPHRASE: "nur zur Probe",
      LAUFZETTEL_PERSON_PASSPHRASE: "nur zur Probe", LANG: "de_DE.UTF-8" };
    this.servers = [];
  }

  // run calls the program; codes 0 and 1 (findings) are good.
  run(...args) {
    const r = spawnSync(cli, args, { env: this.env, encoding: "utf8" });
    if (r.status !== 0 && r.status !== 1) {
      throw new Error(`${args.join(" ")}: exit ${r.status}\n${r.stderr}`);
    }
    return r.stdout;
  }

  json(...args) { return JSON.parse(this.run(...args, "--json").split("\n")[0]); }

  // delivery makes a delivery and gives its path.
  delivery(seed, ...more) {
    const out = join(this.dir, "in" + seed);
    this.run("generate", "xdomea-0503", "--dossiers", "1", "--cases", "3", "--documents", "2", "--seed", String(seed), ...more, "--out", out);
    return join(out, readdirSync(out)[0]);
  }

  // made makes a delivery of another kind and gives its path.
  made(kind, seed) {
    const out = join(this.dir, kind + seed);
    this.run("generate", kind, "--seed", String(seed), "--out", out);
    return join(out, readdirSync(out)[0]);
  }

  // receive takes a delivery in, checked unless it shall wait.
  receive(path, check = true) {
    const { id } = this.json("receive", path);
    if (check) { this.run("receive", "check", "--no-pdfa", id); }
    return id;
  }

  // decide decides on an object; one below it may have been decided with it.
  decide(id, object, letter, reason) { spawnSync(cli, ["appraise", id, "set", object, letter, "--reason", reason], { env: this.env }); }

  // person enters one into the register, under the passphrase of all.
  person(name, roles) {
    const kept = this.env;
    this.env = { ...kept, LAUFZETTEL_NEW_PASSPHRASE: kept.LAUFZETTEL_PASSPHRASE };
    this.run("people", "add", name, "--roles", roles);
    this.env = kept;
  }

  // units are the objects of a portion that are still open.
  units(id) { return this.json("appraise", id, "list").objects; }

  // fill brings portions into all states that pages show.
  fill() {
    this.run("settings", "archive=Landesarchiv Musterland", "role=administrator", "key-store=file");
    this.run("profile", "set", "musterkreis", "--new", "agency=Landratsamt Musterkreis", "agencyId=09999");
    this.arrived = this.receive(this.delivery(1), false);
    this.faulty = this.receive(this.delivery(2, "--defect", "VOL-001", "--defect", "FMT-002"));
    this.returned = this.receive(this.delivery(3, "--defect", "VOL-001"));
    this.run("receive", "return", this.returned, "--confirm");
    this.sound = this.receive(this.delivery(4));
    this.accepted = this.receive(this.delivery(5));
    this.run("receive", "accept", this.accepted);
    this.packaged = this.receive(this.delivery(6));
    this.run("receive", "accept", this.packaged);
    for (const o of this.units(this.packaged)) { this.decide(this.packaged, o.id, "a", "Von Dauer."); }
    this.run("appraise", this.packaged, "finish");
    this.run("package", this.packaged);
    this.next = 200; // seed of the next delivery
    const pid = this.pid = this.packagedAs(7);
    this.run("closure", "set", pid, "--law", "bund", "--end", "2020-01-01");
    this.prepared();
    this.share = this.drive();
    this.tagged = this.receive(this.bag(this.run("receive", "report", this.faulty).trim()));
    this.run("receive", "accept", this.tagged);
    return this;
  }

  // sample makes an export as a vendor might write it: a list with what it names, and a table.
  sample() {
    const dir = join(this.dir, "muster"), row = (title, n) => `<z><az>50.1</az><v nr="50.1/1">Ausbau</v><b>${title}</b><vom>3.2.2001</vom><f>${n}.pdf</f></z>`;
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, "liste-2026.xml"), `<l amt="Tiefbauamt">${row("Brief", 1)}${row("Antwort", 2)}</l>`);
    writeFileSync(join(dir, "personen.csv"), "az;sachbearbeitung\n50.1;M. Ahrens\n");
    return dir;
  }

  // drive takes in a file share with copies, drafts and litter.
  drive(name = "laufwerk") {
    const dir = join(this.dir, name), draft = "Die Gemeinde erhebt für die Benutzung ihrer Sportanlagen Gebühren nach Maßgabe dieser Satzung. Schuldner ist, wer die Anlage " +
      "benutzt oder benutzen lässt; mehrere haften als Gesamtschuldner. Die Gebühr wird nach Stunden bemessen, angefangene zählen voll. Vereine der Jugend zahlen die Hälfte. ";
    for (const [path, text] of [["Bauamt/Plan.txt", "Der Plan"], ["Kopie/Plan.txt", "Der Plan"], ["Kopie/Thumbs.db", "x"], ["Hauptamt/Satzung_Entwurf.txt", draft + "In Kraft ab März."], ["Hauptamt/Satzung_final.txt", draft + "In Kraft ab April."]]) {
      mkdirSync(join(dir, path, ".."), { recursive: true });
      writeFileSync(join(dir, path), text);
    }
    const { id } = this.json("receive", dir);
    this.run("receive", "check", "--no-pdfa", "--kind", "files", id);
    this.run("receive", "accept", id);
    return id;
  }

  // bag makes a delivery of one tagged PDF, a paper of our own.
  bag(pdf) {
    const dir = join(this.dir, "paket");
    mkdirSync(join(dir, "data"), { recursive: true });
    copyFileSync(pdf, join(dir, "data", "bericht.pdf"));
    const sum = createHash("sha512").update(readFileSync(pdf)).digest("hex");
    writeFileSync(join(dir, "bagit.txt"), "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n");
    writeFileSync(join(dir, "manifest-sha512.txt"), sum + "  data/bericht.pdf\n");
    return dir;
  }

  // joined puts the workspace and a laptop beside it at an archive of their own, queues
  // packages and leaves one decision that stands against another.
  async joined() {
    this.run("keys", "new", "--store", "file");
    this.url = await this.archive();
    this.laptop = join(this.dir, "reise");
    const on = (...more) => this.enrol(more);
    on();
    this.run("--data", this.laptop, "keys", "new", "--store", "file");
    on("--data", this.laptop);
    this.run("send", this.packaged);
    this.dispute(40);
    return this;
  }

  // archive starts a receiver and gives its address.
  async archive() {
    const p = spawn(cli, ["archive", "serve", "--addr", "127.0.0.1:0", "--store", join(this.dir, "archiv"), "--db", join(this.dir, "archiv.db"), "--key-store", "file", "--name", "Musterarchiv"],
      { env: this.env, stdio: ["ignore", "ignore", "pipe"] });
    this.servers.push(p);
    let said = "";
    return new Promise((found, lost) => {
      p.stderr.on("data", (part) => {
        said += part;
        const at = said.match(/https?:\/\/127\.0\.0\.1:\d+/);
        if (at) { found(at[0]); }
      });
      p.once("exit", () => lost(new Error("no archive: " + said)));
    });
  }

  enrol(data) {
    const e = this.json(...data, "enrol", this.url);
    this.run("archive", "confirm", e.code, "--db", join(this.dir, "archiv.db"), "--fingerprint", e.fingerprint, "--role", "deliver", "--role", "appraise", "--role", "read");
  }

  // dispute makes a portion on which two have decided differently, and gives its number
  // and the object.
  dispute(seed) {
    const id = this.receive(this.delivery(seed)), far = ["--data", this.laptop];
    this.run("receive", "accept", id);
    const work = this.json("work", "publish", id).work, object = this.units(id)[0].id;
    this.run("work", "sync");
    const there = this.json(...far, "loan", "take", "--person", "J. Beyer", work, "--days", "7").loan.portion;
    this.run(...far, "--person", "J. Beyer", "appraise", there, "set", object, "v", "--reason", "Doppel");
    this.run("appraise", id, "set", object, "a", "--reason", "Beispielfall");
    this.run(...far, "work", "sync", there);
    this.run("work", "sync");
    return { id, object };
  }

  // packagedAs brings a delivery to its packages and gives the name of one.
  packagedAs(seed) {
    const id = this.receive(this.delivery(seed));
    this.run("receive", "accept", id);
    for (const o of this.units(id)) { this.decide(id, o.id, "a", "Von Dauer."); }
    this.run("appraise", id, "finish");
    return this.json("package", id)[0].pid;
  }

  // material makes a folder with something to deliver.
  material(name) {
    const dir = join(this.dir, name);
    mkdirSync(dir);
    writeFileSync(join(dir, "brief.txt"), "Grüße\n");
    return dir;
  }

  // prepared leaves a draft, a draft with gaps in its material, and a portion that was
  // handed over.
  prepared() {
    const set = ["agency=Landratsamt Musterkreis", "agencyId=09999", "person=M. Ahrens", "name=plaene", "title=Pläne"].flatMap((x) => ["--set", x]);
    this.run("prepare", "files", "--from", this.material("leer"), "--out", join(this.dir, "entwurf"), "--draft");
    const books = join(this.dir, "register");
    mkdirSync(books);
    for (const [name, text] of [["14999001-S-1995-1-U0.xml", "<Beurkundung/>"], ["14999001-S-1995-1-U0.pdf", "%PDF-1.4\n"], ["14999001-S-1995-3-U0.xml", "<Beurkundung/>"]]) { writeFileSync(join(books, name), text); }
    this.run("prepare", "register", "--from", books, "--out", join(this.dir, "buch"), "--draft");
    this.run("prepare", "files", "--from", this.material("voll"), "--out", join(this.dir, "fertig"), ...set, "--draft");
    const rows = this.json("prepare", "list"), ready = rows.find((r) => r.name === "plaene" || r.fields?.name === "plaene" || r.title === "Pläne");
    if (ready) {
      this.run("prepare", "build", ready.id);
      this.run("prepare", "check", ready.id);
      this.run("prepare", "handover", ready.id, "--to", this.material("stick"));
    }
  }

  // serve begins the pages and gives an address that lets one browser in.
  async serve(lang, ...more) {
    const p = spawn(cli, ["serve", "--json", "--lang", lang, ...more], { env: this.env, stdio: ["ignore", "pipe", "inherit"] });
    this.servers.push(p);
    let said = "";
    for await (const part of p.stdout) {
      said += part;
      if (said.includes("\n")) { break; }
    }
    return { url: JSON.parse(said).url, process: p };
  }

  async close() {
    for (const p of this.servers) {
      if (p.exitCode === null) {
        const gone = new Promise((done) => p.once("exit", done));
        p.kill("SIGTERM");
        await gone;
      }
    }
    rmSync(this.dir, { recursive: true, force: true });
  }
}
