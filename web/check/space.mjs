// Reads back what pages draw of runs in space, and measures how fast: `node space.mjs FOLDER CUBE GROUND PAGE...`
// CUBE and GROUND are the pages of these runs of space_runs.mjs, PAGE of any other runs, which are turned only. Pictures are left in
// FOLDER. What is expected is worked out here from the scene, by nothing that the page has.

import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { read, recorder } from "./drawn.mjs";
import { Browser } from "./webdriver.mjs";

const fewestPerSecond = 20, mostBytes = 12e6;
const isBusy = loadavg()[0] > 3 * cpus().length;  // by other programs: how fast a page turns is told, and not judged
const [folder, cubePage, groundPage, ...others] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

function expect(holds, what) {
  if (!holds) throw new Error(what);
}

const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Right, up and towards the viewer, of an azimuth counter-clockwise from x and an elevation [degrees]. */
function axesOf(azimuth, elevation) {
  const [a, e] = [azimuth, elevation].map((angle) => (angle * Math.PI) / 180);
  return [[-Math.sin(a), Math.cos(a), 0], [-Math.sin(e) * Math.cos(a), -Math.sin(e) * Math.sin(a), Math.cos(e)],
    [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)]];
}

async function open(browser, page) {
  await browser.open(pathToFileURL(resolve(page)).href);
  await browser.until(`document.documentElement.dataset.ready !== undefined`, "the page is ready");
  await browser.run(`document.querySelector("#frames").scrollIntoView()`);
  await browser.until(`document.querySelector("canvas.frame")?.width > 300`, "frames are drawn");
  await wait(500);
}

/** The colours of the canvas, four bytes for each pixel, row by row from the top. */
async function pixels(browser) {
  await wait(450);  // turned quickly it may be coarser for a while
  const [width, height, text] = await browser.run(`(() => { const canvas = document.querySelector("canvas.frame"), copy = document.createElement("canvas");
    copy.width = canvas.width; copy.height = canvas.height;
    const paint = copy.getContext("2d"); paint.drawImage(canvas, 0, 0);
    const data = paint.getImageData(0, 0, copy.width, copy.height).data; let text = "";
    for (let i = 0; i < data.length; i += 8192) text += String.fromCharCode(...data.subarray(i, i + 8192));
    return [copy.width, copy.height, btoa(text)]; })()`);
  const bytes = Buffer.from(text, "base64");
  return { width, height, at: (x, y) => [...bytes.subarray(4 * (Math.floor(y) * width + Math.floor(x)), 4 * (Math.floor(y) * width + Math.floor(x)) + 4)] };
}

const key = (name, shift = false) => `document.querySelector("canvas.frame").dispatchEvent(new KeyboardEvent("keydown", { key: "${name}", shiftKey: ${shift} }))`;
const select = (n, value) => `(() => { const list = document.querySelectorAll("#frames .controls select")[${n}]; list.value = "${value}"; list.dispatchEvent(new Event("change")); })()`;
const tick = (words, on) => `(() => { const box = [...document.querySelectorAll("#frames .tick")].find((label) => label.textContent === "${words}").firstChild;
  if (box.checked !== ${on}) box.click(); })()`;
const slide = (share) => `(() => { const slider = document.querySelector(".player input"); slider.value = "${share}"; slider.dispatchEvent(new Event("input")); })()`;

const corners = Array.from({ length: 8 }, (_, c) => [c & 1, (c >> 1) & 1, c >> 2]);

/** The convex polygon round points, counter-clockwise. */
function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list) => list.reduce((chain, p) => {
    const turns = () => { const [a, b] = chain.slice(-2); return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]); };
    while (chain.length > 1 && turns() <= 1e-12) chain.pop();
    return [...chain, p];
  }, []);
  return [...half(sorted).slice(0, -1), ...half(sorted.reverse()).slice(0, -1)];
}

/** Signed distance from a convex polygon, at most 0 inside. */
const outside = (polygon, [x, y]) => Math.max(...polygon.map((a, i) => {
  const b = polygon[(i + 1) % polygon.length], length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  return ((x - a[0]) * (b[1] - a[1]) - (y - a[1]) * (b[0] - a[0])) / length;
}));

