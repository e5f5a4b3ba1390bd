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

async function best(browser) {
  /** Which rows of a metric are marked as best. */
  const marked = async (metric, values, exact) => {
    await open(browser, { studies: [studyOf({ metrics: [metricOf("m_m", metric)] })],
      cells: values.map((value, k) => cellOf({ label: "abc"[k], axes: { case: "abc"[k] }, metrics: { m_m: value }, exact: exact === undefined ? {} : { m_m: exact } })) });
    return browser.run(`[...document.querySelectorAll("table.cells tbody tr")].map((row) => row.children[3].classList.contains("best"))`);
  };
  same(await marked({}, [1.1, 1.2, 1.3], 1), [true, false, false], "the least error is the best");
  same(await marked({}, [1 + 1e-12, 1 - 2e-12, 1.3], 1), [true, true, false], "parts of the exact value that are round-off tie");
  same(await marked({}, [2e-10, 7e-10, 9e-10], 0), [true, false, false], "small errors in metres do not tie");
  same(await marked({}, [2e-17, 7e-17, 1], 0), [true, true, false], "errors in metres that are round-off of the largest tie");
  same(await marked({}, [2, 2, 2], 1), [false, false, false], "where all are the same none is the best");
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
