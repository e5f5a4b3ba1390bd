// Pages of `tactus report` whose data a test makes: what it puts in is what a reader has to find there.

import { readFileSync, rmSync, writeFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateSync } from "node:zlib";

const template = readFileSync(new URL("../../apps/report/template.html", import.meta.url), "utf8");
const folder = mkdtempSync(join(tmpdir(), "tactus-page-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

export const cellOf = (more) => ({ study: 0, label: "c", folder: "c", axes: {}, status: "ok", reason: "", description: "", metrics: {}, exact: {},
  accepted: null, summary: null, history: null, frames: null, changes: [], plugins: [], machine: -1, problems: [], ...more });
export const metricOf = (name, more) => ({ name, unit: "", timing: false, exact: null, accept: null, ...more });
export const studyOf = (more) => ({ name: "study", description: "", folder: "study", parameters: {}, axes: [{ name: "case", labels: ["a", "b", "c"], values: [null, null, null] }],
  metrics: [], orders: [], means: [], answer: [], baseline: null, ...more });

/** Opens the page of these data and waits until it is ready; all of its sections are laid out. */
export async function openMade(browser, page) {
  const file = join(folder, "page.html"), data = JSON.stringify({ tactus_report: 1, program: "tactus", title: "page", notes: [], studies: [], columns: [],
    pointers: [], configuration: null, plugins: [], machines: [], ...page });
  writeFileSync(file, template.replace("{{tactus-data}}", () => data.replaceAll("<", "\\u003c")));
  await browser.open(pathToFileURL(file).href);
  await browser.until(`document.documentElement.dataset.ready !== undefined`, "the page is ready");
  await browser.run(`document.querySelectorAll("section").forEach((section) => (section.style.contentVisibility = "visible"))`);
}

const blob = (bytes) => deflateSync(bytes).toString("base64");
const bytesOf = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** All first bytes of the values, then all second bytes, ... */
function shuffled(array) {
  const bytes = bytesOf(array), width = array.BYTES_PER_ELEMENT, count = array.length;
  return bytes.map((_, k) => bytes[(k % count) * width + Math.floor(k / count)]);
}

/** A history of columns, { name: numbers }, whose names stand in `names`, those of the page. What stays near its first value is
 *  written as its distance from there. */
export function historyOf(columns, names) {
  const rows = Object.values(columns)[0].length;
  const offset = (values) => (Math.max(...values) - Math.min(...values) < 1e-3 * Math.abs(values[0]) ? values[0] : 0);
  return { rows, points: rows, envelope: false, columns: Object.entries(columns).map(([name, values]) => ({ name: names.indexOf(name), offset: offset(values) })),
    data: blob(shuffled(Float32Array.from(Object.values(columns).flatMap((values) => values.map((value) => value - offset(values)))))) };
}

/** Frames of a mesh of the plane. `frames`: for each its time, points [[x, y], ...], a speed for each point and a stress for each
 *  triangle. */
export function framesOf(triangles, frames) {
  const all = (what) => frames.flatMap(what), greatest = (list) => list.reduce((most, value) => Math.max(most, value), 0);
  const xs = all(({ points }) => points.map(([x]) => x)), ys = all(({ points }) => points.map(([, y]) => y));
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const speed = greatest(all(({ speeds }) => speeds)), stress = greatest(all(({ stresses }) => stresses));
  const packed = (lists, Kind) => blob(bytesOf(Kind.from(lists.flatMap((list, f) => list.map((value, k) => value - (f > 0 ? lists[f - 1][k] : 0))))));
  const parts = (list, most) => list.map((value) => (most > 0 ? Math.round((value / most) * 255) : 0));
  const places = frames.map(({ points }) => [0, 1].flatMap((d) => points.map((point) => Math.round(((point[d] - box[d]) / (box[2 + d] - box[d])) * 65535))));
  const moved = Uint16Array.from(places.flatMap((list, f) => list.map((value, k) => value - (f > 0 ? places[f - 1][k] : 0))));
  return { dim: 2, total: frames.length, count: frames.length, times: blob(shuffled(Float64Array.from(frames, ({ time }) => time))), points: frames[0].points.length,
    triangles: triangles.length, sheets: 0, bodies: ["body"], box, speed, stress, force: 0,
    mesh: blob(Buffer.concat([bytesOf(Uint32Array.from(triangles.flat())), bytesOf(new Uint16Array(triangles.length))])),
    positions: blob(shuffled(moved)), speeds: packed(frames.map(({ speeds }) => parts(speeds, speed)), Uint8Array),
    stresses: packed(frames.map(({ stresses }) => parts(stresses, stress)), Uint8Array), forces: blob(new Uint8Array(4 * frames.length)) };
}

/** Numbers of a fixed sequence in [0, 1). */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const viridis = [[68, 1, 84], [72, 36, 117], [65, 68, 135], [53, 95, 141], [42, 120, 142], [33, 145, 140], [34, 168, 132],
  [68, 191, 112], [122, 209, 81], [189, 223, 38], [253, 231, 37]];

/** Colour of a part in [0, 1] of a scale, by the table that viridis is known by, a tenth apart. */
export function viridisOf(part) {
  const at = Math.min(part * 10, 9.999999), i = Math.floor(at);
  return viridis[i].map((low, k) => low + (at - i) * (viridis[i + 1][k] - low));
}

/** The table itself. */
export const viridisStops = viridis;
