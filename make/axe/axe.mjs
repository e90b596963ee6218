// Every page and state of the second face, in German and English, in light, dark, more
// contrast and forced colours, judged by axe-core (WCAG 2.1 and 2.2, A and AA), at
// 1280 and at 320 CSS pixels, which is 400 %; the HTML by the checker of the W3C.
// Every route of the table has to be judged in every state that states.json names for it,
// in each language; a Go test holds that no route is missing there.
// LAUFZETTEL_CLI is the program, CHROMIUM the browser, TOOLS where the modules lie.
import { createRequire } from "node:module";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { Player, scenes } from "./scenes.mjs";
import { Stage } from "./stage.mjs";

const need = createRequire(join(process.env.TOOLS, "x.js"));
const puppeteer = need("puppeteer-core");
const axe = readFileSync(need.resolve("axe-core/axe.min.js"), "utf8");
const vnu = need.resolve("vnu-jar/build/dist/vnu.jar");

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const modes = {
  light: [{ name: "prefers-color-scheme", value: "light" }],
  dark: [{ name: "prefers-color-scheme", value: "dark" }],
  contrast: [{ name: "prefers-contrast", value: "more" }],
  forced: [{ name: "forced-colors", value: "active" }],
};
// required are the states each address has to be judged in, judged those that were, by
// language.
const required = JSON.parse(readFileSync(new URL("states.json", import.meta.url), "utf8")), judged = {};
const sum = { pages: 0, states: 0, runs: 0, rules: 0, violations: 0, overflow: 0, foreign: 0, invalid: 0 };
const out = process.env.OUT;
// ONLY narrows what is judged to the rooms it names, as "book|people"; all links are
// followed all the same.
// LANGS narrows the languages, as "en".
const langs = (process.env.LANGS || "de en").split(" ");
const only = new RegExp("^(" + (process.env.ONLY || ".*") + ")(/|$)");
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

function fault(text) { console.error("FAULT " + text); }

// media sets what the person prefers; forced colours are no feature puppeteer knows.
async function prefer(client, features) { await client.send("Emulation.setEmulatedMedia", { features }); }

async function judge(page, client, name, only = modes) {
  for (const [mode, features] of Object.entries(only)) {
    await prefer(client, features);
    if (!await page.evaluate(() => !!window.axe)) { await page.evaluate(axe); }
    const got = await page.evaluate(async (only) => {
      const r = await window.axe.run(document, { runOnly: { type: "tag", values: only }, resultTypes: ["violations", "incomplete"] });
      return { passes: r.passes.length, violations: r.violations.map((v) => v.id + ": " + v.help + " at " + v.nodes.map((n) => n.target.join(" ")).slice(0, 3).join("; ")) };
    }, tags);
    sum.runs++;
    sum.rules += got.passes;
    for (const v of got.violations) { sum.violations++; fault(`${name} [${mode}] ${v}`); }
  }
}

// narrow looks whether anything is lost at 400 %: only tables may be wider, and they
// scroll by themselves.
async function narrow(page, client, name) {
  await page.setViewport({ width: 320, height: 640 });
  const wide = await page.evaluate(() => {
    const root = document.scrollingElement, outside = [];
    for (const el of document.querySelectorAll("main *, header *, footer *")) {
      const r = el.getBoundingClientRect();
      if (r.width > 0 && r.right > innerWidth + 1 && !el.closest(".scroll") && !el.closest(".quiet")) { outside.push(el.tagName + "." + el.className); }
    }
    return { width: root.scrollWidth, inner: innerWidth, outside: outside.slice(0, 3) };
  });
  // The spacing of WCAG 1.4.12 must not cut anything off either.
  const spaced = await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }");
    document.adoptedStyleSheets = [sheet];
    const cut = [...document.querySelectorAll("main *, nav *")].filter((el) => !el.closest(".quiet, .scroll, .documents, textarea, select, input") && getComputedStyle(el).overflow !== "visible" && el.scrollWidth > el.clientWidth + 1).map((el) => el.tagName);
    const width = document.scrollingElement.scrollWidth;
    document.adoptedStyleSheets = [];
    return { width, inner: innerWidth, cut: cut.slice(0, 3) };
  });
  if (spaced.width > spaced.inner || spaced.cut.length > 0) { sum.overflow++; fault(`${name}: with spacing ${spaced.width} px wide at ${spaced.inner}, cut off: ${spaced.cut.join(", ")}`); }
  if (wide.width > wide.inner) { sum.overflow++; fault(`${name}: ${wide.width} px wide at ${wide.inner}: ${wide.outside.join(", ")}`); }
  await judge(page, client, name + " (320 px)", { light: modes.light });
  await page.setViewport({ width: 1280, height: 900 });
}

