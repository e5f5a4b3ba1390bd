// What a study says, worked out from its table: how large a metric is, how far it is from the exact
// value. No document here; sentences about metrics come with the data (apps/study/answer.cpp).

import type { Cell, Metric, Study } from "./data";

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

/** What is smaller the better a cell is: what the study calls the best, else the error where an exact value is known, or a time. */
export function goodness(cell: Cell, metric: Metric): number | null {
  const value = finite(cell.metrics[metric.name]);
  if (metric.best === "none" || value === null || (metric.timing && finite(metric.spread) === null)) return null;
  if (metric.best === "least") return value;
  if (metric.best === "greatest") return -value;
  const error = errorOf(cell, metric);
  if (error !== null) return error;
  return metric.timing ? value : null;
}

/** How many means of a study are beyond their limits. */
export function meansNotAccepted(study: Study): number {
  return (study.means ?? []).flatMap((mean) => mean.rows).filter((row) => row.accepted === false).length;
}

/** How many observed orders of a study are beyond their limits. */
export function ordersNotAccepted(study: Study): number {
  return study.orders.flatMap((order) => order.rows).filter((row) => row.accepted === false).length;
}
