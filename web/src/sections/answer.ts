// The answer in words first: what was compared, what came out, what is not sound and why.

import { errorOf, extent, finite, influences, lastSlope, ordersNotAccepted, valuesOf } from "../answers";
import type { Cell, Metric, Order, OrderRow, Study } from "../data";
import { h } from "../dom";
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
      const body = study ? ofStudy(study, members) : ofRuns(members);
      return h("div", { class: "answer" }, groups.length > 1 && h("h3", {}, study?.name ?? "Runs"), ...body);
    }), notes(report));
  },
};

function notes(report: Report): HTMLElement | false {
  return report.page.notes.length > 0 &&
    h("ul", { class: "notes" }, ...report.page.notes.map((note) => h("li", {}, note)));
}

function ofStudy(study: Study, cells: Cell[]): HTMLElement[] {
  const usable = cells.filter((cell) => gravity(cell) === "good" || gravity(cell) === "doubt");
  const body: HTMLElement[] = [h("p", { class: "lead" }, outcome(study, cells))];
  if (study.description) body.push(h("p", {}, study.description));
  body.push(facts(cells, ordersNotAccepted(study)));
  const cameOutOfIt: HTMLElement[] = [];
  const metrics = study.metrics.filter((metric) => !metric.timing);
  if (metrics.length > 0)
    cameOutOfIt.push(h("ul", {}, ...metrics.map((metric) => h("li", {}, ...cameOut(metric, usable, study, cells.length)))));
  const orders = study.orders.map((order) => orderInWords(order)).filter((text) => text !== "");
  if (orders.length > 0) cameOutOfIt.push(h("ul", {}, ...orders.map((text) => h("li", {}, text))));
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
  const beyond = orders === 0 ? "" : orders === 1 ? " An observed order of convergence is not accepted."
    : ` ${orders} observed orders of convergence are not accepted.`;
  if (good === cells.length) return `${count(cells.length, "cell")}${what}: all came to a result that can be used.${beyond}`;
  const parts = [`${good} with a result that can be used as it is`];
  if (idle > 0) parts.push(`${idle} whose parts do not fit together`);
  if (good + idle < cells.length) parts.push(`${cells.length - good - idle} that cannot be used as they are, for the reasons below`);
  return `${count(cells.length, "cell")}${what}: ${listed(parts)}.${beyond}`;
}