// place gives the address of a page below the area, without its query.
function place(address) { return new URL(address).pathname.split("/").slice(2).join("/"); }

function note(lang, path, state) { ((judged[lang] ||= {})[path] ||= new Set()).add(state); }

// look judges the page as it stands, and keeps its HTML as it was sent. path and state
// say what is judged by it.
async function look(page, client, name, html, path, state) {
  note(name.split(" ")[0], path, state);
  writeFileSync(join(out, name.replace(/[^\w-]+/g, "_").slice(0, 150) + ".html"), html);
  sum.states++;
  await judge(page, client, name);
  await narrow(page, client, name);
  if (sum.states % 20 === 0) { console.error(JSON.stringify(sum)); }
}

// kindOf gives an address that shows another kind of page, or the same kind in another
// state, than those seen; "" for one that is like one of them. Lists are alike whatever
// narrows them; portions and packages differ by their state, chapters by what they say.
const values = ["part", "verb", "step", "evidence", "kind", "act"], states = { book: ["id"], portion: ["id"], deliver: ["id"], holdings: ["pid"], "appraise/finish": ["id"], handbook: ["p"] };
function kindOf(url, seen) {
  const u = new URL(url);
  u.hash = "";
  u.searchParams.delete("m");
  const place = u.pathname.split("/").slice(2).join("/");
  const telling = [...values, ...(states[place] || [])];
  const key = place + "?" + [...u.searchParams.keys()].sort().join("&") + [...u.searchParams].filter(([k]) => telling.includes(k)).map(([k, v]) => k + v).join();
  if (seen.has(key)) { return ""; }
  seen.add(key);
  return u.href;
}

