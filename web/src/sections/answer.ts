// The answer in words first: what was compared, what came out, what is not sound and why.

import { meansNotAccepted, ordersNotAccepted } from "../answers";
import type { Cell, Differences, Mean, Metric, Order, OrderRow, Study } from "../data";
import { h, unbroken } from "../dom";
import { count, inProse, joined, listed, nameAndUnit, percent } from "../format";
import { gravity, statusOf, type Report } from "../state";
import type { Section } from "../section";

export const answer: Section = {
  id: "answer",
  title: "Answer",
  build(report) {
    const groups = report.groups();
    return h("div", {}, ...groups.map(({ study, cells }) => {
      const members = cells.map((i) => report.page.cells[i]!);
      const body = study ? ofStudy(study, members) : ofRuns(members, report.page.differences ?? null);
      return h("div", { class: "answer" }, groups.length > 1 && h("h3", {}, study?.name ?? "Runs"), ...body);
    }), notes(report));
  },
};

function notes(report: Report): HTMLElement | false {
  return report.page.notes.length > 0 &&
    h("ul", { class: "notes" }, ...report.page.notes.map((note) => h("li", {}, note)));
}

function ofStudy(study: Study, cells: Cell[]): HTMLElement[] {
  const body: HTMLElement[] = [h("p", { class: "lead" }, outcome(study, cells))];
  if (study.description) body.unshift(h("p", { class: "lead" }, study.description));
  body.push(facts(cells, ordersNotAccepted(study), meansNotAccepted(study)));
  const cameOutOfIt: HTMLElement[] = [];
  const lines = study.answer ?? [];
  if (lines.length > 0) cameOutOfIt.push(h("ul", {}, ...lines.map(({ metric, says }) => h("li", {}, ...lineOf(metric, says)))));
  const orders = study.orders.flatMap((order) => orderInWords(order, study.metrics.find((one) => one.name === order.of)));
  if (orders.length > 0) cameOutOfIt.push(h("ul", {}, ...orders.map((text) => h("li", {}, text))));
  const means = (study.means ?? []).flatMap((mean) => meanInWords(mean, study));
  if (means.length > 0) cameOutOfIt.unshift(h("ul", {}, ...means));
  body.push(h("div", { class: "columns" },
    cameOutOfIt.length > 0 && h("div", {}, h("h3", {}, "What came out"), ...cameOutOfIt),
    h("div", {}, h("h3", {}, "What was compared"), compared(study))));
  body.push(...faults(cells));
  return body;
}

function outcome(study: Study, cells: Cell[]): string {
  const good = cells.filter((cell) => gravity(cell) === "good").length;
  const idle = cells.filter((cell) => gravity(cell) === "idle").length;
  const what = study.axes.length === 0 ? "" : ` (${study.axes.map((axis) => axis.name).join(" × ")}` +
    (study.axes.length > 1 ? ` = ${study.axes.map((axis) => axis.labels.length).join(" × ")})` : ")");
  if (cells.length === 0) return "This study has no cells.";
  const orders = ordersNotAccepted(study);
  const means = meansNotAccepted(study);
  const beyond = (orders === 0 ? "" : orders === 1 ? " An observed order of convergence is not accepted."
    : ` ${orders} observed orders of convergence are not accepted.`) +
    (means === 0 ? "" : means === 1 ? " A mean is not accepted." : ` ${means} means are not accepted.`);
  if (good === cells.length) return `${count(cells.length, "cell")}${what}: all came to a result that can be used.${beyond}`;
  const invalid = cells.filter((cell) => cell.status === "invalid").length;
  const parts = [`${good} with a result that can be used as it is`];
  if (invalid > 0) parts.unshift(`${invalid} with a mistake in the configuration`);
  if (idle > 0) parts.push(`${idle} whose parts do not fit together`);
  const rest = cells.length - good - idle - invalid;
  if (rest > 0) parts.push(`${rest} that cannot be used as they are, for the reasons below`);
  return `${count(cells.length, "cell")}${what}: ${listed(parts)}.${beyond}`;
}

/** "11 do not fit together", "2 with a mistake", "3 ok" */
function countOf(n: number, cell: Cell): string {
  if (cell.status === "invalid") return `${n} with a mistake`;
  return cell.status !== "refused" ? `${n} ${statusOf(cell)}` : `${n} ${n === 1 ? "does" : "do"} not fit together`;
}

