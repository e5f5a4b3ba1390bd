// Labels and ticks of charts are read back from a real browser and compared with the data: first for a random family
// of ranges, then for the charts, heat maps and colour bars of reports of runs and studies.
// `node axes.mjs PAGE=FOLDER...` fails with a sentence for each that is wrong.

import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";
import { build } from "esbuild";
import { chartsOf, checkAxis, read, recorder, roundingOfDense } from "./drawn.mjs";
import { random } from "./made_page.mjs";
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

/** Of what is drawn of columns of tables: the least and the greatest value, and the first and the last time or step. On a
 *  logarithmic axis sizes are drawn, without zeros. */
function extremes(tables, names, over, log) {
  let low = Infinity, high = -Infinity, first = Infinity, last = -Infinity;
  for (const table of tables)
    for (const name of names) {
      const along = table.column(over);
      table.column(name).forEach((number, row) => {
        const value = log ? Math.abs(number) : number;
        if (!Number.isFinite(value) || (log && value === 0)) return;
        low = Math.min(low, value), high = Math.max(high, value);
        first = Math.min(first, along[row]), last = Math.max(last, along[row]);
      });
    }
  return { low, high, first, last };
}

function rowsOf(path) {
  const [head, ...rows] = readFileSync(path, "utf8").trim().split("\n").map((line) => line.split(","));
  const numbers = (name) => rows.map((row) => (row[head.indexOf(name)] === "" ? NaN : Number(row[head.indexOf(name)])));
  return { head, numbers, texts: (name) => rows.map((row) => row[head.indexOf(name)]) };
}

/** history.csv, probes.csv, and what the page makes of contacts.csv: forces and impulses between two bodies. A column that only
 *  other runs of a study have is one of no numbers. */
function readTable(folder) {
  const history = rowsOf(join(folder, "history.csv")), times = history.numbers("time_s");
  const probes = existsSync(join(folder, "probes.csv")) ? rowsOf(join(folder, "probes.csv")) : { head: [] };
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
    if (probes.head.includes(name)) return probes.numbers(name);
    const force = /^force_on_(.+)_by_(.+)_N$/.exec(name), impulse = /^impulse_([xyz])_on_(.+)_by_(.+)_N_s$/.exec(name);
    if (impulse) return impulses(impulse[2], impulse[3], impulse[1]).map(((sum) => (one) => (sum += one))(0));
    if (!force) return times.map(() => NaN);
    const [x, y] = ["x", "y"].map((axis) => impulses(force[1], force[2], axis));
    return times.map((time, k) => (k === 0 ? 0 : Math.hypot(x[k], y[k]) / (time - times[k - 1])));
  };
  return { column };
}

const outmost = (chart, along) => {
  const all = chart.curves.flat().map((point) => point[along]).sort((a, b) => a - b);
  return [all[0], all.at(-1)];
};

/** The folders of the cells of a page, in its order: a run's own, or those of a study. */
function foldersOf(folder) {
  if (existsSync(join(folder, "history.csv"))) return [folder];
  return rowsOf(join(folder, "results.csv")).texts("folder").map((name) => join(folder, name));
}

/** Curves of runs, each choice of columns, over time and over steps, linear and logarithmic, against their tables. On the page
 *  of a study cells are drawn whose boxes in its table are ticked. */