async function walk(browser, lang, stage, state) {
  const { url, process: server } = await stage.serve(lang);
  const context = await browser.createBrowserContext();
  const page = await newPage(context);
  const client = await page.createCDPSession();
  const host = new URL(url).host;
  page.on("request", (r) => {
    const u = new URL(r.url());
    if (u.protocol.startsWith("http") && u.host !== host) { sum.foreign++; fault(`asks ${u.host} for ${u.pathname}`); }
  });
  page.on("response", async (r) => {
    if (r.status() < 500) { return; }
    const said = await r.text().catch(() => "");
    fault(`${r.status()} ${r.request().method()} ${new URL(r.url()).pathname}${new URL(r.url()).search} ${r.request().postData() || ""}: ${said.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").slice(0, 1500)}`);
  });
  page.on("pageerror", (e) => { sum.violations++; fault(`script: ${e.message}`); });
  page.on("console", (m) => { if (m.type() === "error" && !/status of (404|422)|ERR_CONNECTION_REFUSED/.test(m.text())) { sum.violations++; fault(`console: ${m.text()}`); } });
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(url);
  const seen = new Set(), todo = [page.url()], acts = new Map();
  const cookies = await context.cookies();
  const header = { Cookie: cookies.map((c) => c.name + "=" + c.value).join("; ") };
  while (todo.length > 0 && !process.env.SCENES) { // SCENES plays those alone
    const at = todo.shift();
    if (!kindOf(at, seen) || seen.size > Number(process.env.MOST || 500)) { continue; }
    const probe = await fetch(at, { headers: header });
    if (!(probe.headers.get("content-type") || "").startsWith("text/html")) { await probe.arrayBuffer(); continue; }
    const html = await probe.text();
    await page.goto(at, { waitUntil: "load" });
    const path = place(at), judging = only.test(path);
    if (judging) {
      sum.pages++;
      await look(page, client, lang + " " + path + new URL(at).search, html, path, state);
      for (const key of await page.evaluate(buttonsOf)) { if (!acts.has(key)) { acts.set(key, at); } }
    }
    todo.push(...await page.evaluate(() => [...document.querySelectorAll("a[href]")].map((a) => a.href.split("#")[0])));
    for (const form of judging ? await badForms(page) : []) { await failing(page, client, at, form, lang); }
  }
  if (state === "page" && !process.env.SCENES) {
    if (only.test("inbox")) { await drops(page, client, lang, stage); }
    for (const [key, at] of acts) { await acting(page, client, lang, stage, key, at); }
  }
  if (state === "page") { await play(page, client, lang, stage); }
  if (stage.tagged && only.test("appraise")) { await leaf(page, client, lang, stage); }
  // A page that is not there, and the page outside of the session.
  await page.goto(page.url().split("/").slice(0, 4).join("/") + "/nichts");
  await look(page, client, lang + " not-there", await page.content(), "nichts", "failed");
  const stranger = await newPage(await browser.createBrowserContext());
  await stranger.goto(new URL(url).origin + "/");
  await look(stranger, await stranger.createCDPSession(), lang + " refused", await stranger.content(), "", "failed");
  // The end of the session.
  await page.goto(new URL(url).origin + "/" + new URL(page.url()).pathname.split("/")[1] + "/session");
  await Promise.all([page.waitForNavigation(), page.evaluate(() => { [...document.querySelectorAll("form")].find((f) => f.action.endsWith("/session/end")).submit(); })]);
  await look(page, client, lang + " ended", await page.content(), "session/end", "done");
  await context.close();
  if (server.exitCode === null) { await new Promise((done) => server.once("exit", done)); }
}

// leaf judges a page of a tagged PDF as text beside its picture.
async function leaf(page, client, lang, stage) {
  const area = page.url().split("/").slice(0, 4).join("/") + "/";
  const object = stage.units(stage.tagged)[0].id;
  await page.goto(area + "appraise?id=" + stage.tagged + "&object=" + object, { waitUntil: "load" });
  const at = await page.evaluate(() => [...document.querySelectorAll(".documents a")].find((a) => a.textContent.includes(".pdf"))?.href);
  const response = await page.goto(at, { waitUntil: "load" });
  const found = await page.evaluate(() => document.querySelectorAll(".text h5, .text table th[scope], .text li").length);
  if (found < 3) { sum.violations++; fault("a tagged page shows no structure: " + at); }
  await look(page, client, lang + " tagged page", await response.text(), "appraise", "page");
}

// badForms gives the forms that ask for something, by their place on the page.
async function badForms(page) {
  return page.evaluate(() => [...document.querySelectorAll("form[method=post]")].map((f, i) => [f, i]).filter(([f]) => f.querySelector("[required]")).map(([, i]) => i));
}

// failing sends a form with nothing in it and judges the page that says so.
async function failing(page, client, at, index, lang) {
  await page.goto(at, { waitUntil: "load" });
  const [, action] = await Promise.all([page.waitForNavigation(), page.evaluate((i) => {
    const f = document.querySelectorAll("form[method=post]")[i];
    for (const el of f.querySelectorAll("[required]")) { if (el.type !== "radio") { el.value = ""; } else { el.checked = false; } }
    f.submit();
    return f.action;
  }, index)]);
  await focused(page, at);
  await look(page, client, lang + " wrong form " + index + " of " + place(at) + new URL(at).search, await page.content(), place(action), "wrong");
}

// focused asks whether the focus is on what a page tells first.
async function focused(page, what) {
  await page.waitForFunction(() => document.activeElement && document.activeElement.id === "message", { timeout: 30000 }).catch(() => {});
  const focus = await page.evaluate(() => document.activeElement && document.activeElement.id);
  if (focus !== "message") { sum.violations++; fault(`${what}: after a form the focus is on ${focus}`); }
}

