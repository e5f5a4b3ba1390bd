// What a page has drawn on its canvases, read back: every text with its box, and every stroke with its points. The
// script runs in a page before its own ones; `chartsOf` then gives each chart's labels, ticks and curves in pixels.

/** Wraps the calls of a canvas that draw. A canvas that is cleared, or given a size, has forgotten what was drawn. */
export const recorder = `(() => {
  const records = (window.drawn = new WeakMap());
  const of = (canvas) => { if (!records.has(canvas)) records.set(canvas, { texts: [], strokes: [] }); return records.get(canvas); };
  const { prototype } = CanvasRenderingContext2D;
  const wrap = (owner, name, before) => {
    const own = owner[name];
    owner[name] = function (...words) { before.call(this, ...words); return own.apply(this, words); };
  };
  const at = (paint, x, y) => { const p = paint.getTransform().transformPoint({ x, y }); return [p.x, p.y]; };
  wrap(prototype, "clearRect", function () { records.delete(this.canvas); });
  const size = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, "width");
  Object.defineProperty(HTMLCanvasElement.prototype, "width", { ...size, set(value) { records.delete(this); size.set.call(this, value); } });
  wrap(prototype, "fillText", function (text, x, y) {
    const size = this.measureText(text), [px, py] = at(this, x, y);
    of(this.canvas).texts.push({ text, x: px, y: py, align: this.textAlign, left: px - size.actualBoundingBoxLeft, right: px + size.actualBoundingBoxRight,
      top: py - size.actualBoundingBoxAscent, bottom: py + size.actualBoundingBoxDescent });
  });
  wrap(prototype, "beginPath", function () { this.path = []; });
  wrap(prototype, "moveTo", function (x, y) { (this.path ??= []).push([at(this, x, y)]); });
  wrap(prototype, "lineTo", function (x, y) { (this.path ??= []).at(-1)?.push(at(this, x, y)); });
  wrap(Path2D.prototype, "moveTo", function (x, y) { (this.path ??= []).push([[x, y]]); });
  wrap(Path2D.prototype, "lineTo", function (x, y) { (this.path ??= [[]]).at(-1).push([x, y]); });
  // A mark is a circle, which begins at its right: its centre is kept.
  wrap(Path2D.prototype, "arc", function (x, y) { (this.path ??= [[]])[this.path.length - 1] = [[x, y]]; });
  wrap(prototype, "stroke", function (path) {
    // uPlot shifts the curves of a chart by half of their width.
    const lines = (path ?? this).path ?? [];
    of(this.canvas).strokes.push({ lines, curve: path !== undefined, width: this.lineWidth });
  });
})()`;