function mistakesFirst(a: Cell, b: Cell): number {
  return Number(b.status === "invalid") - Number(a.status === "invalid");
}

/** Counts by status, as chips. */
function facts(cells: Cell[], orders = 0, means = 0): HTMLElement {
  const counts = new Map<string, { cell: Cell; n: number }>();
  for (const cell of cells) {
    const known = counts.get(cell.status);
    known ? ++known.n : counts.set(cell.status, { cell, n: 1 });
  }
  return h("p", { class: "chips" }, ...[...counts.values()].sort((a, b) => mistakesFirst(a.cell, b.cell) || b.n - a.n).map(({ cell, n }) =>
    h("span", { class: `pill ${gravity(cell)}` }, countOf(n, cell))),
    orders > 0 && h("span", { class: "pill doubt" }, `${count(orders, "order")} not accepted`),
    means > 0 && h("span", { class: "pill doubt" }, `${count(means, "mean")} not accepted`));
}

function compared(study: Study): HTMLElement {
  const rows = study.axes.map((axis) => h("div", {}, h("dt", {}, axis.name), h("dd", {}, listed(axis.labels, 12))));
  const parameters = Object.entries(study.parameters);
  if (parameters.length > 0)
    rows.push(h("div", {}, h("dt", {}, "parameters"),
      h("dd", {}, parameters.map(([name, value]) =>
        `${name} = ${typeof value === "number" ? inProse(value, 6) : JSON.stringify(value)}`).join(", "))));
  if (study.baseline)
    rows.push(h("div", {}, h("dt", {}, "baseline"), h("dd", {}, joined(study.baseline))));
  return h("dl", { class: "facts" }, ...rows);
}

function quantity(value: number, metric: Metric): string {
  const unit = metric.unit || nameAndUnit(metric.name).unit;
  return unit ? `${inProse(value, 5)} ${unit}` : inProse(value, 5);
}

/** A line of the answer, which begins with the name of its metric. A number and its unit are not parted. */
function lineOf(metric: string, line: string): (Node | string)[] {
  const says = line.replace(/(\d) (?=%|\p{L}{1,2}\b)/gu, "$1\u00a0");
  return metric !== "" && says.startsWith(metric) ? [h("strong", {}, nameAndUnit(metric).name), says.slice(metric.length)] : [says];
}

const firstMeans = 8;

/** A sentence for each combination of the other axes, for the first of them and those that are not accepted. */
function meanInWords(mean: Mean, study: Study): HTMLElement[] {
  const metric = study.metrics.find((one) => one.name === mean.of);
  const shown = mean.rows.filter((row, k) => k < firstMeans || row.accepted === false);
  const sentences = shown.map((row) => {
    const at = Object.keys(row.axes).length > 0 ? ` (${joined(row.axes)})` : "";
    const what = `, the mean of ${nameAndUnit(mean.of).name} over ${mean.along}${at}, `;
    const name = h("strong", {}, nameAndUnit(mean.name).name);
    if (row.mean === null) return h("li", {}, name, `${what}cannot be had: no cell has a value.`);
    const size = (value: number) => (metric ? quantity(value, metric) : inProse(value, 5));
    const error = row.standard_error === null ? "" : ` with a standard error of ${inProse(row.standard_error, 2)}`;
    const exact = row.exact === null ? "" : ` It is ${inProse(Math.abs(row.mean - row.exact), 3)} off the exact ${size(row.exact)}.`;
    const limits = Object.entries(mean.accept ?? {}).map(([kind, value]) => `${kind} ${JSON.stringify(value)}`);
    const judged = row.accepted === undefined ? "" : row.accepted ? " That is accepted" : " That is not accepted";
    return h("li", {}, name, `${what}is ${size(row.mean)}${error}, of ${count(row.cells, "cell")}.${exact}${judged}` +
      (judged === "" ? "" : limits.length > 0 ? `: the limit is ${listed(limits)}.` : "."));
  });
  const rest = mean.rows.length - shown.length;
  return rest > 0 ? [...sentences, h("li", {}, `${nameAndUnit(mean.name).name}: ${rest} more in results.json.`)] : sentences;
}