// buttonsOf names every button of a page that sends a form which changes something: what
// is sent, by what. It runs in the page.
function buttonsOf() {
  const area = document.body.dataset.area, out = [];
  for (const form of document.querySelectorAll("form[method=post]")) {
    const at = new URL(form.action).pathname.slice(area.length);
    const kind = ["act", "verb", "step"].map((k) => form.querySelector(`input[type=hidden][name=${k}]`)?.value).filter(Boolean).join(".");
    for (const b of form.querySelectorAll("button[type=submit]")) { out.push([at, kind, b.name, b.name ? b.value : ""].join(" ").trim()); }
  }
  return out;
}

// fillIn types something into every empty field of the form of a button, however right,
// and presses it. It runs in the page.
function fillIn(index, free, folder) {
  const button = document.querySelectorAll("form[method=post] button[type=submit]")[index], form = button.closest("form");
  form.querySelector("input[name=mark]")?.click();
  for (const el of form.querySelectorAll("input, textarea")) {
    if (el.type === "radio" && !form.querySelector(`[name="${el.name}"]:checked`)) { el.checked = true; }
    if (/^(hidden|radio|checkbox)$/.test(el.type) || el.readOnly || el.value !== "") { continue; }
    const label = document.querySelector(`label[for="${el.id}"]`)?.textContent || "", said = label + (document.getElementById(el.id + "-help")?.textContent || "");
    if (el.type === "password") { el.value = "nur zur Probe"; }
    else if (/Tag|Frist|day|deadline|TT\.MM/i.test(said)) { el.value = "31.12.2030"; }
    else if (/Jahr|year|JJJJ/i.test(said)) { el.value = "2026"; }
    else if (/Ordner|folder/i.test(label)) { el.value = folder; }
    else if (/Datei|file|Pfad|path/i.test(said)) { el.value = free; }
    else { el.value = "Probe"; }
  }
  for (const el of form.querySelectorAll("[required]")) { el.required = false; } // the page shall say it, not the browser
  form.requestSubmit(button);
}

// Not done: what ends the session, puts another person to work or changes the keys; the
// passphrase has its own way (locked).
const undone = /^(session\/end|unlock|people\/act (signin|signout|close|leave|key|usespare|refound))/;

// acting presses a button with all a form asks for typed in, and judges what the page
// tells then: that it is done, that it failed, or that it lasts.
async function acting(page, client, lang, stage, key, at) {
  if (undone.test(key) || !only.test(place(at))) { return; }
  await page.goto(at, { waitUntil: "load" });
  const index = (await page.evaluate(buttonsOf)).indexOf(key);
  if (index < 0) { return; } // what was done before has taken it away
  await Promise.all([page.waitForNavigation(), page.evaluate(fillIn, index, join(stage.dir, "neu" + sum.states), stage.dir)]);
  await settled(page);
  const state = await outcome(page, key);
  await look(page, client, lang + " " + state + " " + key, await page.content(), key.split(" ")[0], state);
}

// outcome says what a page tells of what was just sent, which has the focus then.
async function outcome(page, what) {
  const told = await page.evaluate(() => { const m = document.getElementById("message"); return m ? (m.querySelector("ul a[href^='#']") ? "wrong" : m.className.split(" ").pop()) : ""; });
  if (told) { await focused(page, what); }
  return { ok: "done", error: "failed", note: "told", wrong: "wrong", "": "done" }[told] || "told";
}

const outcomes = ["done", "failed", "told", "wrong"];

// play judges the states that need a certain portion. A scene that ends otherwise than it
// says is a fault.
async function play(page, client, lang, stage) {
  const p = new Player(page, stage);
  for (const [path, state, act] of scenes) {
    if (!only.test(path) || judged[lang]?.[path]?.has(state)) { continue; }
    try {
      await act(p);
      await settled(page);
      const is = outcomes.includes(state) ? await outcome(page, path) : state; // else it is a page of that name
      const said = await page.evaluate(() => document.getElementById("message")?.textContent.trim() || "");
      if (is !== state) { sum.violations++; fault(`${lang}: ${path} ends as ${is}, not as ${state}: ${said}`); continue; }
      await look(page, client, `${lang} scene ${path} ${state}`, await page.content(), path, state);
    } catch (e) { sum.violations++; fault(`${lang}: ${path} ${state}: ${e.message}`); }
  }
}