/** The silhouette of the unit cube: every pixel a pixel inside of its polygon is drawn, none a pixel outside. The scale is
 *  taken from the width of what is drawn, its middle is that of the picture. @returns pixels for a point of the scene */
function checkSilhouette(picture, [right, up], what) {
  let [left, last] = [Infinity, -Infinity];
  for (let y = 0; y < picture.height; ++y) for (let x = 0; x < picture.width; ++x)
    if (picture.at(x, y)[3] > 127) (left = Math.min(left, x)), (last = Math.max(last, x));
  const spans = corners.map((corner) => dot(corner, right)), scale = (last + 1 - left) / (Math.max(...spans) - Math.min(...spans));
  expect(scale > 50, `${what}: the cube is too small to be looked at (${scale} pixels)`);
  const middle = [0.5, 0.5, 0.5];
  const place = (point) => [picture.width / 2 + scale * (dot(point, right) - dot(middle, right)), picture.height / 2 - scale * (dot(point, up) - dot(middle, up))];
  const polygon = hull(corners.map((corner) => { const [x, y] = place(corner); return [x, -y]; }));
  let inside = 0;
  for (let y = 0; y < picture.height; ++y) for (let x = 0; x < picture.width; ++x) {
    const far = outside(polygon, [x + 0.5, -(y + 0.5)]), drawn = picture.at(x, y)[3] > 127;
    if (far < -1.5) ++inside;
    expect(drawn || far > -1.5, `${what}: pixel ${x}, ${y} lies in the cube and is empty`);
    expect(!drawn || far < 1.5, `${what}: pixel ${x}, ${y} lies ${far.toFixed(1)} pixels outside of the cube and is drawn`);
  }
  expect(inside > 10_000, `${what}: the cube has ${inside} pixels`);
  return place;
}

/** The bar over the picture is as long as its words say, by the scale of the picture under it. */
async function checkBar(browser, { axes: [right], place }, what) {
  const bar = await browser.run(`(() => { const over = document.querySelector(".space canvas.over"), record = window.drawn.get(over), under = document.querySelector("canvas.frame");
    return { ratio: under.width / over.width, texts: record.texts.filter(({ text }) => text.endsWith(" m")).map(({ text }) => text),
      lines: record.strokes.flatMap(({ lines }) => lines).filter(([a, b]) => b && a[1] === b[1] && Math.abs(a[0] - b[0]) > 30) }; })()`);
  expect(bar.texts.length === 1 && bar.lines.length === 1, `${what}: ${bar.texts.length} words and ${bar.lines.length} lines of a bar of lengths`);
  const [[a, b]] = bar.lines, metres = 10 ** read(bar.texts[0].slice(0, -2)).log;
  const perMetre = (place(corners[1])[0] - place(corners[0])[0]) / right[0];
  expect(Math.abs(Math.abs(a[0] - b[0]) * bar.ratio - metres * perMetre) <= 1 + 0.01 * metres * perMetre, `${what}: the bar of ${bar.texts[0]} is ${Math.abs(a[0] - b[0]) * bar.ratio} pixels long, and a metre has ${perMetre}`);
}

const viridis = [[68, 1, 84], [72, 36, 117], [65, 68, 135], [53, 95, 141], [42, 120, 142], [33, 145, 140], [34, 168, 132],
  [68, 191, 112], [122, 209, 81], [189, 223, 38], [253, 231, 37]];

function viridisOf(part) {
  const at = Math.min(part * 10, 9.999999), i = Math.floor(at);
  return viridis[i].map((low, k) => low + (at - i) * (viridis[i + 1][k] - low));
}

/** Colour of a facet with this outward normal, in the light of tactus plot (from the viewer's upper left). */
function lit(part, normal, [right, up, towards]) {
  const light = [0, 1, 2].map((d) => towards[d] + 0.6 * up[d] - 0.5 * right[d]), size = Math.hypot(...light);
  const bright = 0.62 + 0.38 * Math.max(0, dot(normal, light) / size);
  return viridisOf(part).map((value) => value * bright);
}

function near(found, wanted, what, by = 4) {
  expect(wanted.every((value, k) => Math.abs(found[k] - value) <= by) && found[3] === 255,
    `${what} is rgba(${found}), not rgb(${wanted.map(Math.round)})`);
}

