// Labels and ticks of charts are read back from a real browser and compared with the data: first for a random family
// of ranges, then for the charts of reports. `node axes.mjs PAGE=FOLDER...` fails with a sentence for each that is wrong.

import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { chartsOf, checkAxis, recorder } from "./drawn.mjs";
import { Browser } from "./webdriver.mjs";

const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const frames = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`;
let wrong = 0, looked = 0;

function judge(what, check) {
  ++looked;
  try {
    check();
  } catch (error) {
    if (++wrong <= 40) console.error(`${what}: ${error.message}`);
  }
}

/** Numbers of a fixed sequence in [0, 1). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The two ends of a range of values. */
const ranges = {
  "several decades": (r) => { const low = 10 ** (-12 + 20 * r()); return [low, low * 10 ** (1 + 8 * r())]; },
  "hundreds of decades": (r) => [10 ** (-300 + 100 * r()), 10 ** (100 + 200 * r())],
  "less than a decade": (r) => { const low = 10 ** (-6 + 12 * r()); return [low, low * (1 + 9 * r())]; },
  "far less than a decade": (r) => { const low = 10 ** (-3 + 6 * r()); return [low, low * (1 + 10 ** (-6 * r()))]; },
  "a constant": (r) => { const value = 10 ** (-6 + 12 * r()); return [value, value]; },
  "near 1e-300": (r) => [1e-300 * r(), 1e-300 * (1 + r())],
  "below the least normal number": (r) => [1e-316 * (0.1 + r()), 1e-315 * (1 + r())],
  "near 1e300": (r) => [1e300 * (0.1 + r()), 1e300 * (2 + r())],
  "whole powers of ten": (r) => { const low = Math.floor(-4 + 8 * r()); return [Number(`1e${low}`), Number(`1e${low + 1 + Math.floor(3 * r())}`)]; },
  "negative": (r) => { const size = 10 ** (-6 + 12 * r()); return [-size * (1 + r()), -size * r()]; },
  "of both signs": (r) => { const size = 10 ** (-6 + 12 * r()); return [-size * r(), size * r()]; },
  "of both signs and huge": (r) => [-1e308 * (0.2 + r() / 2), 1e308 * (0.2 + r() / 2)],
  "zero": () => [0, 0],
  "from zero": (r) => [0, 10 ** (-9 + 18 * r())],
  "pi's multiples": (r) => { const n = 1 + Math.floor(5 * r()); return [0, n * 0.31416]; },
};

async function family(browser) {
  const folder = mkdtempSync(join(tmpdir(), "tactus-axes-"));
  try {
    const { outputFiles } = await build({ entryPoints: [fileURLToPath(new URL("axes_page.mjs", import.meta.url))], bundle: true, write: false, outdir: folder, format: "iife" });
    const text = (ending) => outputFiles.find((file) => file.path.endsWith(ending)).text;
    writeFileSync(join(folder, "page.html"), `<!doctype html><meta charset="utf-8"><style>${text(".css")}</style><body><script>${text(".js")}</script>`);
    await browser.open(pathToFileURL(join(folder, "page.html")).href);
    const r = random(20260101);
    for (const [kind, range] of Object.entries(ranges))
      for (let n = 0; n < 16; ++n) {
        const [low, high] = range(r), log = low > 0 && n % 2 === 0;
        const upright = n % 4 < 2;  // the range lies along y, else along x
        const middle = log ? 10 ** (Math.log10(low) / 2 + Math.log10(high) / 2) : low / 2 + high / 2;
        const values = low === high ? [low] : middle > low && middle < high ? [low, middle, high] : [low, high];
        const other = [1, 2, 3].slice(0, Math.max(2, values.length));
        const along = values.length === 1 && upright ? [low, low] : values;
        const x = upright ? other : along, y = upright ? along : other.slice(0, along.length);
        await browser.size(n % 3 === 0 ? 390 : n % 3 === 1 ? 700 : 1280, 900);
        await browser.run(`(window.draw([{ x: ${JSON.stringify(x)}, y: ${JSON.stringify(y)}, marks: ${n % 8 < 4} }], { x: "x", y: "y", logX: ${log && !upright}, logY: ${log && upright} }), ${frames})`);
        const [chart] = await chartsOf(browser);
        judge(`${kind}, ${low} to ${high}`, () => {
          if (!chart) throw new Error("nothing was drawn");
          const lines = chart.curves.filter((line) => line.length > 1), along = upright ? 1 : 0;
          const points = (lines.length > 0 ? lines : chart.curves).flat();
          if (points.length < 2 && low !== high) throw new Error(`the curve has ${points.length} points`);
          const [first, last] = [points[0] ?? null, points.at(-1) ?? null];
          if (first) checkAxis(chart, upright ? "y" : "x", log, [[low, first[along]], [high, last[along]]]);
          if (upright && first) checkAxis(chart, "x", false, [[x[0], first[0]], [x.at(-1), last[0]]]);
        });
      }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of what is drawn of columns of a table: the least and the greatest value, and the first and the last time. On a
 *  logarithmic axis sizes are drawn, without zeros. */
function extremes(table, names, log) {
  let low = Infinity, high = -Infinity, first = Infinity, last = -Infinity;
  for (const name of names)
    table.column(name).forEach((number, row) => {
      const value = log ? Math.abs(number) : number, time = table.times[row];
      if (!Number.isFinite(value) || (log && value === 0)) return;
      low = Math.min(low, value), high = Math.max(high, value);
      first = Math.min(first, time), last = Math.max(last, time);
    });
  return { low, high, first, last };
}

function rowsOf(path) {
  const [head, ...rows] = readFileSync(path, "utf8").trim().split("\n").map((line) => line.split(","));
  const numbers = (name) => rows.map((row) => (row[head.indexOf(name)] === "" ? NaN : Number(row[head.indexOf(name)])));
  return { head, numbers, texts: (name) => rows.map((row) => row[head.indexOf(name)]) };
}

/** history.csv, and what the page makes of contacts.csv: forces and impulses between two bodies. */
function readTable(folder) {
  const history = rowsOf(join(folder, "history.csv")), times = history.numbers("time_s");
  const contacts = existsSync(join(folder, "contacts.csv")) ? rowsOf(join(folder, "contacts.csv")) : null;
  const at = contacts?.numbers("time_s"), row = new Map(times.map((time, k) => [time, k]));
  const impulses = (a, b, axis) => {
    const sums = times.map(() => 0), [as, bs] = [contacts.texts("body_a"), contacts.texts("body_b")];
    contacts.numbers(`impulse_${axis}_N_s`).forEach((impulse, k) => {
      if (as[k] === a && bs[k] === b) sums[row.get(at[k])] += impulse;
    });
    return sums;
  };
  const column = (name) => {
    if (history.head.includes(name)) return history.numbers(name);
    const force = /^force_on_(.+)_by_(.+)_N$/.exec(name), impulse = /^impulse_([xyz])_on_(.+)_by_(.+)_N_s$/.exec(name);
    if (impulse) return impulses(impulse[2], impulse[3], impulse[1]).map(((sum) => (one) => (sum += one))(0));
    const [x, y] = ["x", "y"].map((axis) => impulses(force[1], force[2], axis));
    return times.map((time, k) => (k === 0 ? 0 : Math.hypot(x[k], y[k]) / (time - times[k - 1])));
  };
  return { times, column };
}

const outmost = (chart, along) => {
  const all = chart.curves.flat().map((point) => point[along]).sort((a, b) => a - b);
  return [all[0], all.at(-1)];
};

/** Curves of a run, each choice of columns, linear and logarithmic, against its history.csv. */
async function curves(browser, page, folder) {
  const table = readTable(folder);
  const choices = await browser.run(`[...document.querySelectorAll("#curves select")[0].options].map((option) => option.value)`);
  for (const choice of choices)
    for (const log of [false, true]) {
      await browser.run(`(() => { const list = document.querySelector("#curves select"); list.value = ${JSON.stringify(choice)}; list.dispatchEvent(new Event("change"));
        const box = document.querySelector("#curves input[type=checkbox]"); if (box.checked !== ${log}) { box.click(); } })()`);
      await wait(60), await browser.run(frames);
      const [chart] = await chartsOf(browser, "#curves .chart");
      judge(`${page}, ${choice}`, () => {
        const { low, high, first, last } = extremes(table, choice.split(","), log);
        const [top, bottom] = outmost(chart, 1), [left, right] = outmost(chart, 0);
        checkAxis(chart, "y", log, [[low, bottom], [high, top]], true);
        checkAxis(chart, "x", false, [[first, left], [last, right]], true);
      });
    }
}

/** Errors over steps against results.json. */
async function convergence(browser, page, folder) {
  const { orders } = JSON.parse(readFileSync(join(folder, "results.json"), "utf8"));
  const charts = await chartsOf(browser, "#convergence .chart");
  orders.forEach((order, i) => {
    const points = order.rows.flatMap((row) => (row.steps ?? []).map((step, k) => [step, (row.errors ?? row.changes)?.[k]])).filter(([step, error]) => step > 0 && error > 0);
    if (points.length < 2 || !charts[i]) return;
    judge(`${page}, ${order.name ?? order.of}`, () => {
      const chart = charts[i], [left, right] = outmost(chart, 0);
      const steps = points.map(([step]) => step), top = outmost(chart, 1)[0];
      checkAxis(chart, "x", true, [[Math.min(...steps), left], [Math.max(...steps), right]]);
      // A guide line may lie below the errors: the curve with the greatest one tells its place, the first point another.
      const [low, high] = [points[0][1], Math.max(...points.map(([, error]) => error))];
      const first = chart.curves.find((line) => line.length > 1);
      const at = steps.indexOf(points[0][0]) >= 0 && points[0][0] > points[1][0] ? first.at(-1) : first[0];
      if (low !== high) checkAxis(chart, "y", true, [[low, at[1]], [high, top]]);
    });
  });
}

const browser = await Browser.start({ width: 1280, height: 900 });
try {
  await browser.before(recorder);
  await family(browser);
  await browser.size(1280, 900);
  for (const given of process.argv.slice(2)) {
    const [page, folder] = given.split("=").map((path) => resolve(path));
    await browser.open(pathToFileURL(page).href);
    await browser.until(`document.documentElement.dataset.ready !== undefined`, "the page is ready");
    await browser.run(`document.querySelectorAll("section").forEach((section) => (section.style.contentVisibility = "visible"))`);
    await browser.until(`document.querySelector(".plot canvas") !== null`, "curves are drawn");
    if (existsSync(join(folder, "history.csv"))) await curves(browser, page, folder);
    if (existsSync(join(folder, "results.json"))) await convergence(browser, page, folder);
  }
  const complaints = await browser.complaints();
  if (complaints.length > 0) ++wrong, console.error(`the console says: ${complaints.join("; ")}`);
} finally {
  await browser.stop();
}
console.log(`${looked} charts were read back, ${wrong} are wrong`);
process.exit(wrong > 0 ? 1 : 0);