// drops opens a delivery and takes it back, and a drop of two procedures, which asks where
// its pieces belong: left lying, then taken.
async function drops(page, client, lang, stage) {
  const area = page.url().split("/").slice(0, 4).join("/") + "/", several = join(stage.dir, "zwei");
  mkdirSync(several);
  for (const seed of [90, 91]) { copyFileSync(stage.delivery(seed), join(several, seed + ".zip")); }
  const said = async (path, state, what) => {
    await settled(page);
    await focused(page, what);
    await look(page, client, lang + " " + what, await page.content(), path, state);
  };
  const open = async (path) => {
    await page.goto(area + "inbox");
    await Promise.all([page.waitForNavigation(), page.evaluate((path) => { const f = [...document.querySelectorAll("form")].find((f) => f.action.endsWith("/inbox/open")); f.path.value = path; f.requestSubmit(); }, path)]);
  };
  const press = async (find) => Promise.all([page.waitForNavigation(), page.evaluate(find)]);
  await open(stage.delivery(92));
  await said("inbox/open", "done", "delivery opened");
  await page.goto(area + "inbox");
  await press(() => [...document.querySelectorAll("form")].find((f) => f.action.endsWith("/inbox/undo")).requestSubmit());
  await said("inbox/undo", "done", "delivery taken back");
  await open(several);
  await said("inbox/open", "told", "drop opened");
  const proposal = () => press(() => document.querySelector("#message a, #waiting ~ ul a, section a[href*='inbox/take']").click());
  await proposal();
  await look(page, client, lang + " proposal", await page.content(), "inbox/take", "page");
  await press(() => document.querySelector("button[name=later]").click());
  await said("inbox/take", "told", "drop left lying");
  await open(several);
  await proposal();
  await press(() => document.querySelector("button.primary").click());
  await said("inbox/take", "done", "drop taken");
}

// settled goes on from the page that waits for an act that lasts; lasting judges that page.
async function settled(page) {
  if (place(page.url()) === "wait") { await over(page); }
}

// over waits until a page that waits has gone on by itself.
async function over(page) {
  await page.waitForFunction(() => !location.pathname.endsWith("/wait") && document.readyState === "complete", { polling: 500 });
}

// newPage gives a page that is patient: the machine may be busy.
async function newPage(context) {
  const page = await context.newPage();
  page.setDefaultTimeout(300000);
  return page;
}

// lasting begins an act that nobody answers, and judges the page that waits for it, the
// page one goes back to meanwhile, and what is told at last.
async function lasting(browser, lang) {
  const calls = new Set(), silent = createServer((c) => { calls.add(c); c.on("error", () => {}); });
  await new Promise((done) => silent.listen(0, "127.0.0.1", done));
  const stage = new Stage();
  stage.run("settings", "role=administrator", "key-store=file", "url=http://127.0.0.1:" + silent.address().port);
  stage.run("keys", "new", "--store", "file");
  const { url, process: server } = await stage.serve(lang);
  const page = await newPage(await browser.createBrowserContext()), client = await page.createCDPSession();
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(url);
  await page.goto(url.split("/o/")[0] + "/" + new URL(page.url()).pathname.split("/")[1] + "/settings?part=channel");
  const press = (find) => Promise.all([page.waitForNavigation(), page.evaluate(find)]);
  await press(() => { [...document.querySelectorAll("form")].find((f) => f.act && f.act.value === "enrol").requestSubmit(); });
  if (place(page.url()) !== "wait") { sum.violations++; fault("an act nobody answers does not wait: " + page.url()); }
  await focused(page, "a page that waits");
  await look(page, client, lang + " waits", await page.content(), "wait", "waits");
  await press(() => document.querySelector("main .buttons a").click());
  await look(page, client, lang + " back while it lasts", await page.content(), "settings", "told");
  await press(() => document.querySelector("#message a").click());
  for (const c of calls) { c.destroy(); }
  silent.close();
  await over(page);
  await focused(page, "the outcome of an act that lasted");
  await look(page, client, lang + " lasted", await page.content(), "settings/act", "failed");
  server.kill("SIGTERM");
  await stage.close();
}