// The facets of the cube that are seen from the first view: corners, normal, stress of the tetrahedron behind [120 Pa].
const facets = [
  [[0, 1, 5], [0, -1, 0], 120], [[0, 4, 5], [0, -1, 0], 40],
  [[1, 3, 7], [1, 0, 0], 100], [[1, 5, 7], [1, 0, 0], 120],
  [[4, 5, 7], [0, 0, 1], 40], [[4, 6, 7], [0, 0, 1], 80],
];

async function checkCube(browser, turns) {
  await browser.run(tick("contact forces", false));
  await browser.run(key("0"));
  for (const [name, times] of turns) for (let t = 0; t < times; ++t) await browser.run(key(name));
  const count = (name) => turns.filter(([key]) => key === name).reduce((sum, [, times]) => sum + times, 0);
  const azimuth = -60 + 7.5 * (count("ArrowRight") - count("ArrowLeft")), elevation = 25 + 7.5 * (count("ArrowUp") - count("ArrowDown"));
  const axes = axesOf(azimuth, elevation), what = `azimuth ${azimuth}, elevation ${elevation}`;
  await browser.run(select(0, "stress"));
  let picture = await pixels(browser);
  const place = checkSilhouette(picture, axes, what);
  await checkBar(browser, { axes, place }, what);
  const middle = (list) => [0, 1, 2].map((d) => list.reduce((sum, c) => sum + corners[c][d], 0) / list.length);
  const seen = facets.filter(([, normal]) => dot(normal, axes[2]) > 0.1);
  expect(seen.length > 1, `${what}: ${seen.length} facets are seen`);
  for (const [list, normal, stress] of seen)
    near(picture.at(...place(middle(list))), lit(Math.round((stress / 120) * 255) / 255, normal, axes), `${what}: stress of facet ${list}`);
  await browser.run(select(0, "velocity"));
  picture = await pixels(browser);
  for (const [list, normal] of seen)
    near(picture.at(...place(middle(list))), lit(list.reduce((sum, c) => sum + (c + 1) / 8, 0) / 3, normal, axes), `${what}: speed of facet ${list}`);
  return { axes, place, picture, what };
}

/** The one contact force, (60, -80, 0) N: 0.14 of the picture's height for its greatest component, in space. */
async function checkArrow(browser, { axes, place }) {
  const colour = await browser.run(`(() => { const mark = document.createElement("p"); mark.style.color = "var(--force)"; document.body.append(mark);
    const text = getComputedStyle(mark).color; mark.remove(); return text.match(/\\d+/g).slice(0, 3).map(Number); })()`);
  await browser.run(tick("contact forces", true));
  const picture = await pixels(browser), [x, y] = place(corners[5]), size = 0.14 * Math.min(picture.width, picture.height) / 80;
  const way = [dot([60, -80, 0], axes[0]) * size, -dot([60, -80, 0], axes[1]) * size], length = Math.hypot(...way);
  expect(length > 25, `the arrow is ${length} pixels long`);
  const at = (pixel) => picture.at(x + (way[0] * pixel) / length, y + (way[1] * pixel) / length);
  for (const pixel of [2, length / 3, length - 5]) near(at(pixel), colour, `the arrow ${Math.round(pixel)} pixels from its start`, 30);
  for (const pixel of [-4, length + 5]) {
    const found = at(pixel);
    expect(colour.some((value, k) => Math.abs(found[k] - value) > 30), `the arrow is seen ${Math.round(pixel)} pixels from its start, and has ${Math.round(length)}`);
  }
}