/** Counts by status, as chips. */
function facts(cells: Cell[], orders = 0): HTMLElement {
  const counts = new Map<string, { cell: Cell; n: number }>();
  for (const cell of cells) {
    const known = counts.get(cell.status);
    known ? ++known.n : counts.set(cell.status, { cell, n: 1 });
  }
  return h("p", { class: "chips" }, ...[...counts.values()].sort((a, b) => b.n - a.n).map(({ cell, n }) =>
    h("span", { class: `pill ${gravity(cell)}` }, `${n} ${statusOf(cell)}`)),
    orders > 0 && h("span", { class: "pill doubt" }, `${count(orders, "order")} not accepted`));
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

function cameOut(metric: Metric, cells: Cell[], study: Study, all: number): (Node | string)[] {
  const values = valuesOf(cells, metric.name);
  const range = extent(values);
  const name = h("strong", {}, nameAndUnit(metric.name).name);
  if (!range) return [name, ": no cell has a value."];
  const sentences: string[] = [];
  const [low, high] = range.at.map((i) => cells[i]!.label);
  const spread = (range.highest - range.lowest) / Math.max(Math.abs(range.lowest), Math.abs(range.highest));
  const known = values.filter((value) => value !== null).length;
  const where = known === 1 ? "in the only cell with a value" : known === all ? "in every cell" : `in the ${known} cells with a value`;
  if (!(spread > 0)) sentences.push(` is ${quantity(range.lowest, metric)} ${where}.`);
  else if (spread < 1e-3) sentences.push(` is ${quantity(range.highest, metric)} ${where}, to within ${percent(spread)}.`);
  else sentences.push(` goes from ${quantity(range.lowest, metric)} (${low}) to ${quantity(range.highest, metric)} (${high}).`);
  sentences.push(...againstExact(metric, cells), ...accepted(metric, cells));
  const parts = influences(cells, study.axes, metric.name);
  if (parts.length > 0 && range.lowest !== range.highest) sentences.push(influenceInWords(parts));
  return [name, sentences.join(" ")];
}

function againstExact(metric: Metric, cells: Cell[]): string[] {
  const errors = extent(cells.map((cell) => errorOf(cell, metric)));
  if (!errors) return [];
  const exact = finite(metric.exact);
  const what = exact === null ? "the exact value of each cell" : `the exact ${quantity(exact, metric)}`;
  const size = (error: number) => (metric.absolute ? quantity(error, metric) : percent(error));
  if (size(errors.lowest) === size(errors.highest)) return [`It is ${size(errors.lowest)} off ${what}.`];
  const [best, worst] = errors.at.map((i) => cells[i]!.label);
  return [`It is between ${size(errors.lowest)} (${best}) and ${size(errors.highest)} (${worst}) off ${what}.`];
}

function accepted(metric: Metric, cells: Cell[]): string[] {
  if (!metric.accept) return [];
  const limit = Object.entries(metric.accept).map(([kind, value]) => typeof value !== "number" ? `${kind} ${JSON.stringify(value)}`
    : kind === "relative" ? `a distance of up to ${percent(value)}`
    : kind === "absolute" ? `a distance of up to ${quantity(value, metric)}`
    : `what is ${kind} ${quantity(value, metric)}`);
  const judged = cells.filter((cell) => errorOf(cell, metric) !== null).length;
  return judged > 0 ? [`Accepted is ${listed(limit)}.`] : [];
}

function influenceInWords(parts: { axis: string; change: number }[]): string {
  const matter = parts.filter((part) => part.change > 1e-9);
  const rest = parts.filter((part) => part.change <= 1e-9).map((part) => part.axis);
  const words = matter.map((part) => `${part.axis} (up to ${percent(part.change)})`);
  const idle = rest.length > 0 ? ` Cells that differ in ${rest.length > 1 ? "one of " : ""}${listed(rest)} alone give the same to nine digits.` : "";
  return words.length > 0 ? `It changes with ${listed(words)}.${idle}` : idle.trim();
}

/** Says the last slope of each row that has one; which rows are beyond their limits, and which have none. */
function orderInWords(order: Order): string {
  const known = order.rows.flatMap((row) => {
    const last = lastSlope(row);
    return last === null ? [] : [{ ...last, row, label: joined(row.axes) }];
  });
  const what = `The observed order of ${nameAndUnit(order.of).name} along ${order.along}`;
  if (known.length === 0) return `${what} cannot be had: too few cells have a value.${verdict(order)}`;
  const pair = known[0]!.between;
  const same = pair && known.every(({ between }) => between?.join() === pair.join());
  const over = same ? `, over the last pair with values (${pair[0]} to ${pair[1]}), is` : ", over the last pair with values, is";
  if (known.length > 1 && known.length <= 4)
    return `${what}${over} ${listed(known.map(({ slope, label }) => `${slope.toFixed(2)} (${label})`))}.${verdict(order)}`;
  const last = known.map(({ slope }) => slope);
  const low = Math.min(...last), high = Math.max(...last);
  const range = low.toFixed(2) === high.toFixed(2) ? low.toFixed(2) : `${low.toFixed(2)} to ${high.toFixed(2)}`;
  return `${what}${over} ${range}.${verdict(order)}`;
}

function verdict(order: Order): string {
  const refused = order.rows.filter((row: OrderRow) => row.accepted === false);
  if (refused.length === 0) return "";
  const limits = Object.entries(order.accept ?? {}).map(([kind, value]) => `${kind} ${JSON.stringify(value)}`);
  const which = order.rows.length === 1 ? "This" : listed(refused.map((row) => joined(row.axes)), 5);
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
  const all = [...groups.values()];
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

function ofRuns(cells: Cell[]): HTMLElement[] {
  if (cells.length === 0) return [h("p", { class: "lead" }, "There is nothing to report on.")];
  const sound = cells.filter((cell) => gravity(cell) === "good").length;
  const lead = cells.length === 1 ? oneRun(cells[0]!)
    : `${count(cells.length, "run")}: ${sound === cells.length ? "all" : sound} completed and physically sound.`;
  const body: HTMLElement[] = [h("p", { class: "lead" }, lead)];
  for (const cell of cells.slice(0, 12)) body.push(runCard(cell, cells.length > 1));
  if (cells.length > 12) body.push(h("p", {}, `The table below has the other ${cells.length - 12}.`));
  return body;
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