// locked asks for a passphrase: an act of a person whose key lies in a file, with nobody
// but the page to ask.
async function locked(browser, lang, stage) {
  const kept = stage.env;
  stage.env = { ...kept };
  delete stage.env.LAUFZETTEL_PASSPHRASE;
  delete stage.env.LAUFZETTEL_PERSON_PASSPHRASE;
  const { url, process: server } = await stage.serve(lang);
  stage.env = kept;
  const context = await browser.createBrowserContext();
  const page = await newPage(context);
  const client = await page.createCDPSession();
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(url);
  const area = new URL(url).origin + "/" + new URL(page.url()).pathname.split("/")[1] + "/";
  const submit = async (find) => Promise.all([page.waitForNavigation(), page.evaluate(find)]);
  await page.goto(area + "portion?id=" + stage.sound);
  await submit(() => { [...document.querySelectorAll("form")].find((f) => f.verb && f.verb.value === "receipt").requestSubmit(); });
  if (!page.url().includes("/unlock")) { sum.violations++; fault("no passphrase is asked for: " + page.url()); }
  await look(page, client, lang + " unlock", await page.content(), "unlock", "page");
  await submit(() => { const f = document.querySelector("form[action$=unlock]"); f.querySelector("input[type=password]").required = false; f.submit(); });
  await look(page, client, lang + " unlock wrong", await page.content(), "unlock", "wrong");
  await page.type("#pass", "nur zur Probe");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await settled(page);
  const said = await page.evaluate(() => (document.getElementById("message") || {}).textContent || "");
  if (!/Geschrieben|Written/.test(said)) { sum.violations++; fault("after the passphrase: " + said.trim()); }
  await look(page, client, lang + " after unlock", await page.content(), "unlock", "done");
  await context.close();
  server.kill("SIGTERM");
}

const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"], protocolTimeout: 600000 });
try {
  // What was done in one language is not there to be done in the other: each has its own.
  for (const lang of langs) {
    const stage = new Stage();
    try {
      stage.fill();
      await stage.joined();
      if (!process.env.ONLY) { await locked(browser, lang, stage); }
      await walk(browser, lang, stage, "page");
    } finally { await stage.close(); }
    const empty = new Stage();
    empty.run("settings", "role=administrator");
    try { await walk(browser, lang, empty, "empty"); } finally { await empty.close(); }
    if (!process.env.ONLY) { await lasting(browser, lang); }
  }
} finally {
  await browser.close();
}
writeFileSync(join(out, "judged.json"), JSON.stringify(judged, (k, v) => v instanceof Set ? [...v].sort() : v, 1));
sum.missing = 0;
for (const lang of process.env.ONLY ? [] : langs) {
  for (const { path, states } of required) {
    for (const state of states.filter((x) => x !== "none")) {
      if (!judged[lang]?.[path]?.has(state)) { sum.missing++; fault(`${lang}: ${path} was not judged in the state ${state}`); }
    }
  }
}
const r = spawnSync("java", ["-jar", vnu, "--skip-non-html", "--errors-only", "--format", "gnu", out], { encoding: "utf8", maxBuffer: 1 << 26 });
for (const line of (r.stderr + r.stdout).split("\n").filter((l) => l.trim() !== "")) { sum.invalid++; if (sum.invalid < 40) { fault("vnu " + line.replace(out, "")); } }
if (r.error) { sum.invalid++; fault("vnu: " + r.error.message); }
console.log(JSON.stringify(sum));
process.exit(sum.violations + sum.overflow + sum.foreign + sum.invalid + sum.missing > 0 ? 1 : 0);