/** Half of the cube away, at x = 0.5: its section is hatched in grey, and what lay before it is empty. */
async function checkCut(browser, { axes, place }) {
  await browser.run(tick("contact forces", false));
  await browser.run(select(2, "0"));
  const picture = await pixels(browser), kept = corners.map(([x, y, z]) => [x / 2, y, z]);
  const polygon = hull(kept.map((corner) => { const [x, y] = place(corner); return [x, -y]; }));
  const section = hull([[0, 0], [1, 0], [0, 1], [1, 1]].map(([y, z]) => { const [px, py] = place([0.5, y, z]); return [px, -py]; }));
  expect(axes[2][0] > 0, "the section faces the viewer");
  let grey = 0, coloured = 0;
  for (let y = 0; y < picture.height; ++y) for (let x = 0; x < picture.width; ++x) {
    const [r, g, b, a] = picture.at(x, y), far = outside(polygon, [x + 0.5, -(y + 0.5)]);
    expect(far < 1.5 || a < 128, `the cut leaves pixel ${x}, ${y}, ${far.toFixed(1)} pixels outside of the half that is kept`);
    expect(far > -1.5 || a > 127, `the cut takes pixel ${x}, ${y} of the half that is kept`);
    if (outside(section, [x + 0.5, -(y + 0.5)]) < -2) Math.max(r, g, b) - Math.min(r, g, b) < 12 ? ++grey : ++coloured;
  }
  expect(grey > 2000 && coloured === 0, `the section has ${grey} grey pixels and ${coloured} coloured ones`);
  await browser.run(select(2, ""));
}

/** The cube on a half-space at z = 0, which reaches 0.15 m beyond it: from below nothing of it is seen, from above it is
 *  grey and lies behind the cube. */
async function checkGround(browser) {
  const { place: below, axes: [side] } = await checkCube(browser, [["ArrowDown", 6]]);
  const scale = (below([1, 0, 0])[0] - below([0, 0, 0])[0]) / side[0];
  await browser.run(key("0"));
  const axes = axesOf(-60, 25), [right, up] = axes, picture = await pixels(browser), middle = [0.5, 0.5, 0.5];
  const place = (point) => [picture.width / 2 + scale * (dot(point, right) - dot(middle, right)), picture.height / 2 - scale * (dot(point, up) - dot(middle, up))];
  const polygon = (points) => hull(points.map((point) => { const [x, y] = place(point); return [x, -y]; }));
  const cube = polygon(corners), ground = polygon([[0, 0], [1, 0], [0, 1], [1, 1]].map(([x, y]) => [1.3 * x - 0.15, 1.3 * y - 0.15, 0]));
  let seen = 0;
  for (let y = 0; y < picture.height; ++y) for (let x = 0; x < picture.width; ++x) {
    const at = [x + 0.5, -(y + 0.5)], [r, g, b, a] = picture.at(x, y), [fromCube, fromGround] = [outside(cube, at), outside(ground, at)];
    if (fromCube < 1.5) continue;
    expect(fromGround < 1.5 || a < 128, `pixel ${x}, ${y} lies outside of cube and ground and is drawn`);
    if (fromGround > -3) continue;
    expect(a === 255 && Math.max(r, g, b) - Math.min(r, g, b) < 12 && r > 120, `the ground is rgba(${r}, ${g}, ${b}, ${a}) at pixel ${x}, ${y}`);
    ++seen;
  }
  expect(seen > 5000, `${seen} pixels of the ground are seen`);
  for (const [list, normal] of facets) {
    const centre = [0, 1, 2].map((d) => list.reduce((sum, c) => sum + corners[c][d], 0) / 3);
    near(picture.at(...place(centre)), lit(list.reduce((sum, c) => sum + (c + 1) / 8, 0) / 3, normal, axes), `on the ground: speed of facet ${list}`);
  }
}

/** Pictures a second while it turns, and while frames play. */
async function pace(browser, what) {
  const turning = (ms) => browser.run(`new Promise((done) => { const canvas = document.querySelector("canvas.frame"); let first = 0, count = 0;
    const at = (now) => { first ||= now; canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
      if (now - first > ${ms}) done([count / (now - first) * 1000, canvas.width]); else { ++count; requestAnimationFrame(at); } };
    requestAnimationFrame(at); })`);
  await turning(1500);  // programs of the card are made, the pace is found
  let best = [0, 0];  // other programs may keep the machine busy
  for (let times = 0; times < 5 && best[0] < fewestPerSecond; ++times) {
    const found = await turning(2500);
    if (found[0] > best[0]) best = found;
  }
  const [perSecond, width] = best, whole = await browser.run(`document.querySelector("canvas.frame").clientWidth`);
  expect(isBusy || perSecond >= fewestPerSecond, `${what} turns at ${perSecond.toFixed(1)} pictures a second, and ${fewestPerSecond} are asked for`);
  return `${perSecond.toFixed(0)} pictures a second${isBusy ? " on a busy machine" : ""}${width < whole ? `, drawn with ${width} of ${whole} pixels across` : ""}`;
}

