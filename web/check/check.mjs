// Opens reports in a headless Chromium and does with them what readers do: `node check.mjs FOLDER PAGE...`
// fails with a sentence; pictures and printed pages are left in FOLDER.

import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Browser } from "./webdriver.mjs";

const openWithin = 2000;  // ms
const [folder, ...pages] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

function expect(holds, what) {
  if (!holds) throw new Error(what);
}

const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const exists = (selector) => `document.querySelector(${JSON.stringify(selector)}) !== null`;
const click = (selector) => `document.querySelector(${JSON.stringify(selector)}).click()`;
const pixels = (selector) => `document.querySelector(${JSON.stringify(selector)}).toDataURL()`;
const rows = `document.querySelectorAll("table.cells tbody tr").length`;

/** From the start of the navigation until charts and frames are drawn: the least of up to ten times, because
 *  other programs may keep the machine busy. */
async function opens(browser, page) {
  let least = Infinity;
  for (let times = 0; times < 10 && (times === 0 || least >= openWithin); ++times) {
    await browser.open(pathToFileURL(resolve(page)).href);
    await browser.until(`document.documentElement.dataset.ready !== undefined`, "the page is ready");
    await browser.until(`!(${exists(".plot")}) || ${exists(".plot canvas")}`, "curves are drawn");
    least = Math.min(least, await browser.run(`new Promise((done) => requestAnimationFrame(() => done(performance.now())))`));
  }
  expect(least < openWithin, `it took ${Math.round(least)} ms to open, and may take ${openWithin}`);
  expect((await browser.run(`performance.getEntriesByType("resource").length`)) === 0, "the page asked for another file");
  return least;
}

async function filters(browser) {
  const all = await browser.run(rows);
  expect(all > 0, "the table has rows");
  const type = (text) => `(() => { const box = document.querySelector("input[type=search]"); box.value = ${JSON.stringify(text)};
    box.dispatchEvent(new Event("input")); })()`;
  await browser.run(type("no such words anywhere"));
  expect((await browser.run(rows)) === 0, "a filter that nothing passes empties the table");
  await browser.run(type(""));
  expect((await browser.run(rows)) === all, "without a filter all rows are back");
  const column = `[...document.querySelectorAll("table.cells tbody tr")].map((row) => row.lastElementChild.textContent).join()`;
  await browser.run(`[...document.querySelectorAll("table.cells thead button")].at(-1).click()`);
  const up = await browser.run(column);
  await browser.run(`[...document.querySelectorAll("table.cells thead button")].at(-1).click()`);
  expect(all === 1 || (await browser.run(column)) !== up, "a second click on a head turns the order round");
}

async function toggles(browser) {
  if (!(await browser.run(exists(".legend button")))) return;
  const before = await browser.run(pixels(".plot canvas"));
  await browser.run(click(".legend button"));
  await wait(150);
  expect((await browser.run(`document.querySelector(".legend button").getAttribute("aria-pressed")`)) === "false", "the legend says that the curve is off");
  expect((await browser.run(pixels(".plot canvas"))) !== before, "the curve is gone from the picture");
  await browser.run(click(".legend button"));
}

async function plays(browser) {
  if (!(await browser.run(exists("canvas.frame")))) return;
  const state = () => browser.run(`document.querySelector(".player input").value`);
  await browser.run(click(".play"));
  await wait(400);
  const [time, picture] = [Number(await state()), await browser.run(pixels("canvas.frame"))];
  await wait(1200);
  expect(Number(await state()) > time, "the slider moves while frames play");
  const frames = Number(/ of (\d+)$/.exec(await browser.run(`document.querySelector(".pane figcaption").textContent`))?.[1]);
  if (frames > 10)
    expect((await browser.run(pixels("canvas.frame"))) !== picture, "the picture changes while frames play");
  await browser.run(click(".play"));
  const stopped = await state();
  await wait(200);
  expect((await state()) === stopped, "pause stops it");
  for (const field of ["body", "stress", "velocity"])
    await browser.run(`(() => { const list = document.querySelector("#frames .controls select"); list.value = "${field}"; list.dispatchEvent(new Event("change")); })()`);
}

/** Sections far from the window are not painted, unless they are told to be. */
async function whole(browser) {
  await browser.run(`document.querySelectorAll("section").forEach((section) => (section.style.contentVisibility = "visible"))`);
  await wait(400);
}

async function looks(browser, name) {
  await whole(browser);
  const ground = `getComputedStyle(document.body).backgroundColor`;
  const light = await browser.run(ground);
  writeFileSync(join(folder, `${name}_light.png`), await browser.picture());
  await browser.run(click(".theme"));
  await wait(200);
  expect((await browser.run(ground)) !== light, "the button turns the page dark");
  writeFileSync(join(folder, `${name}_dark.png`), await browser.picture());
  await browser.run(click(".theme"));
  await browser.scheme("dark");
  await wait(100);
  await browser.open(await browser.run("location.href"));
  await browser.until(`document.documentElement.dataset.theme === "dark"`, "a dark system makes a dark page");
  await browser.scheme("light");
}

async function isNarrow(browser, name) {
  await browser.size(390, 844, true);
  await whole(browser);
  const width = await browser.run(`document.documentElement.scrollWidth`);
  expect(width <= 390, `at 390 px the page is ${width} px wide`);
  const wide = await browser.run(`[...document.querySelectorAll(".scroll")].filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.closest("section").id).join()`);
  expect(wide === "", `at 390 px something has to be pushed sideways in: ${wide}`);
  writeFileSync(join(folder, `${name}_390.png`), await browser.picture());
  await browser.size(1280, 900);
}

async function prints(browser, name) {
  const pdf = await browser.pdf();
  const sheets = (pdf.toString("latin1").match(/\/Type \/Page\b/g) ?? []).length;
  expect(sheets > 0, "the page prints");
  writeFileSync(join(folder, `${name}.pdf`), pdf);
  return sheets;
}

const browser = await Browser.start({ width: 1280, height: 900 });
let failed = false;
try {
  for (const page of pages) {
    const name = basename(page, ".html");
    try {
      await browser.size(1280, 900);
      await browser.scheme("light");
      const ms = await opens(browser, page);
      await filters(browser);
      await toggles(browser);
      await plays(browser);
      await looks(browser, name);
      await isNarrow(browser, name);
      const sheets = await prints(browser, name);
      expect(await browser.run(`!/\\d\\.\\d{13,}/.test(document.body.innerText)`), "a number has digits of rounding");
      expect(await browser.run("window.hacked === undefined"), "a text of the data was run as a program");
      const complaints = await browser.complaints();
      expect(complaints.length === 0, `the console says: ${complaints.join("; ")}`);
      console.log(`${page}: opens in ${Math.round(ms)} ms, ${sheets} printed pages`);
    } catch (error) {
      failed = true;
      console.error(`${page}: ${error.message}`);
    }
  }
} finally {
  await browser.stop();
}
process.exit(failed ? 1 : 0);
