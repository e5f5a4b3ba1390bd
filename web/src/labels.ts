// Labels of axes as they are shown. A value that a program has computed may have digits of rounding
// (0.31416000000000005); a label leaves them out, unless two labels of an axis would then be the same.

import type { Page, Study } from "./data";

const digits = 12;
const long = /(?<![\w.])-?\d+\.\d{11,}(?:e[-+]?\d+)?(?![\w.])/g;

function short(text: string): string {
  return text.replace(long, (number) => String(Number(Number(number).toPrecision(digits))));
}

function values(record: Record<string, string>, kept: Set<string>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([axis, label]) => [axis, kept.has(axis) ? label : short(label)]));
}

/** Shortens the labels of a page wherever they stand. */
export function shortenLabels(page: Page): void {
  page.studies.forEach((study, s) => {
    const kept = new Set(study.axes.filter(({ labels }) => new Set(labels.map(short)).size < new Set(labels).size).map(({ name }) => name));
    shortenStudy(study, kept);
    for (const cell of page.cells.filter((one) => one.study === s)) {
      if (kept.size === 0) cell.label = short(cell.label);
      cell.axes = values(cell.axes, kept);
    }
  });
}

function shortenStudy(study: Study, kept: Set<string>): void {
  for (const axis of study.axes) if (!kept.has(axis.name)) axis.labels = axis.labels.map(short);
  if (study.baseline) study.baseline = values(study.baseline, kept);
  const groups: { rows: { axes: Record<string, string> }[] }[] = [...study.orders, ...(study.means ?? [])];
  for (const { rows } of groups) for (const row of rows) row.axes = values(row.axes, kept);
  for (const order of study.orders)
    for (const row of kept.has(order.along) ? [] : order.rows)
      for (const one of row.observed) one.cells = one.cells.map(short);
  if (study.answer && kept.size === 0) study.answer = study.answer.map(({ metric, says }) => ({ metric, says: short(says) }));
}
