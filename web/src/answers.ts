// What a study says, worked out from its table: how large a metric is, how far it is from the exact
// value, which axis changes it. No document here: sentences are made in sections/answer.ts.

import type { Axis, Cell, Metric, OrderRow, Study } from "./data";

export interface Extent {
  lowest: number;
  highest: number;
  at: [number, number];  // positions in the list of cells
}

/** Values of a metric, null where a cell has none. */
export function valuesOf(cells: Cell[], metric: string): (number | null)[] {
  return cells.map((cell) => finite(cell.metrics[metric]));
}

export function finite(value: number | null | undefined): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Exact value of a metric in a cell, if the study gives one. */
export function exactOf(cell: Cell, metric: Metric): number | null {
  return finite(cell.exact[metric.name]) ?? finite(metric.exact);
}

/** |value - exact| / |exact|, or for all cells the difference itself where the exact value of one is 0. */
export function errorOf(cell: Cell, metric: Metric): number | null {
  const value = finite(cell.metrics[metric.name]), exact = exactOf(cell, metric);
  if (value === null || exact === null) return null;
  return metric.absolute ? Math.abs(value - exact) : Math.abs(value - exact) / Math.abs(exact);
}

export function extent(values: (number | null)[]): Extent | null {
  let result: Extent | null = null;
  values.forEach((value, i) => {
    if (value === null) return;
    if (!result) result = { lowest: value, highest: value, at: [i, i] };
    if (value < result.lowest) (result.lowest = value), (result.at[0] = i);
    if (value > result.highest) (result.highest = value), (result.at[1] = i);
  });
  return result;
}

export interface Influence {
  axis: string;
  /** Largest relative change of the metric among cells that differ along this axis alone. */
  change: number;
  groups: number;
}

/** How much each axis changes a metric, the most influential first; axes without a comparison are left out. */
export function influences(cells: Cell[], axes: Axis[], metric: string): Influence[] {
  const values = valuesOf(cells, metric);
  const scale = Math.max(...values.map((v) => (v === null ? 0 : Math.abs(v))));
  if (!(scale > 0)) return [];
  const found: Influence[] = [];
  for (const axis of axes) {
    const others = axes.filter((other) => other !== axis);
    const groups = new Map<string, number[]>();
    cells.forEach((cell, i) => {
      const value = values[i];
      if (value === null || value === undefined) return;
      const key = JSON.stringify(others.map((other) => cell.axes[other.name] ?? null));
      groups.set(key, [...(groups.get(key) ?? []), value]);
    });
    const spreads = [...groups.values()].filter((group) => group.length > 1)
      .map((group) => (Math.max(...group) - Math.min(...group)) / scale);
    if (spreads.length > 0)
      found.push({ axis: axis.name, change: Math.max(...spreads), groups: spreads.length });
  }
  return found.sort((a, b) => b.change - a.change);
}

/** Whether smaller, larger or neither is better: the error where an exact value is known, time where it is one. */
export function goodness(cell: Cell, metric: Metric): number | null {
  const error = errorOf(cell, metric);
  if (error !== null) return error;
  return metric.timing ? finite(cell.metrics[metric.name]) : null;
}

/** The last slope of a row that is a number, and the cells that it lies between. */
export function lastSlope(row: OrderRow): { slope: number; between: [string, string] | null } | null {
  for (let k = row.slopes.length - 1; k >= 0; --k) {
    const slope = finite(row.slopes[k]);
    if (slope !== null) return { slope, between: row.between?.[k] ?? null };
  }
  return null;
}

/** How many observed orders of a study are beyond their limits. */
export function ordersNotAccepted(study: Study): number {
  return study.orders.flatMap((order) => order.rows).filter((row) => row.accepted === false).length;
}
