// Scales of pages whose data this test makes, read back from a real browser: heads, numbers and colours of heat maps,
// their colour bars, ticks of curves of several cells, also of a part that a reader has zoomed to, and colours and bars
// of fields. `node scales.mjs` fails with a sentence for each that is wrong.

import { chartsOf, checkAxis, recorder } from "./drawn.mjs";
import { cellOf, framesOf, historyOf, metricOf, openMade, random, studyOf, viridisOf, viridisStops } from "./made_page.mjs";
import { Browser } from "./webdriver.mjs";

const frames = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`;
let wrong = 0, looked = 0;

function expect(holds, what) {
  if (!holds) throw new Error(what);
}

function judge(what, check) {
  ++looked;
  try {
    check();
  } catch (error) {
    if (++wrong <= 40) console.error(`${what}: ${error.message}`);
  }
}

const listOf = (section, name) => `[...document.querySelectorAll("#${section} .field")].find((one) => one.querySelector("span").textContent === ${JSON.stringify(name)}).querySelector("select")`;
const choose = (section, name, value) => `(() => { const list = ${listOf(section, name)}; list.value = ${JSON.stringify(value)}; list.dispatchEvent(new Event("change")); })()`;
const tick = (section, name, on) => `(() => { const box = [...document.querySelectorAll("#${section} .tick")].find((label) => label.textContent === ${JSON.stringify(name)}).querySelector("input");
  if (box.checked !== ${on}) box.click(); })()`;

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** What a number on the page says: "0.0125", "1.25e-7", "1.2 × 10⁻⁷ %". */
function said(text) {
  const found = /^(-?\d+(?:\.\d+)?(?:e-?\d+)?)(?: × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?( %)?$/.exec(text);
  expect(found, `"${text}" is no number`);
  const power = Number([...(found[2] ?? "⁰")].map((c) => (c === "⁻" ? "-" : String(superscripts.indexOf(c)))).join(""));
  return (Number(found[1]) * 10 ** power) / (found[3] ? 100 : 1);
}

/** A number on the page is the value to the last of its digits, of which there are at least two. */
function checkNumber(text, value, what) {
  const by = text.endsWith("%") ? (Math.abs(value) < 0.01 ? 5.1e-2 : 5.1e-3) : 5.1e-4;
  expect(Math.abs(said(text) - value) <= by * Math.abs(value), `${what} is "${text}" in place of ${value}`);
}

const rgb = (text) => text.match(/\d+/g).slice(0, 3).map(Number);
const colourIs = (text, wanted, by) => rgb(text).every((value, k) => Math.abs(value - wanted[k]) <= by);
const light = ([r, g, b]) => [r, g, b].map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4)).reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
const contrast = (a, b) => { const [high, low] = [light(a), light(b)].sort((x, y) => y - x); return (high + 0.05) / (low + 0.05); };

// --- heat maps

const families = {
  "of one size": (r) => 1 + r(), "of both signs": (r) => 2 * r() - 1, "below zero": (r) => -100 * r(), "over decades": (r) => 10 ** (-9 + 15 * r()),
  "near each other": (r) => 5 + 1e-4 * r(), "nearer": (r) => 100 + 1e-3 * r(), "with zeros": (r) => (r() < 0.4 ? 0 : r()), "the same": () => 2.5,
  "whole": (r) => Math.floor(2000 * r()), "large": (r) => 1e12 * r(), "of rounding": (r) => 0.31416 * Math.floor(4 * r()) };

function tableOf(study, cells, metric, down, across, held) {
  const at = (row, column) => cells.find(({ axes }) => axes[down.name] === row && axes[across.name] === column && Object.entries(held).every(([name, label]) => axes[name] === label));
  return down.labels.map((row) => across.labels.map((column) => at(row, column)));
}

/** Labels without digits of rounding. */
const short = (label) => (/^\d+\.\d{11,}$/.test(label) ? String(Number(Number(label).toPrecision(12))) : label);

function checkMap(seen, { grid, valueOf, log, isError, relative, down, across, name }) {
  const same = (found, wanted, what) => expect(JSON.stringify(found) === JSON.stringify(wanted), `${what}: ${JSON.stringify(found)} in place of ${JSON.stringify(wanted)}`);
  same(seen.columns, across.labels.map(short), "heads of the columns");
  same(seen.rows, down.labels.map(short), "heads of the rows");
  const values = grid.flat().map(valueOf).filter((value) => value !== null);
  const sized = log && values.some((value) => value < 0);
  same(seen.caption, `${sized ? "size of " : ""}${isError ? `error of ${name}` : `${name} [m]`}; ${down.name} down, ${across.name} across`, "the caption");
  const scale = (value) => (log ? Math.log10(Math.abs(value)) : value), scaled = values.map(scale).filter(Number.isFinite);
  const low = Math.min(...scaled), high = Math.max(...scaled), apart = high - low > 1e-6 * Math.max(Math.abs(low), Math.abs(high));
  grid.forEach((row, i) => row.forEach((cell, j) => {
    const { text, fill, ink, head } = seen.cells[i][j], value = valueOf(cell), what = `the cell ${down.labels[i]}, ${across.labels[j]}`;
    same(head, short(across.labels[j]), `${what} names its column`);
    if (value === null) return expect(!/\d/.test(text), `${what} has no value and says "${text}"`);
    checkNumber(text, value, what);
    if (relative) expect(text.endsWith(" %"), `${what} is a part and says "${text}"`);
    const part = !apart ? 0.5 : (Math.max(low, scale(value)) - low) / (high - low), wanted = viridisOf(part);
    expect(colourIs(fill, wanted, 2), `${what} is ${fill} in place of rgb(${wanted.map(Math.round)})`);
    expect(contrast(rgb(fill), rgb(ink)) >= 3, `${what} is hardly read: ${ink} on ${fill}`);
  }));
  if (values.length < 2 || !apart) return expect(seen.bar === null, "there is a colour bar where all values are the same");
  expect(seen.bar !== null, "there is no colour bar");
  const [first, last] = seen.bar.texts, end = (value) => (log ? 10 ** value : value);
  expect(first !== last, `both ends of the colour bar are "${first}", and the values go from ${end(low)} to ${end(high)}`);
  checkNumber(first, end(low), "the low end of the colour bar"), checkNumber(last, end(high), "the high end of the colour bar");
  expect(JSON.stringify(seen.bar.stops) === JSON.stringify(viridisStops), "the colour bar has other colours than the cells");
}

const readMap = `(() => { const table = document.querySelector("table.heat"), bar = document.querySelector("#heat .bar");
  const style = (one, name) => getComputedStyle(one)[name];
  return { caption: table.caption.textContent, columns: [...table.tHead.rows[0].cells].slice(1).map((one) => one.textContent), rows: [...table.tBodies[0].rows].map((row) => row.cells[0].textContent),
    cells: [...table.tBodies[0].rows].map((row) => [...row.cells].slice(1).map((one) => ({ text: one.textContent, fill: style(one, "backgroundColor"), ink: style(one, "color"), head: one.dataset.head }))),
    bar: bar && { texts: [bar.firstChild.textContent, bar.lastChild.textContent], stops: style(bar.children[1], "backgroundImage").match(/rgb\\([^)]*\\)/g).map((one) => one.match(/\\d+/g).map(Number)) } }; })()`;

async function heatMaps(browser) {
  const r = random(20261129);
  for (const [kind, value] of Object.entries(families))
    for (let n = 0; n < 4; ++n) {
      const count = () => 2 + Math.floor(4 * r());
      const axisOf = (name, labels) => ({ name, labels, values: labels.map(() => null) });
      const axes = [axisOf("law", ["spring", "rigid", "reflect", "viscous", "tresca"].slice(0, count())),
        axisOf("mu", Array.from({ length: count() }, (_, k) => (k === 1 ? "0.30000000000000004" : String(k)))), ...(n % 2 === 1 ? [axisOf("mesh", ["8", "16"])] : [])];
      let combinations = [{}];
      for (const { name, labels } of axes) combinations = combinations.flatMap((one) => labels.map((label) => ({ ...one, [name]: label })));
      const exact = n === 2 ? 0 : n === 3 ? 1.5 : null;
      const cells = combinations.map((at) => {
        const missing = r() < 0.1;
        return cellOf({ axes: at, label: Object.values(at).join(), status: missing ? "refused" : "ok", metrics: { path_m: missing ? null : value(r), way_m: r() }, exact: exact === null ? {} : { path_m: exact } });
      });
      const study = studyOf({ axes, metrics: [metricOf("path_m", { unit: "m" }), metricOf("way_m", { unit: "m" })] });
      await browser.size(n % 2 === 0 ? 390 : 1280, 900);
      await openMade(browser, { studies: [study], cells });
      const pairs = axes.flatMap((down) => axes.filter((across) => across !== down).map((across) => [down, across]));
      for (const [down, across] of pairs)
        for (const log of [false, true])
          for (const isError of exact === null ? [false] : [true, false])
            for (const metric of [study.metrics[0], ...(log ? [] : [study.metrics[1]])]) {
              const held = Object.fromEntries(axes.filter((axis) => axis !== down && axis !== across).map((axis) => [axis.name, axis.labels.at(-1)]));
              const settings = [choose("heat", "metric", metric.name), choose("heat", "down", down.name), choose("heat", "across", across.name), tick("heat", "logarithmic", log),
                ...(exact === null ? [] : [tick("heat", "error instead of value", isError)]), ...Object.entries(held).map(([name, label]) => choose("heat", name, short(label)))];
              const hasError = isError && exact !== null && metric.name === "path_m", size = exact === 0 ? 1 : exact;
              const valueOf = (cell) => { const found = cell?.metrics[metric.name] ?? null; return found === null ? null : hasError ? Math.abs(found - exact) / size : found; };
              const seen = await browser.run(`(${settings.join(", ")}, ${readMap})`);
              judge(`heat map of values ${kind}, ${n}, ${down.name} over ${across.name}${log ? ", logarithmic" : ""}${hasError ? ", errors" : ""}`, () =>
                checkMap(seen, { grid: tableOf(study, cells, metric, down, across, held), valueOf, log, isError: hasError, relative: hasError && exact !== 0, down, across, name: metric.name.slice(0, -2) }));
            }
    }
}

// --- curves of several cells

const shapes = {
  "energies": (r) => { const top = 10 ** (-3 + 9 * r()); return (t) => top * (1 - 0.3 * t); }, "of both signs": (r) => { const top = 10 ** (-6 + 8 * r()); return (t) => top * Math.sin(9 * t); },
  "decays": (r) => { const rate = 3 + 30 * r(); return (t) => 10 * Math.exp(-rate * t); }, "far from zero": (r) => { const base = 1e3 * (1 + r()); return (t) => base + 0.01 * t; } };

const outmost = (chart, along) => {
  const all = chart.curves.flat().map((point) => point[along]).sort((a, b) => a - b);
  return [all[0], all.at(-1)];
};

function checkCurves(chart, cells, column, over, log) {
  const kept = cells.flatMap(({ table }) => table[column].map((value, k) => [log ? Math.abs(value) : value, table[over][k]])).filter(([value]) => !log || value > 0);
  const ys = kept.map(([value]) => value), xs = kept.map(([, x]) => x), [top, bottom] = outmost(chart, 1), [left, right] = outmost(chart, 0);
  const count = chart.curves.filter((line) => line.length > 1).length;
  expect(count === cells.length, `${count} curves are drawn of ${cells.length} cells`);
  checkAxis(chart, "y", log, [[Math.min(...ys), bottom], [Math.max(...ys), top]]);
  checkAxis(chart, "x", false, [[Math.min(...xs), left], [Math.max(...xs), right]]);
  return { x: [[Math.min(...xs), left], [Math.max(...xs), right]], y: [[Math.min(...ys), bottom], [Math.max(...ys), top]] };
}

const over = `(() => { const box = document.querySelector("#curves .u-over").getBoundingClientRect(), own = document.querySelector("#curves .plot canvas").getBoundingClientRect();
  return { left: box.left, top: box.top, width: box.width, height: box.height, x: box.left - own.left, y: box.top - own.top }; })()`;

/** Drags over the middle of the picture: what was there is then all there is. */
async function checkZoom(browser, what, known, log) {
  await browser.run(`document.querySelector("#curves").scrollIntoView({ behavior: "instant" })`);
  const box = await browser.run(over), at = (size, share) => Math.round(size * share);
  const from = [at(box.width, 0.2), at(box.height, 0.25)], to = [at(box.width, 0.75), at(box.height, 0.8)];
  await browser.drag([box.left + from[0], box.top + from[1]], [box.left + to[0], box.top + to[1]]);
  await browser.run(frames);
  const [chart] = await chartsOf(browser, "#curves .chart"), now = await browser.run(over);
  const valueAt = (pair, pixel, logarithmic) => {
    const [[a, pa], [b, pb]] = pair.map(([value, px]) => [logarithmic ? Math.log10(value) : value, px]), place = a + ((pixel - pa) / (pb - pa)) * (b - a);
    return logarithmic ? 10 ** place : place;
  };
  // What a pixel of rounding is before stands for two where half of the picture is stretched over the whole.
  const near = 1.1 + 1.1 / 0.55;
  judge(`${what}, zoomed`, () => {
    checkAxis(chart, "x", false, [[valueAt(known.x, box.x + from[0], false), now.x], [valueAt(known.x, box.x + to[0], false), now.x + now.width]], near);
    checkAxis(chart, "y", log, [[valueAt(known.y, box.y + to[1], log), now.y + now.height], [valueAt(known.y, box.y + from[1], log), now.y]], near);
  });
  await browser.run(`[...document.querySelectorAll("#curves button")].find((one) => one.textContent === "whole range").click()`);
}

async function curves(browser) {
  const r = random(20261130), columns = ["step", "time_s", "total_energy_J", "contact_gain_J"];
  for (const [kind, shape] of Object.entries(shapes))
    for (let n = 0; n < 2; ++n) {
      const labels = Array.from({ length: 2 + Math.floor(5 * r()) }, (_, k) => `law ${k}`), end = 10 ** (-5 + 7 * r());
      const cells = labels.map((label) => {
        const [f, g] = [shape(r), shape(r)], rows = 12 + Math.floor(20 * r()), last = end * (0.8 + 0.2 * r());
        const times = Array.from({ length: rows }, (_, k) => (last * k) / (rows - 1));
        const table = { step: times.map((_, k) => 3 * k), time_s: times, total_energy_J: times.map((t) => f(t / end)), contact_gain_J: times.map((t) => g(t / end)) };
        return { label, table };
      });
      await browser.size(n % 2 === 0 ? 1280 : 390, 900);
      await openMade(browser, { columns, studies: [studyOf({ axes: [{ name: "law", labels, values: labels.map(() => null) }] })],
        cells: cells.map(({ label, table }) => cellOf({ label, axes: { law: label }, history: historyOf(table, columns) })) });
      await browser.until(`document.querySelector("#curves .plot canvas") !== null`, "curves are drawn");
      for (const column of columns.slice(2))
        for (const log of [false, true])
          for (const along of ["time_s", "step"]) {
            await browser.run(`(${choose("curves", "draw", column)}, ${choose("curves", "over", along)}, ${tick("curves", "logarithmic", log)}, true)`);
            await new Promise((done) => setTimeout(done, 60)), await browser.run(frames);
            const [chart] = await chartsOf(browser, "#curves .chart"), what = `curves of ${labels.length} cells, ${kind} ${n}, ${column} over ${along}${log ? ", logarithmic" : ""}`;
            let known = null;
            judge(what, () => (known = checkCurves(chart, cells, column, along, log)));
            if (known) await checkZoom(browser, what, known, log);
          }
      // Fewer cells: the scale is that of those which are left.
      const box = `[...document.querySelectorAll("table.cells td.pick input")][0]`;
      await browser.run(`${box}.click()`), await new Promise((done) => setTimeout(done, 60)), await browser.run(frames);
      const [chart] = await chartsOf(browser, "#curves .chart");
      judge(`curves of all cells but one, ${kind} ${n}`, () => checkCurves(chart, cells.slice(1), columns.at(-1), "step", true));
      const names = await browser.run(`[...document.querySelectorAll("#curves .legend button")].map((one) => one.textContent)`);
      judge("the legend", () => expect(JSON.stringify(names) === JSON.stringify(labels.slice(1)), `the legend names ${names}`));
    }
}

// --- fields

/** Squares of two triangles each, with random speeds and stresses. */
function madeFrames(r, speed, stress) {
  const [columns, rows] = [4, 3], points = [], triangles = [];
  for (let j = 0; j <= rows; ++j) for (let i = 0; i <= columns; ++i) points.push([i, j]);
  for (let j = 0; j < rows; ++j) for (let i = 0; i < columns; ++i) {
    const a = j * (columns + 1) + i, b = a + 1, c = a + columns + 1;
    triangles.push([a, b, c], [b, c + 1, c]);
  }
  const all = [0, 0.5, 1].map((time) => ({ time, points, speeds: points.map(() => speed * r()), stresses: triangles.map(() => stress * r()) }));
  return { points, triangles, all, packed: framesOf(triangles, all) };
}

const readField = `(() => [...document.querySelectorAll("canvas.frame")].map((canvas) => {
  const { width, height } = canvas, copy = new OffscreenCanvas(width, height), paint = copy.getContext("2d", { willReadFrequently: true });
  paint.drawImage(canvas, 0, 0);
  const data = paint.getImageData(0, 0, width, height).data;
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let y = 0; y < height; ++y) for (let x = 0; x < width; ++x) if (data[4 * (y * width + x) + 3] > 127)
    left = Math.min(left, x), right = Math.max(right, x + 1), top = Math.min(top, y), bottom = Math.max(bottom, y + 1);
  const places = window.triangles.map((list) => [0, 1].map((d) => list.reduce((sum, point) => sum + window.points[point][d], 0) / 3));
  const [wide, high] = [Math.max(...window.points.map(([x]) => x)), Math.max(...window.points.map(([, y]) => y))];
  return places.map(([x, y]) => { const px = Math.floor(left + (x / wide) * (right - left)), py = Math.floor(bottom - (y / high) * (bottom - top));
    return [...data.subarray(4 * (py * width + px), 4 * (py * width + px) + 3)]; });
}))()`;

async function fields(browser) {
  const r = random(20261201);
  for (let n = 0; n < 8; ++n) {
    const sizes = () => [10 ** (-6 + 10 * r()), 10 ** (-2 + 12 * r())], made = Array.from({ length: 1 + (n % 2) }, () => madeFrames(r, ...sizes()));
    await browser.size(n % 4 < 2 ? 1280 : 390, 900);
    await openMade(browser, { cells: made.map(({ packed }, k) => cellOf({ study: -1, label: `run ${k}`, status: "completed", frames: packed })) });
    await browser.until(`document.querySelector("#frames .bar") !== null`, "frames are drawn");
    await browser.run(`(window.points = ${JSON.stringify(made[0].points)}, window.triangles = ${JSON.stringify(made[0].triangles)}, true)`);
    for (const field of ["velocity", "stress"])
      for (const f of [0, 1, 2]) {
        await browser.run(choose("frames", "colour", field));
        await browser.run(`(() => { const slider = document.querySelector(".player input"); slider.value = "${f / 2}"; slider.dispatchEvent(new Event("input")); })()`);
        await browser.run(frames);
        const most = Math.max(...made.flatMap(({ all }) => all.flatMap((one) => (field === "velocity" ? one.speeds : one.stresses))));
        const [low, high] = await browser.run(`(() => { const bar = document.querySelector("#frames .bar"); return [bar.firstChild.textContent, bar.lastChild.textContent]; })()`);
        const colours = await browser.run(readField);
        judge(`${field} of ${made.length} runs, ${n}, frame ${f}`, () => {
          expect(low === (field === "velocity" ? "velocity [m/s]  0" : "von Mises stress [Pa]  0"), `the bar begins with "${low}"`);
          checkNumber(high, most, "the end of the bar");
          made.forEach(({ triangles, all }, k) => triangles.forEach((list, t) => {
            const value = field === "stress" ? all[f].stresses[t] : list.reduce((sum, point) => sum + all[f].speeds[point], 0) / 3;
            // Values are in steps of 1/255 of their own greatest, colours in 64 steps.
            const wanted = viridisOf(value / most);
            expect(colours[k][t].every((colour, c) => Math.abs(colour - wanted[c]) <= 8), `triangle ${t} of run ${k} is rgb(${colours[k][t]}) in place of rgb(${wanted.map(Math.round)})`);
          }));
        });
      }
  }
}

const browser = await Browser.start({ width: 1280, height: 900 });
try {
  await browser.before(recorder);
  await heatMaps(browser);
  await curves(browser);
  await fields(browser);
  const complaints = await browser.complaints();
  if (complaints.length > 0) ++wrong, console.error(`the console says: ${complaints.join("; ")}`);
} finally {
  await browser.stop();
}
console.log(`${looked} heat maps, charts and fields were read back, ${wrong} are wrong`);
process.exit(wrong > 0 ? 1 : 0);