/** Sentences about the order of the finest cells of each row, the extrapolated value, and which rows have none. */
function orderInWords(order: Order, metric: Metric | undefined): string[] {
  const name = nameAndUnit(order.of).name, what = `The observed order of ${name} along ${order.along}`;
  const known = order.rows.filter((row) => row.order !== null), none = order.rows.filter((row) => row.order === null);
  const label = (row: OrderRow) => (order.rows.length > 1 ? joined(row.axes) : "");
  const sentences = known.slice(0, mostOrders).map((row) => {
    const at = label(row) === "" ? "" : ` (${label(row)})`;
    const size = (value: number, digits: number) => {
      const unit = metric?.unit || nameAndUnit(order.of).unit;
      return unit ? `${inProse(value, digits)} ${unit}` : inProse(value, digits);
    };
    const limit = row.extrapolated === null || row.uncertainty === null ? ""
      : ` The extrapolated value is ${size(row.extrapolated, 5)}; that of ${row.observed.at(-1)!.cells.at(-1)} has an uncertainty of ${size(row.uncertainty, 2)}.`;
    return `${what}${at} is ${row.order!.toFixed(2)}, from ${listed(row.observed.at(-1)?.cells ?? [])}.${limit}`;
  });
  if (known.length > mostOrders) sentences.push(`${what}: ${known.length - mostOrders} more in the section on convergence.`);
  for (const [why, rows] of grouped(none, (row) => row.observed.at(-1)?.none_because ?? (row.none_because ? `only ${row.none_because}` : "there are too few values")))
    sentences.push(`${what}${label(rows[0]!) === "" ? "" : ` (${listed(rows.map(label), 5)})`} does not exist: ${why}.`);
  const judged = verdict(order).trim();
  return judged === "" ? sentences : [...sentences, judged];
}

const mostOrders = 4;

