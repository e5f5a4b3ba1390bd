// Convergence: errors over the axis that is refined, both logarithmic, and the slopes between pairs.

import { errorOf, finite, lastSlope } from "../answers";
import { Chart, type Line } from "../chart";
import { colour, dash, styled } from "../colours";
import type { Axis, Order, Study } from "../data";
import { h } from "../dom";
import { joined, listed, nameAndUnit } from "../format";
import type { Section } from "../section";
import type { Report } from "../state";

export const convergence: Section = {
  id: "convergence",
  title: "Convergence",
  build(report) {
    const parts = report.page.studies.flatMap((study, s) =>
      study.orders.map((order) => ofOrder(report, study, s, order)));
    return parts.length > 0 ? h("div", {}, ...parts)
      : "No study here asks for an order of convergence (a metric with \"order_of\").";
  },
};

interface Row {
  label: string;
  steps: (number | null)[];
  errors: (number | null)[];
  slopes: (number | null)[];
  between: [string, string][];
  accepted: boolean | null;
}

function ofOrder(report: Report, study: Study, s: number, order: Order): HTMLElement {
  const axis = study.axes.find((one) => one.name === order.along);
  const rows = order.rows.map((row): Row => {
    const label = joined(row.axes) || order.of;
    const measured = row.errors ? { steps: row.steps ?? [], errors: row.errors }
      : axis ? fromCells(report, study, s, order, row.axes, axis) : { steps: [], errors: [] };
    return { label, slopes: row.slopes, between: row.between ?? [], accepted: row.accepted ?? null, ...measured };
  });
  const part = h("div", { class: "group" },
    h("h3", {}, `${nameAndUnit(order.of).name} along ${order.along}`));
  const lines = rows.map((row, i) => lineOf(row, i)).filter((line) => line.y.some((y) => y !== null));
  const logX = rows.every(hasSteps);
  const last = order.rows.map((row) => lastSlope(row)?.slope ?? null).filter((slope) => slope !== null);
  const guide = logX ? guideOf(lines, last) : null;
  if (lines.length > 0) part.append(drawing(guide ? [...lines, guide] : lines, order, axis, logX));
  part.append(slopeTable(rows));
  return part;
}

/** Errors of the cells of one row: of those that have an exact value. */
function fromCells(report: Report, study: Study, s: number, order: Order, fixed: Record<string, string>,
                   axis: Axis): { steps: (number | null)[]; errors: (number | null)[] } {
  const metric = study.metrics.find((one) => one.name === order.of);
  const cells = report.cellsOf(s).map((i) => report.page.cells[i]!);
  const errors = axis.labels.map((label) => {
    const cell = cells.find((one) => one.axes[axis.name] === label &&
      Object.entries(fixed).every(([name, value]) => one.axes[name] === value));
    return cell && metric ? errorOf(cell, metric) : null;
  });
  return { steps: axis.values.map((value) => finite(value)), errors };
}

function hasSteps(row: Row): boolean {
  return row.steps.length === row.errors.length && row.steps.every((step) => step !== null && step > 0);
}

/** A dashed line of the whole order that is nearest to the slopes, below the curves. */
function guideOf(lines: Line[], slopes: number[]): Line | null {
  const middle = [...slopes].sort((a, b) => a - b)[Math.floor(slopes.length / 2)];
  const order = Math.round(middle ?? 0);
  const points = lines.flatMap((line) => Array.from(line.x).map((x, k) => ({ x, y: line.y[k] ?? null })))
    .filter((point): point is { x: number; y: number } => point.y !== null);
  if (order < 1 || points.length < 2) return null;
  const xs = points.map((point) => point.x), low = Math.min(...xs), high = Math.max(...xs);
  const factor = 0.5 * Math.min(...points.map((point) => point.y / point.x ** order));
  return { label: `order ${order}`, x: [low, high], y: [low, high].map((x) => factor * x ** order),
    colour: () => styled("--quiet"), dash: [4, 4] };
}

function lineOf(row: Row, i: number): Line {
  const known = hasSteps(row);
  const points = row.errors.map((error, k) => ({ x: known ? row.steps[k]! : k + 1, y: error !== null && error > 0 ? error : null }))
    .sort((a, b) => a.x - b.x);
  return { label: row.label, x: points.map((p) => p.x), y: points.map((p) => p.y), colour: () => colour(i),
    dash: dash(i), marks: true };
}

function drawing(lines: Line[], order: Order, axis: Axis | undefined, logX: boolean): HTMLElement {
  const chart = new Chart();
  const measured = order.rows.some((row) => row.errors !== undefined);
  chart.draw(lines, { x: !logX ? `level of ${order.along}` : measured ? (order.along.includes("step") ? order.along : `step along ${order.along}`) : axis?.name ?? order.along,
    y: measured ? `error of ${order.of}` : `relative error of ${nameAndUnit(order.of).name}`, logX, logY: true, height: 320 });
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

/** Columns are the pairs of cells that slopes lie between: rows whose cells fail may have pairs of their own. */
function slopeTable(rows: Row[]): HTMLElement {
  const pairOf = (row: Row, k: number) => row.between[k] ? row.between[k]!.join(" to ") : `pair ${k + 1}`;
  const pairs = [...new Set(rows.flatMap((row) => row.slopes.map((_, k) => pairOf(row, k))))];
  // The verdict on the last slope stands below the label: a column of its own would not fit on a phone.
  const verdict = (row: Row) => row.accepted !== null &&
    h("div", {}, h("span", { class: `pill ${row.accepted ? "good" : "doubt"}` }, row.accepted ? "accepted" : "not accepted"));
  const missing = rows.filter((row) => row.slopes.every((slope) => slope === null)).map((row) => row.label);
  return h("div", {}, h("div", { class: "scroll" }, h("table", { class: "slopes" },
    h("caption", {}, "Observed orders: slopes between neighbours"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, ""), ...pairs.map((pair) => h("th", { scope: "col", class: "number" }, pair)))),
    h("tbody", {}, ...rows.map((row) => h("tr", { class: row.accepted === false ? "doubt" : undefined },
      h("th", { scope: "row" }, row.label, verdict(row)),
      ...pairs.map((pair) => {
        const slope = finite(row.slopes[row.slopes.findIndex((_, k) => pairOf(row, k) === pair)]);
        return h("td", { class: "number" }, slope === null ? "–" : slope.toFixed(2));
      })))))),
    missing.length > 0 && h("p", { class: "quiet" }, `No order can be had of ${listed(missing)}: too few cells with a value.`));
}
