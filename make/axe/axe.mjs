// Every page and state of the second face, in German and English, in light, dark, more
// contrast and forced colours, judged by axe-core (WCAG 2.1 and 2.2, A and AA), at
// 1280 and at 320 CSS pixels, which is 400 %; the HTML by the checker of the W3C.
// LAUFZETTEL_CLI is the program, CHROMIUM the browser, TOOLS where the modules lie.
import { createRequire } from "node:module";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
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
    await page.evaluate(axe);
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

// look judges the page as it stands, and keeps its HTML as it was sent.
async function look(page, client, name, html) {
  writeFileSync(join(out, name.replace(/[^\w-]+/g, "_").slice(0, 150) + ".html"), html);
  sum.states++;
  await judge(page, client, name);
  await narrow(page, client, name);
  if (sum.states % 20 === 0) { console.error(JSON.stringify(sum)); }
}

// kindOf gives an address that shows another kind of page, or the same kind in another
// state, than those seen; "" for one that is like one of them. Lists are alike whatever
// narrows them; portions and packages differ by their state.
const values = ["part", "verb", "step", "evidence", "kind", "act"], states = { book: ["id"], portion: ["id"], deliver: ["id"], holdings: ["pid"], "appraise/finish": ["id"] };
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

async function walk(browser, lang, stage) {
  const { url, process: server } = await stage.serve(lang);
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const client = await page.createCDPSession();
  const host = new URL(url).host;
  page.on("request", (r) => {
    const u = new URL(r.url());
    if (u.protocol.startsWith("http") && u.host !== host) { sum.foreign++; fault(`asks ${u.host} for ${u.pathname}`); }
  });
  page.on("pageerror", (e) => { sum.violations++; fault(`script: ${e.message}`); });
  page.on("console", (m) => { if (m.type() === "error" && !/status of (404|422)|ERR_CONNECTION_REFUSED/.test(m.text())) { sum.violations++; fault(`console: ${m.text()}`); } });
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(url);
  const seen = new Set(), todo = [page.url()];
  const cookies = await context.cookies();
  const header = { Cookie: cookies.map((c) => c.name + "=" + c.value).join("; ") };
  while (todo.length > 0) {
    const at = todo.shift();
    if (!kindOf(at, seen) || seen.size > Number(process.env.MOST || 500)) { continue; }
    const probe = await fetch(at, { headers: header });
    if (!(probe.headers.get("content-type") || "").startsWith("text/html")) { await probe.arrayBuffer(); continue; }
    const html = await probe.text();
    await page.goto(at, { waitUntil: "load" });
    const place = new URL(at).pathname.split("/").slice(2).join("/"), judged = only.test(place);
    if (judged) {
      sum.pages++;
      await look(page, client, lang + " " + place + new URL(at).search, html);
    }
    todo.push(...await page.evaluate(() => [...document.querySelectorAll("a[href]")].map((a) => a.href.split("#")[0])));
    for (const state of judged ? await badForms(page) : []) { await failing(page, client, at, state, lang); }
  }
  if (stage.tagged && only.test("appraise")) { await leaf(page, client, lang, stage); }
  // A page that is not there, and the page outside of the session.
  await page.goto(page.url().split("/").slice(0, 4).join("/") + "/nichts");
  await look(page, client, lang + " not-there", await page.content());
  const stranger = await (await browser.createBrowserContext()).newPage();
  await stranger.goto(new URL(url).origin + "/");
  await look(stranger, await stranger.createCDPSession(), lang + " refused", await stranger.content());
  // The end of the session.
  await page.goto(new URL(url).origin + "/" + new URL(page.url()).pathname.split("/")[1] + "/session");
  await Promise.all([page.waitForNavigation(), page.evaluate(() => { [...document.querySelectorAll("form")].find((f) => f.action.endsWith("/session/end")).submit(); })]);
  await look(page, client, lang + " ended", await page.content());
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
  await look(page, client, lang + " tagged page", await response.text());
}

// badForms gives the forms that ask for something, by their place on the page.
async function badForms(page) {
  return page.evaluate(() => [...document.querySelectorAll("form[method=post]")].map((f, i) => [f, i]).filter(([f]) => f.querySelector("[required]")).map(([, i]) => i));
}

// failing sends a form with nothing in it and judges the page that says so.
async function failing(page, client, at, index, lang) {
  await page.goto(at, { waitUntil: "load" });
  await Promise.all([page.waitForNavigation(), page.evaluate((i) => {
    const f = document.querySelectorAll("form[method=post]")[i];
    for (const el of f.querySelectorAll("[required]")) { if (el.type !== "radio") { el.value = ""; } else { el.checked = false; } }
    f.submit();
  }, index)]);
  await page.waitForFunction(() => document.activeElement && document.activeElement.id === "message", { timeout: 3000 }).catch(() => {});
  const focus = await page.evaluate(() => document.activeElement && document.activeElement.id);
  if (focus !== "message") { sum.violations++; fault(`${at}: after a wrong form the focus is on ${focus}`); }
  await look(page, client, lang + " wrong form " + index + " of " + new URL(at).pathname.split("/").slice(2).join("/") + new URL(at).search, await page.content());
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
  const page = await context.newPage();
  const client = await page.createCDPSession();
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(url);
  const area = new URL(url).origin + "/" + new URL(page.url()).pathname.split("/")[1] + "/";
  const submit = async (find) => Promise.all([page.waitForNavigation(), page.evaluate(find)]);
  await page.goto(area + "portion?id=" + stage.sound);
  await submit(() => { [...document.querySelectorAll("form")].find((f) => f.verb && f.verb.value === "receipt").requestSubmit(); });
  if (!page.url().includes("/unlock")) { sum.violations++; fault("no passphrase is asked for: " + page.url()); }
  await look(page, client, lang + " unlock", await page.content());
  await submit(() => { const f = document.querySelector("form[action$=unlock]"); f.querySelector("input[type=password]").required = false; f.submit(); });
  await look(page, client, lang + " unlock wrong", await page.content());
  await page.type("#pass", "nur zur Probe");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  const told = () => page.evaluate(() => (document.getElementById("message") || {}).textContent || "");
  for (let i = 0; i < 60 && /läuft noch|still running/.test(await told()); i++) {
    await new Promise((done) => setTimeout(done, 500));
    await page.reload();
  }
  const said = await told();
  if (!/Geschrieben|Written/.test(said)) { sum.violations++; fault("after the passphrase: " + said.trim()); }
  await look(page, client, lang + " after unlock", await page.content());
  await context.close();
  server.kill("SIGTERM");
}

const stage = new Stage();
const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
try {
  stage.fill();
  await stage.joined();
  for (const lang of langs) {
    if (!process.env.ONLY) { await locked(browser, lang, stage); }
    await walk(browser, lang, stage);
  }
  const empty = new Stage();
  empty.run("settings", "role=administrator");
  for (const lang of langs) { await walk(browser, lang, empty); }
  await empty.close();
} finally {
  await browser.close();
  await stage.close();
}
const r = spawnSync("java", ["-jar", vnu, "--skip-non-html", "--errors-only", "--format", "gnu", out], { encoding: "utf8", maxBuffer: 1 << 26 });
for (const line of (r.stderr + r.stdout).split("\n").filter((l) => l.trim() !== "")) { sum.invalid++; if (sum.invalid < 40) { fault("vnu " + line.replace(out, "")); } }
if (r.error) { sum.invalid++; fault("vnu: " + r.error.message); }
console.log(JSON.stringify(sum));
process.exit(sum.violations + sum.overflow + sum.foreign + sum.invalid > 0 ? 1 : 0);