/** Once round, a picture that rests is the one of before, whatever was left out while it turned. */
async function comesBack(browser, what) {
  const picture = async () => { await wait(1500); return browser.run(`document.querySelector("canvas.frame").toDataURL()`); };
  await browser.run(key("0"));
  const before = await picture();
  await browser.run(`new Promise((done) => { const canvas = document.querySelector("canvas.frame"); let times = 0;
    const at = () => { if (times++ === 48) return done(0); canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" })); requestAnimationFrame(at); };
    at(); })`);
  expect((await picture()) === before, `${what} is another picture after a turn of 360 degrees`);
}

async function touches(browser) {
  await browser.size(390, 844, true);
  await wait(500);
  const before = await browser.run(`document.querySelector("canvas.frame").toDataURL()`);
  await browser.run(`(() => { const canvas = document.querySelector("canvas.frame"), box = canvas.getBoundingClientRect();
    canvas.setPointerCapture = () => {};
    const send = (type, id, x) => canvas.dispatchEvent(new PointerEvent(type, { pointerId: id, pointerType: "touch", buttons: 1, clientX: box.left + x, clientY: box.top + 100 }));
    send("pointerdown", 1, 100); send("pointermove", 1, 160); send("pointerup", 1, 160); })()`);
  await wait(500);
  expect((await browser.run(`document.querySelector("canvas.frame").toDataURL()`)) !== before, "a finger turns the picture");
  const width = await browser.run(`document.documentElement.scrollWidth`);
  expect(width <= 390, `at 390 px the page is ${width} px wide`);
  await browser.size(1280, 900);
}

async function still() {
  const browser = await Browser.start({ width: 1280, height: 900, webgl: false });
  try {
    await browser.before(recorder);
    await browser.size(1280, 900);
    await open(browser, cubePage);
    const words = await browser.run(`document.querySelector("p.still")?.textContent ?? ""`);
    expect(words.includes("no WebGL"), `without WebGL the page says "${words}"`);
    await checkCube(browser, []);
    writeFileSync(join(folder, "still.png"), await browser.picture());
  } finally {
    await browser.stop();
  }
}

const browser = await Browser.start({ width: 1280, height: 900 });
let failed = false;
const tried = async (name, work) => {
  try {
    const said = await work();
    console.log(`${name}: ${said ?? "as expected"}`);
  } catch (error) {
    failed = true;
    console.error(`${name}: ${error.message}`);
  }
};
try {
  await browser.before(recorder);
  await browser.size(1280, 900);
  await browser.scheme("light");
  await tried("the cube read back", async () => {
    await open(browser, cubePage);
    await browser.run(slide(0.5));
    const first = await checkCube(browser, []);
    await checkArrow(browser, first);
    await checkCut(browser, first);
    for (const turns of [[["ArrowRight", 3], ["ArrowUp", 2]], [["ArrowLeft", 3], ["ArrowDown", 6]], [["ArrowUp", 4]]]) await checkCube(browser, turns);
    await touches(browser);
  });
  await tried("the cube without WebGL", still);
  await tried("the cube on a half-space", async () => {
    await open(browser, groundPage);
    await browser.run(tick("contact forces", false));
    await browser.run(slide(0.5));
    await checkGround(browser);
  });
  for (const page of others)
    await tried(page, async () => {
      const bytes = statSync(page).size;
      expect(bytes <= mostBytes, `the page has ${bytes} bytes, and may have ${mostBytes}`);
      await open(browser, page);
      const said = await pace(browser, basename(page));
      await comesBack(browser, basename(page));
      await wait(500);
      writeFileSync(join(folder, `${basename(page, ".html")}_turned.png`), await browser.picture());
      const complaints = await browser.complaints();
      expect(complaints.length === 0, `the console says: ${complaints.join("; ")}`);
      return `${(bytes / 1e6).toFixed(1)} MB, ${said}`;
    });
} finally {
  await browser.stop();
}
process.exit(failed ? 1 : 0);
