// The table of all cells: sorted by a click on a column's head, filtered by text, status and axes.

import { errorOf, finite, goodness } from "../answers";
import type { Cell, Metric, Study } from "../data";
import { button, choice, h, tick, unbroken } from "../dom";
import { count, nameAndUnit, number, percent, withUnit } from "../format";
import type { Section } from "../section";
import { gravity, statusOf, type Report } from "../state";

const firstRows = 200;  // a longer table is shown whole when somebody asks

interface TableColumn {
  head: string;
  numeric: boolean;
  value(cell: Cell): string | number | null;
  shown?(cell: Cell): string;
  /** Smaller is better, where there is such a thing. */
  rank?(cell: Cell): number | null;
  /** Ranks that differ by no more tie: the scatter of times. */
  spread?: number;
  /** Of what round-off is a part: 1 where ranks are parts of the exact value, else the largest rank. */
  scale?: number;
}

export const table: Section = {
  id: "table",
  title: "Table",
  build(report) {
    const groups = report.groups();
    return h("div", {}, ...groups.map(({ study, cells }) => h("div", { class: "group" },
      groups.length > 1 && h("h3", {}, study?.name ?? "Runs"), new CellTable(report, study, cells).element)));
  },
};

function columnsOf(study: Study | null, cells: Cell[]): TableColumn[] {
  const columns: TableColumn[] = study
    ? study.axes.map((axis) => ({ head: axis.name, numeric: false, value: (cell) => cell.axes[axis.name] ?? "" }))
    : [{ head: "run", numeric: false, value: (cell) => cell.label }];
  columns.push({ head: "status", numeric: false, value: (cell) => statusOf(cell) });
  for (const metric of study?.metrics ?? []) {
    const { name, unit } = nameAndUnit(metric.name);
    columns.push({ head: withUnit(name, metric.unit || unit), numeric: true, rank: (cell) => goodness(cell, metric),
      spread: metric.timing ? finite(metric.spread) ?? 0 : 0, scale: scaleOf(metric, cells),
      value: (cell) => finite(cell.metrics[metric.name]) });
    if (cells.some((cell) => errorOf(cell, metric) !== null))
      columns.push({ head: `error of ${name}`, numeric: true, value: (cell) => errorOf(cell, metric),
        shown: (cell) => {
          const error = errorOf(cell, metric);
          return error === null ? "" : metric.absolute ? number(error, 3) : `${number(100 * error, 2)} %`;
        } });
  }
  return study && study.metrics.length > 0 ? columns : [...columns, ...summaryColumns()];
}

function summaryColumns(): TableColumn[] {
  const change = (cell: Cell) => {
    const joules = cell.summary?.energy_change_J ?? null, part = cell.summary?.energy_change ?? null;
    return joules === null ? "" : part === null ? number(joules, 3) : `${number(joules, 3)} (${percent(part)})`;
  };
  return [
    { head: "time [s]", numeric: true, value: (cell) => cell.summary?.time_s ?? null },
    { head: "steps", numeric: true, value: (cell) => cell.summary?.steps ?? null },
    { head: "change of energy [J]", numeric: true, value: (cell) => cell.summary?.energy_change_J ?? null, shown: change },
    { head: "wall time [s]", numeric: true, value: (cell) => cell.summary?.wall_s ?? null },
  ];
}

class CellTable {
  readonly element = h("div", {});
  private readonly columns: TableColumn[];
  private readonly best: (number | null)[];
  private readonly more = button("", () => { this.most = Infinity; this.show(); }, { class: "more" });
  private readonly body = h("tbody", {});
  private readonly said = h("p", { class: "quiet", role: "status" });
  private readonly heads: HTMLTableCellElement[];
  private readonly rows = new Map<number, HTMLTableRowElement>();
  private readonly boxes = new Map<number, HTMLInputElement>();
  private readonly wanted = new Map<string, string>();
  private words = "";
  private order: { column: number; down: boolean } | null = null;
  private visible: number[] = [];
  private most = firstRows;