function grouped<T>(items: T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

function verdict(order: Order): string {
  const refused = order.rows.filter((row: OrderRow) => row.accepted === false);
  if (refused.length === 0) return "";
  const limits = Object.entries(order.accept ?? {}).map(([kind, value]) => `${kind} ${JSON.stringify(value)}`);
  const which = order.rows.length === 1 ? `The order of ${nameAndUnit(order.of).name}` : listed(refused.map((row) => joined(row.axes)), 5);
  return ` ${which} is not accepted${limits.length > 0 ? `: the limit is ${listed(limits)}` : ""}.`;
}

/** Cells without a clean result, gathered by status and reason. */
function faults(cells: Cell[]): HTMLElement[] {
  const groups = new Map<string, Cell[]>();
  for (const cell of cells) {
    if (gravity(cell) === "good") continue;
    const why = cell.reason || cell.problems[0] || "no reason was given";
    const key = JSON.stringify([cell.status, why]);
    groups.set(key, [...(groups.get(key) ?? []), cell]);
  }
  const all = [...groups.values()].sort((a, b) => mistakesFirst(a[0]!, b[0]!));
  const body: HTMLElement[] = [];
  const faulty = all.filter((group) => gravity(group[0]!) !== "idle").map(reasonOf);
  const idle = all.filter((group) => gravity(group[0]!) === "idle").map(reasonOf);
  if (faulty.length > 0)
    body.push(h("h3", {}, "What cannot be used as it is, and why"), h("ul", { class: "plain" }, ...faulty.slice(0, 20)));
  if (faulty.length > 20) body.push(folded(count(faulty.length - 20, "more reason"), faulty.slice(20)));
  if (idle.length > 0) body.push(folded("Which parts do not fit together, and what would", idle));
  return body;
}

function folded(title: string, items: HTMLElement[]): HTMLElement {
  return h("details", {}, h("summary", {}, title), h("ul", { class: "plain" }, ...items));
}

function reasonOf(group: Cell[]): HTMLElement {
  const first = group[0]!;
  return h("li", {}, h("span", { class: `pill ${gravity(first)}` }, statusOf(first)), " ",
    h("strong", {}, listed(group.map((cell) => cell.label), 5)), ": ",
    h("span", { class: "verbatim" }, first.reason || first.problems[0] || "no reason was given"));
}

function ofRuns(cells: Cell[], differences: Differences | null): HTMLElement[] {
  if (cells.length === 0) return [h("p", { class: "lead" }, "There is nothing to report on.")];
  const sound = cells.filter((cell) => gravity(cell) === "good").length;
  const lead = cells.length === 1 ? oneRun(cells[0]!)
    : `${count(cells.length, "run")}: ${sound === cells.length ? "all" : sound} completed and physically sound.`;
  const body: HTMLElement[] = [h("p", { class: "lead" }, lead)];
  if (differences) body.push(...differ(differences, cells));
  for (const cell of cells.slice(0, 12)) body.push(runCard(cell, cells.length > 1));
  if (cells.length > 12) body.push(h("p", {}, `The table below has the other ${cells.length - 12}.`));
  return body;
}

/** The numbers at the ends of two runs, and their curves, in which they differ. */
function differ({ numbers, curves }: Differences, cells: Cell[]): HTMLElement[] {
  if (numbers.length === 0 && curves.length === 0) return [h("p", {}, "The two runs are the same in every number.")];
  const names = cells.map((cell) => cell.label);
  const table = (caption: string, titles: string[], rows: { name: string; shown: string[] }[]) => h("div", { class: "scroll" },
    h("table", { class: "stacked" }, h("caption", {}, caption),
      h("thead", {}, h("tr", {}, ...["", ...titles].map((title, i) => h("th", { scope: "col", class: i > 0 ? "number" : undefined }, ...unbroken(title))))),
      h("tbody", {}, ...rows.map(({ name, shown }) => h("tr", {}, h("th", { scope: "row" }, ...breakable(name)),
        ...shown.map((text, i) => h("td", { class: "number", "data-head": titles[i] }, text)))))));
  const change = (first: number, second: number) => (first === 0 ? "–" : `${second > first ? "+" : ""}${percent((second - first) / Math.abs(first))}`);
  return [
    ...(numbers.length > 0 ? [table("Numbers at the end in which they differ", [...names, "change"],
      numbers.map(({ name, first, second }) => ({ name, shown: [inProse(first, 5), inProse(second, 5), change(first, second)] })))] : []),
    ...(curves.length > 0 ? [table("Curves over time that are farthest apart", ["largest difference", "of its size", "L2", "later by [s]"],
      curves.map((curve) => ({ name: curve.name, shown: [inProse(curve.largest, 3), percent(curve.of_size), inProse(curve.l2, 3),
        curve.later_s === null ? "–" : inProse(curve.later_s, 3)] })))] : []),
  ];
}

/** A name that may be broken behind its slashes and underscores. */
function breakable(name: string): (Node | string)[] {
  return name.split(/(?<=[/_])/).flatMap((part) => [part, h("wbr", {})]);
}

function oneRun(cell: Cell): string {
  const s = cell.summary;
  if (!s) return `${cell.label}: ${statusOf(cell)}.`;
  const until = s.time_s === null ? "" : ` to t = ${inProse(s.time_s)} s`;
  const steps = s.steps === null ? "" : ` in ${count(s.steps, "step")}`;
  const verdict = s.sound === null ? "" : s.sound ? " It is physically sound by the measures below."
    : " It is not shown to be physically sound: see below.";
  return `${cell.label} ran${until}${steps}${s.time_s !== null && s.end_time_s !== null && s.time_s < s.end_time_s
    ? ` of ${inProse(s.end_time_s)} s` : ""}.${verdict}`;
}

function runCard(cell: Cell, named: boolean): HTMLElement {
  const s = cell.summary;
  const lines = [...(cell.reason ? [cell.reason] : []), ...(s?.findings ?? []), ...cell.problems];
  return h("div", { class: "run" },
    h("p", { class: "chips" }, named && h("strong", {}, cell.label),
      h("span", { class: `pill ${gravity(cell)}` }, statusOf(cell)),
      s?.sound === true && h("span", { class: "pill good" }, "physically sound"),
      s?.sound === false && cell.status !== "unsound" && h("span", { class: "pill doubt" }, "not shown to be sound")),
    cell.description && h("p", { class: "quiet" }, cell.description),
    lines.length > 0 && h("ul", {}, ...lines.map((line) => h("li", {}, line))));
}
