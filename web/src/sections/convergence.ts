// Convergence: errors over the axis that is refined, or changes where no exact value is known, both
// logarithmic, and the observed orders with the cells that they are made of.

import { finite } from "../answers";
import { Chart, type Line } from "../chart";
import { colour, dash, styled } from "../colours";
import type { Order, OrderRow } from "../data";
import { h, unbroken } from "../dom";
import { inProse, joined, listed, nameAndUnit } from "../format";
import type { Section } from "../section";

export const convergence: Section = {
  id: "convergence",
  title: "Convergence",
  build(report) {
    const parts = report.page.studies.flatMap((study) => study.orders.map((order) => ofOrder(order)));
    return parts.length > 0 ? h("div", {}, ...parts)
      : "No study here asks for an order of convergence (a metric with \"order_of\").";
  },
};

interface Row extends OrderRow {
  label: string;
  ordinates: (number | null)[];
}

function ofOrder(order: Order): HTMLElement {
  const rows = order.rows.map((row): Row => ({ ...row, label: joined(row.axes) || order.of, ordinates: row.errors ?? row.changes ?? [] }));
  const part = h("div", { class: "group" },
    h("h3", {}, `${nameAndUnit(order.of).name} along ${order.along}`));
  const lines = rows.map((row, i) => lineOf(row, i)).filter((line) => line.y.some((y) => y !== null));
  const logX = rows.every(hasSteps);
  const guide = logX ? guideOf(rows, lines) : null;
  if (lines.length > 0) part.append(drawing(guide ? [...lines, guide] : lines, order, logX));
  part.append(orderTable(rows));
  return part;
}

function hasSteps(row: Row): boolean {
  return (row.steps?.length ?? 0) >= row.ordinates.length && (row.steps ?? []).every((step) => step !== null && step > 0);
}

/** A dashed line of the whole order that is nearest to the observed ones, below the curves. Changes of that order
    depend on both steps: h^p - h'^p. */
function guideOf(rows: Row[], lines: Line[]): Line | null {
  const orders = rows.flatMap((row) => (row.order === null ? [] : [row.order])).sort((a, b) => a - b);
  const p = Math.round(orders[Math.floor(orders.length / 2)] ?? 0);
  const model = rows.find((row) => row.order !== null && row.ordinates.length > 1);
  if (p < 1 || !model) return null;
  const steps = model.steps as number[];
  const sizes = model.ordinates.map((_, k) => model.changes ? steps[k]! ** p - steps[k + 1]! ** p : steps[k]! ** p);
  const points = sizes.map((y, k) => ({ x: steps[k]!, y })).filter(({ y }) => y > 0).sort((a, b) => a.x - b.x);
  const low = Math.min(...lines.flatMap((line) => line.y.map((y, k) => (y ?? Infinity) / (line.x[k] as number) ** p)));
  const own = Math.max(...points.map(({ x, y }) => y / x ** p));
  if (points.length < 2 || !Number.isFinite(low)) return null;
  return { label: `order ${p}`, x: points.map(({ x }) => x), y: points.map(({ y }) => 0.5 * low / own * y),
    colour: () => styled("--quiet"), dash: [4, 4] };
}

function lineOf(row: Row, i: number): Line {
  const known = hasSteps(row);
  const points = row.ordinates.map((size, k) => ({ x: known ? row.steps![k]! : k + 1, y: size !== null && size > 0 ? size : null }))
    .sort((a, b) => a.x - b.x);
  return { label: row.label, x: points.map((p) => p.x), y: points.map((p) => p.y), colour: () => colour(i),
    dash: dash(i), marks: true };
}

function drawing(lines: Line[], order: Order, logX: boolean): HTMLElement {
  const chart = new Chart();
  const measured = order.rows.some((row) => row.errors !== undefined);
  chart.draw(lines, { x: !logX ? `level of ${order.along}` : order.along.includes("step") ? order.along : `step along ${order.along}`,
    y: `${measured ? "error" : "change"} of ${order.of}`, logX, logY: true, height: 320 });
  const legend = h("div", { class: "legend" }, ...lines.map((line, i) => {
    const entry: HTMLButtonElement = h("button", { type: "button", "aria-pressed": "true", click: () => {
      const on = entry.getAttribute("aria-pressed") !== "true";
      entry.setAttribute("aria-pressed", String(on));
      chart.toggle(i, on);
    } }, h("span", { class: line.marks ? `dot dot${i % 8}` : "dot guide" }), h("span", {}, line.label));
    return entry;
  }));
  return h("div", {}, chart.element, legend);
}

/** Columns are the cells that an order is made of: rows whose cells fail may have others. */
function orderTable(rows: Row[]): HTMLElement {
  const cellsOf = (cells: string[]) => cells.join(", ");
  const columns = [...new Set(rows.flatMap((row) => row.observed.map(({ cells }) => cellsOf(cells))))];
  // The verdict on the finest cells stands below the label: a column of its own would not fit on a phone.
  const verdict = (row: Row) => row.accepted !== undefined &&
    h("div", {}, h("span", { class: `pill ${row.accepted ? "good" : "doubt"}` }, row.accepted ? "accepted" : "not accepted"));
  // Rows without an order, by the reason: what is said of many is said once.
  const without = new Map<string, string[]>();
  const say = (why: string, label: string) => without.set(why, [...(without.get(why) ?? []), label]);
  for (const row of rows) {
    for (const { none_because, cells } of row.observed) if (none_because) say(`no order from ${cellsOf(cells)}: ${none_because}.`, row.label);
    if (row.none_because) say(`no order: only ${row.none_because}.`, row.label);
  }
  const reasons = [...without].map(([why, labels]) => `${labels.length > 1 && labels.length === rows.length ? `All ${labels.length} have` : listed(labels) + (labels.length > 1 ? " have" : " has")} ${why}`);
  const limits = rows.flatMap((row) => row.extrapolated === null || row.uncertainty === null ? []
    : [`${row.label}: extrapolated ${inProse(row.extrapolated, 5)}; the finest value is uncertain by ${inProse(row.uncertainty, 2)}.`]);
  return h("div", {}, h("div", { class: "scroll" }, h("table", { class: "slopes" },
    h("caption", {}, `Observed orders, each from ${rows.some((row) => row.changes) ? "three" : "two"} cells`),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, ""), ...columns.map((cells) => h("th", { scope: "col", class: "number" }, ...unbroken(cells))))),
    h("tbody", {}, ...rows.map((row) => h("tr", { class: row.accepted === false ? "doubt" : undefined },
      h("th", { scope: "row" }, row.label, verdict(row)),
      ...columns.map((column) => {
        const order = finite(row.observed.find(({ cells }) => cellsOf(cells) === column)?.order);
        return h("td", { class: "number" }, order === null ? "–" : order.toFixed(2));
      })))))),
    limits.length + reasons.length > 0 && h("ul", { class: "quiet" }, ...[...limits, ...reasons].map((words) => h("li", {}, words))));
}
