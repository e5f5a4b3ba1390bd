// Sections of pages whose data this test makes, read back from a real browser: the chart and words of convergence, the
// best numbers of tables, chips. `node sections.mjs` fails with a sentence for each that is wrong.

import { chartsOf, recorder } from "./drawn.mjs";
import { cellOf, metricOf, openMade as open, studyOf } from "./made_page.mjs";
import { Browser } from "./webdriver.mjs";

let wrong = 0, looked = 0;

function expect(holds, what) {
  ++looked;
  if (!holds) ++wrong, console.error(what);
}

const same = (found, wanted, what) => expect(JSON.stringify(found) === JSON.stringify(wanted),
  `${what}: ${JSON.stringify(found)} in place of ${JSON.stringify(wanted)}`);

const texts = (browser, selector) => browser.run(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.textContent)`);

/** Steps of uneven ratios, and sizes step^p or their differences. */
const steps = [1, 0.5, 0.125];
const rowOf = (name, p, order, ordinates) => {
  const sizes = steps.map((step) => step ** p), changes = [sizes[0] - sizes[1], sizes[1] - sizes[2]];
  return { axes: { case: name }, order, extrapolated: null, uncertainty: null, steps, observed: [{ order, cells: ["1", "0.5"] }],
    [ordinates]: ordinates === "errors" ? sizes : changes };
};

async function convergence(browser) {
  const draw = async (rows) => {
    await open(browser, { studies: [studyOf({ orders: [{ name: "o", of: "path_m", along: "step", accept: null, rows }] })], cells: [cellOf({})] });
    await browser.until(`document.querySelector("#convergence .plot canvas") !== null`, "errors are drawn");
    return { chart: (await chartsOf(browser, "#convergence .chart"))[0], legend: await texts(browser, "#convergence .legend button") };
  };
  const slope = ([a, b]) => (b[1] - a[1]) / (b[0] - a[0]);
  for (const ordinates of ["errors", "changes"]) {
    // The guide is parallel to a curve of exactly its order, and below it (pixels grow downwards).
    const known = await draw([rowOf("a", 2, 2.03, ordinates)]);
    same(known.legend, ["a", "order 2"], `the legend of ${ordinates} with an order`);
    const [curve, guide] = known.chart.curves.filter((line) => line.length > 1);
    expect(guide && Math.abs(slope(curve) - slope(guide)) < 0.02, `the guide line of ${ordinates} has another slope than its order`);
    expect(guide && guide[0][1] > curve[0][1], `the guide line of ${ordinates} is not below the curve`);
    same(known.chart.y, `${ordinates === "errors" ? "error" : "change"} of path [m]`, "the y axis of convergence");
    const none = await draw([rowOf("a", 2, null, ordinates), rowOf("b", 1, null, ordinates)]);
    same(none.legend, ["a", "b"], `the legend of ${ordinates} without an observed order`);
    same(none.chart.curves.filter((line) => line.length > 1).length, 2, `the number of lines of ${ordinates} without an observed order`);
  }
}

/** Why rows have no order is said once for all that have the same reason. */
async function reasons(browser) {
  const row = (name, because) => ({ ...rowOf(name, 1, null, "changes"), observed: [{ order: null, cells: ["1", "0.5", "0.1"], none_because: because }] });
  const said = async (rows) => {
    await open(browser, { studies: [studyOf({ orders: [{ name: "o", of: "path_m", along: "step", accept: null, rows }] })], cells: [cellOf({})] });
    return texts(browser, "#convergence .group li");
  };
  same(await said([row("a", "they go up"), row("b", "they go up")]), ["All 2 have no order from 1, 0.5, 0.1: they go up."], "one reason for all");
  same(await said([row("a", "they go up"), row("b", "they go up"), row("c", "two are equal")]),
    ["a and b have no order from 1, 0.5, 0.1: they go up.", "c has no order from 1, 0.5, 0.1: two are equal."], "two reasons");
}

/** A heat map opens with the two axes along which its metric changes most. */
async function heat(browser) {
  const axes = ["law", "solver", "mesh"].map((name) => ({ name, labels: ["a", "b"], values: [null, null] }));
  const combinations = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1, (k >> 1) & 1, k >> 2]);
  for (const [size, wanted] of [[[1, 0, 5], "law down, mesh across"], [[0, 0.1, 5], "solver down, mesh across"], [[0, 0, 0], "law down, solver across"]]) {
    await open(browser, { studies: [studyOf({ axes, metrics: [metricOf("m_m", {})] })], cells: combinations.map((at) => cellOf({
      axes: Object.fromEntries(axes.map(({ name, labels }, k) => [name, labels[at[k]]])), metrics: { m_m: 1 + at.reduce((sum, one, k) => sum + one * size[k], 0) } })) });
    same((await texts(browser, "table.heat caption"))[0].split("; ")[1], wanted, "the axes of the heat map");
  }
}

async function best(browser) {
  /** Which rows of a metric are marked as best. */
  const marked = async (metric, values, exact) => {
    await open(browser, { studies: [studyOf({ metrics: [metricOf("m_m", metric)] })],
      cells: values.map((value, k) => cellOf({ label: "abc"[k], axes: { case: "abc"[k] }, metrics: { m_m: value }, exact: exact === undefined ? {} : { m_m: exact } })) });
    return browser.run(`[...document.querySelectorAll("table.cells tbody tr")].map((row) => row.children[3].classList.contains("best"))`);
  };
  same(await marked({}, [1.1, 1.2, 1.3], 1), [true, false, false], "the least error is the best");
  same(await marked({}, [1.1, 1.10005, 1.3], 1), [true, false, false], "errors that differ by half a thousandth do not tie");
  same(await marked({}, [1 + 1e-12, 1 - 2e-12, 1.3], 1), [true, true, false], "parts of the exact value that are round-off tie");
  same(await marked({}, [2e-10, 7e-10, 9e-10], 0), [true, false, false], "small errors in metres do not tie");
  same(await marked({}, [2e-17, 7e-17, 1], 0), [true, true, false], "errors in metres that are round-off of the largest tie");
  same(await marked({}, [2, 2, 2], 1), [false, false, false], "where all are the same none is the best");
  same(await marked({ best: "least" }, [-3, -2, 1]), [true, false, false], "the least is the best where the study says so");
  same(await marked({ best: "greatest" }, [-3, 5, 5 - 1e-10]), [false, true, true], "the greatest is the best where the study says so, and rounding ties");
  same(await marked({ best: "none" }, [1.1, 1.2, 1.3], 1), [false, false, false], "no value is the best where the study says so");
  const time = (spread) => ({ timing: true, spread });
  same(await marked(time(0.1), [2, 2.05, 2.3]), [true, true, false], "times within their spread tie");
  same(await marked(time(0), [2e-10, 3e-10, 4e-10]), [true, false, false], "short times do not tie");
  same(await marked(time(null), [2, 3, 4]), [false, false, false], "of times without a spread none is the best");
}

async function chips(browser) {
  const refused = cellOf({ status: "refused", reason: "no" });
  await open(browser, { studies: [studyOf({})], cells: [cellOf({}), refused, refused, refused] });
  same(await texts(browser, "#answer .chips .pill"), ["3 do not fit together", "1 ok"], "chips of a study");
  await open(browser, { studies: [studyOf({})], cells: [cellOf({}), cellOf({}), refused] });
  same(await texts(browser, "#answer .chips .pill"), ["2 ok", "1 does not fit together"], "chips of a study");
}

async function changes(browser) {
  const summary = { sound: true, findings: [], steps: 2, retries: 0, subdivided_steps: 0, time_s: 1, end_time_s: 1, wall_s: 0.1 };
  const run = (energy_change_J, energy_change) => cellOf({ study: -1, status: "completed", summary: { ...summary, energy_change_J, energy_change } });
  await open(browser, { cells: [run(-2.5, -0.05), run(-2.5, null)] });
  same(await browser.run(`[...document.querySelectorAll("table.cells tbody td[data-head='change of energy [J]']")].map((one) => one.textContent)`),
    ["-2.5 (-5 %)", "-2.5"], "a change of energy is in joules first, then a part of the energy at the start");
}

const browser = await Browser.start({ width: 1280, height: 900 });
try {
  await browser.before(recorder);
  await convergence(browser);
  await reasons(browser);
  await heat(browser);
  await best(browser);
  await chips(browser);
  await changes(browser);
  const complaints = await browser.complaints();
  if (complaints.length > 0) ++wrong, console.error(`the console says: ${complaints.join("; ")}`);
} finally {
  await browser.stop();
}
console.log(`${looked} things were read back, ${wrong} are wrong`);
process.exit(wrong > 0 ? 1 : 0);