async function curves(browser, page, folder) {
  const folders = foldersOf(folder), boxes = await browser.run(`[...document.querySelectorAll("table.cells td.pick input")].map((box) => box.checked)`);
  const drawn = folders.length === 1 ? folders : folders.filter((_, k) => boxes[k]), tables = drawn.map(readTable);
  const choices = await browser.run(`[...document.querySelectorAll("#curves select")[0].options].map((option) => option.value)`);
  for (const choice of choices)
    for (const [over, log] of [["time_s", false], ["time_s", true], ["step", false]]) {
      await browser.run(`(() => { const set = (list, value) => { list.value = value; list.dispatchEvent(new Event("change")); };
        const [columns, along] = document.querySelectorAll("#curves select"); set(columns, ${JSON.stringify(choice)}), set(along, ${JSON.stringify(over)});
        const box = document.querySelector("#curves input[type=checkbox]"); if (box.checked !== ${log}) { box.click(); } })()`);
      await wait(60), await browser.run(frames);
      const [chart] = await chartsOf(browser, "#curves .chart"), columns = choice.split(",");
      judge(`${page}, ${choice} of ${drawn.length} runs over ${over}`, () => {
        const { low, high, first, last } = extremes(tables.slice(0, Math.floor(24 / columns.length)), columns, over, log);
        if (low > high) {
          if (chart) throw new Error("there is no value to draw, and something is drawn");
          return;
        }
        const [top, bottom] = outmost(chart, 1), [left, right] = outmost(chart, 0);
        checkAxis(chart, "y", log, [[low, bottom], [high, top]], roundingOfDense);
        checkAxis(chart, "x", false, [[first, left], [last, right]], roundingOfDense);
      });
    }
}

/** The heat map of a study as it opens: heads and numbers against results.csv. */
async function heatMap(browser, page, folder) {
  const seen = await browser.run(`(() => { const table = document.querySelector("table.heat"), bar = document.querySelector("#heat .bar");
    return table && { caption: table.caption.textContent, isError: [...document.querySelectorAll("#heat .tick")].some((one) => one.textContent.startsWith("error") && one.querySelector("input").checked), metric: document.querySelector("#heat select").value,
      held: [...document.querySelectorAll("#heat .controls")[1].querySelectorAll("label")].map((one) => [one.querySelector("span").textContent, one.querySelector("select").value]),
      across: [...table.tHead.rows[0].cells].slice(1).map((one) => one.textContent), rows: [...table.tBodies[0].rows].map((row) => [...row.cells].map((one) => one.textContent)),
      bar: bar && [bar.firstChild.textContent, bar.lastChild.textContent] }; })()`);
  if (!seen) return;
  const table = rowsOf(join(folder, "results.csv")), [down, across] = /; (.*) down, (.*) across$/.exec(seen.caption).slice(1);
  const [downs, acrosses, values, exacts] = [down, across].map(table.texts).concat([table.numbers(seen.metric), table.head.includes(`${seen.metric}_exact`) ? table.numbers(`${seen.metric}_exact`) : []]);
  const held = seen.held.map(([name, label]) => [table.texts(name), label]), shown = [];
  judge(`${page}, heat map of ${seen.metric}`, () => {
    for (const [label, ...cells] of seen.rows)
      cells.forEach((text, c) => {
        const at = downs.findIndex((one, k) => one === label && acrosses[k] === seen.across[c] && held.every(([labels, wanted]) => labels[k] === wanted));
        if (at < 0) throw new Error(`results.csv has no cell ${label}, ${seen.across[c]}`);
        const value = seen.isError ? Math.abs(values[at] - exacts[at]) / (exacts[at] || 1) : values[at];
        if (Number.isNaN(value) !== !/^-?\d/.test(text)) throw new Error(`the cell ${label}, ${seen.across[c]} says "${text}" in place of ${value}`);
        if (Number.isNaN(value)) return;
        shown.push(value);
        checkWords(text, value, `the cell ${label}, ${seen.across[c]}`);
      });
    if (!seen.bar) return;
    checkWords(seen.bar[0], Math.min(...shown), "the low end of the colour bar");
    checkWords(seen.bar[1], Math.max(...shown), "the high end of the colour bar");
  });
}

/** "0.56 %", "1.2 × 10⁻⁷ %", "2.5e-9" */
function checkWords(text, value, what) {
  const number = text.replace(/ %$/, ""), found = number.includes("×") ? read(number) : { sign: Math.sign(Number(number)), log: Math.log10(Math.abs(Number(number))) };
  const told = (found.sign === 0 ? 0 : found.sign * 10 ** found.log) / (text.endsWith("%") ? 100 : 1);
  if (!(Math.abs(told - value) <= 0.051 * Math.abs(value))) throw new Error(`${what} is "${text}" in place of ${value}`);
}