/** Each chart's captions, labels, ticks and curves, in pixels of its canvas. */
export function chartsOf(browser, selector = ".chart") {
  return browser.run(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((chart) => {
    const canvas = chart.querySelector("canvas"), record = canvas && window.drawn.get(canvas);
    if (!record) return null;
    const strokes = (curve) => record.strokes.filter((stroke) => stroke.curve === curve).flatMap((stroke) => stroke.lines);
    const ticks = strokes(false).filter((line) => line.length === 2);
    const [y, x] = [...chart.querySelectorAll(".axis-name")].map((name) => name.textContent);
    return { width: canvas.width, height: canvas.height, x, y,
      texts: record.texts.filter(({ text }) => text !== ""), ticks, curves: strokes(true) };
  })`);
}

// px: a place and the two that it is compared with are each rounded to whole pixels. Of dense curves the points of
// each pixel are drawn as one, up to a pixel beside where they are.
const rounding = 1.1;
export const roundingOfDense = 2.1;

function expect(holds, what) {
  if (!holds) throw new Error(what);
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const power = (text) => Number([...text].map((c) => (c === "⁻" ? "-" : String(superscripts.indexOf(c)))).join(""));

/** The logarithm to base ten of what a label says, and its sign: "2 × 10⁻³²⁰" has no value of its own. */
export function read(label) {
  const found = /^(-?)(?:(\d+(?:\.\d+)?)(?: × )?)?(?:10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?$/.exec(label);
  expect(found && label !== "", `"${label}" is no number`);
  const mantissa = found[2] === undefined ? 1 : Number(found[2]);
  return { sign: mantissa === 0 ? 0 : found[1] ? -1 : 1, log: Math.log10(mantissa) + (found[3] ? power(found[3]) : 0) };
}

/** A factor that stands in the name of an axis: "energy [10³ J]". */
const factorOf = (name) => { const found = /\[10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)/.exec(name); return found ? power(found[1]) : 0; };

/** Throws where a label or tick of an axis is not where its value belongs. `known`: two values and where they are
 *  drawn, [[value, pixel], [value, pixel]], on an axis that is logarithmic or not; `near`: how many pixels it may be beside. */
export function checkAxis(chart, axis, log, known, near = rounding) {
  const labels = chart.texts.filter(({ align }) => (axis === "x") === (align === "center"));
  const name = chart[axis], factor = factorOf(name), at = (label) => label[axis];
  const what = `${log ? "logarithmic " : ""}${axis} axis "${name}" of ${JSON.stringify(known)}`;
  expect(labels.length >= 2, `the ${what} has ${labels.length} labels`);
  expect(labels.length <= 20, `the ${what} has ${labels.length} labels`);
  for (const { text, left, right, top, bottom } of labels)
    expect(left >= 0 && right <= chart.width && top >= 0 && bottom <= chart.height, `"${text}" on the ${what} is cut off`);
  const sorted = [...labels].sort((a, b) => at(a) - at(b));
  sorted.forEach((label, i) => i === 0 || expect(axis === "x" ? label.left > sorted[i - 1].right : label.top > sorted[i - 1].bottom,
    `"${label.text}" and "${sorted[i - 1].text}" on the ${what} touch`));
  expect(new Set(labels.map(({ text }) => text)).size === labels.length, `two labels of the ${what} are the same`);
  // Values by the largest one: differences of 1e300 and -1e300 are numbers then.
  const size = Math.max(...known.map(([value]) => Math.abs(value))), unit = size > 0 ? Math.floor(Math.log10(size)) : 0;
  const share = (value) => (size > 0 && size < 1e-300 ? (value * 1e300) / 10 ** (unit + 300) : value / 10 ** unit);
  const place = (value) => (log ? Math.log10(value) : share(value));
  const [[a, pa], [b, pb]] = known.map(([value, pixel]) => [place(value), pixel]);
  const constant = Math.abs(a - b) <= 1e-13 * Math.max(Math.abs(a), Math.abs(b));  // apart by rounding at most
  if (constant) expect(Math.abs(pa - pb) < 1, `the constant on the ${what} is not level`);
  for (const { text, ...box } of labels) {
    const { sign, log: digits } = read(text), value = log ? digits : sign === 0 ? 0 : sign * 10 ** (digits + factor - unit);
    expect(!log || sign > 0, `"${text}" on the ${what} is not above zero`);
    // One value is known to be drawn: labels tell the scale then, and have to agree with it and with each other.
    const [first, last] = [sorted[0], sorted.at(-1)].map((label) => {
      const { sign, log: digits } = read(label.text);
      return [log ? digits : sign === 0 ? 0 : sign * 10 ** (digits + factor - unit), at(label)];
    });
    const [[u, pu], [v, pv]] = constant ? [first, last] : [[a, pa], [b, pb]];
    const part = (value - u) / (v - u), expected = pu + part * (pv - pu);
    // Beyond the two places their rounding grows with the distance.
    expect(Math.abs(expected - at({ text, ...box })) <= (near * (Math.abs(part) + Math.abs(1 - part) + 1)) / 2, `"${text}" on the ${what} stands at ${at({ ...box })} px and belongs at ${expected.toFixed(1)} px`);
    if (constant) {
      const there = first[1] + ((a - first[0]) / (last[0] - first[0])) * (last[1] - first[1]);
      expect(Math.abs(there - pa) <= near, `the constant on the ${what} is drawn at ${pa} px and belongs at ${there.toFixed(1)} px`);
    }
    const tick = chart.ticks.some(([p, q]) => (axis === "x" ? Math.abs(p[0] - q[0]) < 0.1 && Math.abs(p[0] - box.x) <= 1 && Math.abs(p[1] - q[1]) < 8
      : Math.abs(p[1] - q[1]) < 0.1 && Math.abs(p[1] - box.y) <= 1 && Math.abs(p[0] - q[0]) < 8));
    expect(tick, `"${text}" on the ${what} has no tick`);
  }
  // No label has more digits than tell it apart from its neighbours, and one more (a step of 2.5).
  if (!log && labels.length > 1) {
    const step = Math.abs(10 ** read(sorted[0].text).log * read(sorted[0].text).sign - 10 ** read(sorted[1].text).log * read(sorted[1].text).sign);
    const decimals = Math.max(...labels.map(({ text }) => (text.split(".")[1] ?? "").length));
    expect(decimals <= Math.max(0, 2 - Math.floor(Math.log10(step) + 1e-9)), `labels of the ${what} have too many digits: ${labels.map(({ text }) => text).join(", ")}`);
  }
}