  constructor(private readonly report: Report, private readonly study: Study | null,
              private readonly cells: number[]) {
    const members = cells.map((i) => report.page.cells[i]!);
    this.columns = columnsOf(study, members);
    this.heads = this.columns.map((column, c) => h("th", { scope: "col", "aria-sort": "none",
      class: column.numeric ? "number" : undefined }, button(column.head, () => this.sort(c))));
    this.best = this.columns.map((column) => bestOf(column, members));
    this.element.append(this.controls(members), this.said,
      h("div", { class: "scroll" }, h("table", { class: "cells" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "pick" }, "curve"), ...this.heads)), this.body)), this.more);
    report.onChoice(() => this.boxes.forEach((box, i) => (box.checked = report.chosen.has(i))));
    this.show();
  }

  private controls(members: Cell[]): HTMLElement {
    const search = h("input", { type: "search", placeholder: "words that a row has", "aria-label": "Filter rows by words",
      input: () => { this.words = search.value.toLowerCase(); this.show(); } });
    const lists: [string, string[]][] = [["status", [...new Set(members.map(statusOf))]],
      ...(this.study?.axes ?? []).map((axis): [string, string[]] => [axis.name, axis.labels])];
    const selects = lists.filter(([, labels]) => labels.length > 1).map(([name, labels]) => choice(name,
      [{ value: "", text: "all" }, ...labels.map((label) => ({ value: "=" + label, text: label }))], "",
      (value) => { value ? this.wanted.set(name, value.slice(1)) : this.wanted.delete(name); this.show(); }));
    const pick = (on: boolean) => () => this.report.choose(
      this.visible.filter((i) => this.report.page.cells[i]!.history).slice(0, on ? 12 : undefined), on);
    return h("div", { class: "controls" }, h("label", { class: "field" }, h("span", {}, "filter"), search), ...selects,
      button("draw these (first 12)", pick(true)), button("draw none", pick(false)));
  }

  private row(i: number): HTMLTableRowElement {
    const known = this.rows.get(i);
    if (known) return known;
    const cell = this.report.page.cells[i]!, best = this.best;
    const label = tick("", this.report.chosen.has(i), (on) => this.report.choose([i], on));
    const box = label.querySelector("input")!;
    box.disabled = !cell.history;
    box.setAttribute("aria-label", `draw ${cell.label}`);
    this.boxes.set(i, box);
    const tds = this.columns.map((column, c) => {
      const value = column.value(cell);
      const text = column.shown?.(cell) ?? (typeof value === "number" ? number(value) : value ?? "");
      const rank = column.rank?.(cell) ?? null, least = best[c] ?? null;
      const isBest = gravity(cell) === "good" && rank !== null && least !== null && rank <= tied(column, least);
      const content = column.head === "status"
        ? h("span", { class: `pill ${gravity(cell)}`, title: cell.reason || undefined }, text) : column.numeric ? text || "–" : h("span", {}, ...unbroken(text || "–"));
      return h("td", { class: [column.numeric && "number", isBest && "best", text === "" && "none"].filter(Boolean).join(" ") || undefined,
        "data-head": column.head, title: isBest ? "best of this column" : undefined }, content);
    });
    const row = h("tr", { class: gravity(cell) }, h("td", { class: "pick", "data-head": "draw its curves" }, label), ...tds);
    this.rows.set(i, row);
    return row;
  }

  private sort(column: number): void {
    const down = this.order?.column === column && !this.order.down;
    this.order = { column, down };
    this.heads.forEach((head, c) => head.setAttribute("aria-sort",
      c !== column ? "none" : down ? "descending" : "ascending"));
    this.show();
  }

  private passes(cell: Cell): boolean {
    for (const [name, label] of this.wanted)
      if ((name === "status" ? statusOf(cell) : cell.axes[name]) !== label) return false;
    return this.words === "" || [cell.label, statusOf(cell), cell.reason, cell.folder]
      .some((text) => text.toLowerCase().includes(this.words));
  }

  private show(): void {
    this.visible = this.cells.filter((i) => this.passes(this.report.page.cells[i]!));
    if (this.order) {
      const { column, down } = this.order;
      const key = (i: number) => this.columns[column]!.value(this.report.page.cells[i]!);
      this.visible.sort((a, b) => compared(key(a), key(b), down));
    }
    this.body.replaceChildren(...this.visible.slice(0, this.most).map((i) => this.row(i)));
    this.more.hidden = this.visible.length <= this.most;
    this.more.textContent = `show all ${count(this.visible.length, "row")}`;
    this.said.textContent = this.visible.length === this.cells.length ? count(this.cells.length, "row")
      : this.visible.length === 0 ? "No row passes the filter." : `${this.visible.length} of ${count(this.cells.length, "row")}`;
  }
}

function scaleOf(metric: Metric, cells: Cell[]): number {
  const ofError = metric.best !== "least" && metric.best !== "greatest", parts = ofError && !metric.absolute && cells.some((cell) => errorOf(cell, metric) !== null);
  return parts ? 1 : Math.max(0, ...cells.map((cell) => Math.abs(goodness(cell, metric) ?? 0)));
}

function bestOf(column: TableColumn, cells: Cell[]): number | null {
  const ranks = cells.filter((cell) => gravity(cell) === "good").map((cell) => column.rank?.(cell) ?? null)
    .filter((rank) => rank !== null);
  const least = Math.min(...ranks);
  return ranks.some((rank) => rank > tied(column, least)) ? least : null;
}

/** Up to where a rank is as good as the best one: round-off decides nothing, nor what times scatter by. */
function tied(column: TableColumn, least: number): number {
  return least + Math.max(1e-9 * (column.scale ?? 1), column.spread ?? 0);
}

/** What is missing comes last, whichever way one sorts. */
function compared(a: string | number | null, b: string | number | null, down: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const order = typeof a === "number" && typeof b === "number" ? a - b
    : String(a).localeCompare(String(b), "en", { numeric: true });
  return down ? -order : order;
}