/** Arrays of a frame, a VTU file whose data follow its text as they are, or zipped in blocks. */
function readFrame(path) {
  const bytes = readFileSync(path), mark = '<AppendedData encoding="raw">\n_', end = bytes.indexOf(mark), head = bytes.subarray(0, end).toString("latin1");
  return (name) => {
    const found = new RegExp(`<DataArray type="Float(32|64)" Name="${name}"[^>]* offset="(\\d+)"`).exec(head);
    if (!found) return [];
    let at = end + mark.length + Number(found[2]);
    const count = () => Number(bytes.readBigUInt64LE((at += 8) - 8));
    const plain = () => { const size = count(); return bytes.subarray(at, at + size); };
    const zipped = () => { const blocks = count(); count(), count(); return Buffer.concat(Array.from({ length: blocks }, count).map((size) => inflateSync(bytes.subarray(at, (at += size))))); };
    const data = Uint8Array.from(head.includes("vtkZLibDataCompressor") ? zipped() : plain()).buffer;
    return found[1] === "32" ? new Float32Array(data) : new Float64Array(data);
  };
}

/** The bars of the fields against the frames of the two cells that are shown, in the plane. */
async function fields(browser, page, folder) {
  const cells = await browser.run(`JSON.parse(document.getElementById("tactus-data").textContent).cells.map(({ frames }) => frames && { dim: frames.dim, total: frames.total, count: frames.count })`);
  const shown = await browser.run(`[...document.querySelectorAll("#frames .pane select")].map((list) => list.value)`), folders = foldersOf(folder);
  const panes = shown.filter((value) => value !== "").map(Number);
  if (panes.length === 0 || panes.some((k) => cells[k].dim !== 2)) return;
  const greatest = { velocity: 0, stress: 0 };
  for (const k of panes) {
    const files = readdirSync(join(folders[k], "frames")).filter((name) => name.endsWith(".vtu")).sort((a, b) => parseInt(a) - parseInt(b)), { count, total } = cells[k];
    for (let n = 0; n < count; ++n) {
      const frame = readFrame(join(folders[k], "frames", files[count === 1 ? total - 1 : Math.floor((n * (total - 1)) / (count - 1))])), velocity = frame("velocity");
      for (let i = 0; i < velocity.length; i += 3) greatest.velocity = Math.max(greatest.velocity, Math.hypot(velocity[i], velocity[i + 1]));
      for (const stress of frame("von_mises")) greatest.stress = Math.max(greatest.stress, Number.isFinite(stress) ? stress : 0);
    }
  }
  for (const [field, value] of Object.entries(greatest)) {
    const texts = await browser.run(`(() => { const list = document.querySelector("#frames .controls select"); if (![...list.options].some((one) => one.value === "${field}")) return null;
      list.value = "${field}"; list.dispatchEvent(new Event("change")); const bar = document.querySelector("#frames .bar"); return [bar.firstChild.textContent, bar.lastChild.textContent]; })()`);
    if (!texts) continue;
    judge(`${page}, the bar of ${field}`, () => {
      if (!texts[0].endsWith("]  0")) throw new Error(`it begins with "${texts[0]}"`);
      if (!(Math.abs(Number(texts[1]) - value) <= 5.1e-4 * value)) throw new Error(`it ends with "${texts[1]}", and the frames with ${value}`);
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
    await curves(browser, page, folder);
    if (existsSync(join(folder, "results.csv"))) await heatMap(browser, page, folder);
    if (existsSync(join(folder, "results.json"))) await convergence(browser, page, folder);
    await fields(browser, page, folder);
  }
  const complaints = await browser.complaints();
  if (complaints.length > 0) ++wrong, console.error(`the console says: ${complaints.join("; ")}`);
} finally {
  await browser.stop();
}
console.log(`${looked} charts were read back, ${wrong} are wrong`);
process.exit(wrong > 0 ? 1 : 0);
