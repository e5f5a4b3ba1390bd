// A metric over two axes, as a table whose cells are coloured; the other axes are held.

import { errorOf, finite } from "../answers";
import { css, inkOn, measured } from "../colours";
import type { Axis, Cell, Metric, Study } from "../data";
import { choice, h, tick, unbroken } from "../dom";
import { digitsBeyond, nameAndUnit, number, percent, withUnit } from "../format";
import type { Section } from "../section";
import { gravity, statusOf, type Report } from "../state";

export const heatMap: Section = {
  id: "heat",
  title: "Heat map",
  build(report) {
    const parts = report.page.studies.flatMap((study, s) => {
      const axes = study.axes.filter((axis) => axis.labels.length > 1);
      if (axes.length < 2 || study.metrics.length === 0) return [];
      return [h("div", { class: "group" }, report.page.studies.length > 1 && h("h3", {}, study.name),
        new HeatMap(report, study, s, axes).element)];
    });
    return parts.length > 0 ? h("div", {}, ...parts) : "A heat map takes a study with two axes and a metric.";
  },
};

class HeatMap {
  readonly element = h("div", {});
  private readonly place = h("div", {});
  private readonly others = h("div", { class: "controls" });
  private readonly cells: Cell[];
  private metric: Metric;
  private error: boolean;
  private log = false;
  private down: Axis;
  private across: Axis;
  private readonly held = new Map<string, string>();

  constructor(report: Report, private readonly study: Study, s: number, private readonly axes: Axis[]) {
    this.cells = report.cellsOf(s).map((i) => report.page.cells[i]!);
    this.metric = study.metrics[0]!;
    this.error = this.hasErrors();
    [this.down, this.across] = this.changing() as [Axis, Axis];
    for (const axis of study.axes) this.held.set(axis.name, study.baseline?.[axis.name] ?? axis.labels[0] ?? "");
    const names = axes.map((axis) => ({ value: axis.name, text: axis.name }));
    const metrics = study.metrics.map((metric) => ({ value: metric.name, text: nameAndUnit(metric.name).name }));
    this.element.append(h("div", { class: "controls" },
      choice("metric", metrics, this.metric.name, (value) => this.set(() => this.metric = study.metrics.find((m) => m.name === value)!)),
      choice("down", names, this.down.name, (value) => this.set(() => this.take(value, "down"))),
      choice("across", names, this.across.name, (value) => this.set(() => this.take(value, "across"))),
      study.metrics.some((metric) => this.cells.some((cell) => errorOf(cell, metric) !== null)) &&
        tick("error instead of value", this.error, (on) => this.set(() => (this.error = on))),
      tick("logarithmic", false, (on) => this.set(() => (this.log = on)))), this.others, this.place);
    this.set(() => undefined);
  }

  /** The two axes along which the metric changes most, in the order of the study. */
  private changing(): Axis[] {
    const changes = this.axes.map((axis) => {
      const lines = new Map<string, number[]>();
      for (const cell of this.cells) {
        const value = finite(cell.metrics[this.metric.name]), others = JSON.stringify({ ...cell.axes, [axis.name]: "" });
        if (value !== null) lines.set(others, [...(lines.get(others) ?? []), value]);
      }
      return Math.max(0, ...[...lines.values()].map((line) => Math.max(...line) - Math.min(...line)));
    });
    const [first, second] = this.axes.map((_, k) => k).sort((a, b) => changes[b]! - changes[a]! || a - b) as [number, number];
    return [this.axes[Math.min(first, second)]!, this.axes[Math.max(first, second)]!];
  }

  private hasErrors(): boolean {
    return this.cells.some((cell) => errorOf(cell, this.metric) !== null);
  }

  /** Two axes change places rather than be the same. */
  private take(name: string, which: "down" | "across"): void {
    const axis = this.axes.find((one) => one.name === name)!;
    const other = which === "down" ? "across" : "down";
    if (this[other] === axis) this[other] = this[which];
    this[which] = axis;
  }

  private set(change: () => void): void {
    change();
    for (const [i, axis] of [this.down, this.across].entries()) {
      const select = this.element.querySelectorAll<HTMLSelectElement>("select")[i + 1];
      if (select) select.value = axis.name;
    }
    const rest = this.study.axes.filter((axis) => axis !== this.down && axis !== this.across && axis.labels.length > 1);
    this.others.replaceChildren(...rest.map((axis) => choice(axis.name,
      axis.labels.map((label) => ({ value: label, text: label })), this.held.get(axis.name) ?? "",
      (value) => { this.held.set(axis.name, value); this.draw(); })));
    this.others.hidden = rest.length === 0;
    this.draw();
  }

  private at(row: string, column: string): Cell | undefined {
    return this.cells.find((cell) => this.study.axes.every((axis) => {
      const wanted = axis === this.down ? row : axis === this.across ? column
        : axis.labels.length > 1 ? this.held.get(axis.name) : cell.axes[axis.name];
      return cell.axes[axis.name] === wanted;
    }));
  }

  private value(cell: Cell | undefined): number | null {
    if (!cell) return null;
    return this.error && this.hasErrors() ? errorOf(cell, this.metric) : finite(cell.metrics[this.metric.name]);
  }

  private draw(): void {
    const grid = this.down.labels.map((row) => this.across.labels.map((column) => this.at(row, column)));
    const scale = (v: number) => (this.log ? Math.log10(Math.abs(v)) : v);
    const shown = grid.flat().map((cell) => this.value(cell)).filter((v) => v !== null);
    const values = shown.map(scale).filter((v) => Number.isFinite(v));
    const low = Math.min(...values), high = Math.max(...values);
    const same = !(high - low > 1e-6 * Math.max(Math.abs(low), Math.abs(high)));
    const part = (v: number) => (!same ? (Math.max(low, scale(v)) - low) / (high - low) : 0.5);
    const isError = this.error && this.hasErrors();
    const relative = isError && !this.metric.absolute;
    // Values that have different colours have different digits.
    const size = Math.max(...shown.map(Math.abs)), extent = same ? 0 : Math.max(...shown) - Math.min(...shown);
    const more = digitsBeyond(relative ? 2 : 4, size, extent);
    const text = (v: number) => (relative ? percent(v, more) : number(v, 4 + more));
    const { name, unit } = nameAndUnit(this.metric.name);
    const title = (this.log && shown.some((v) => v < 0) ? "size of " : "") + (isError ? `error of ${name}` : withUnit(name, this.metric.unit || unit));
    this.place.replaceChildren(h("div", { class: "scroll" }, h("table", { class: "heat" },
      h("caption", {}, `${title}; ${this.down.name} down, ${this.across.name} across`),
      h("thead", {}, h("tr", {}, h("th", {}), ...this.across.labels.map((label) => h("th", { scope: "col" }, ...unbroken(label))))),
      h("tbody", {}, ...grid.map((row, r) => h("tr", {}, h("th", { scope: "row" }, ...unbroken(this.down.labels[r]!)),
        ...row.map((cell, c) => this.box(cell, text, part, this.across.labels[c]!))))))),
    values.length > 1 && !same ? colourBar(text(this.log ? 10 ** low : low), text(this.log ? 10 ** high : high))
      : values.length > 0 ? h("p", { class: "quiet" }, "All values are the same to six digits.")
      : h("p", { class: "quiet" }, "No cell of this part has a value."));
  }

  private box(cell: Cell | undefined, text: (v: number) => string, part: (v: number) => number,
              column: string): HTMLElement {
    const value = this.value(cell);
    const head = { "data-head": column, title: cell ? `${cell.label}: ${statusOf(cell)}${cell.reason ? ", " + cell.reason : ""}` : "left out of the study" };
    if (value === null) return h("td", { class: "nothing", ...head }, cell ? statusOf(cell) : "not in the study");
    const box = h("td", { class: cell && gravity(cell) !== "good" ? "doubt" : undefined, ...head }, text(value));
    const fill = measured(part(value));
    box.style.backgroundColor = css(fill);
    box.style.color = inkOn(fill);
    return box;
  }
}

/** Viridis from low to high, with its ends in words. */
export function colourBar(low: string, high: string): HTMLElement {
  return h("p", { class: "bar" }, h("span", {}, low), h("span", { class: "viridis", role: "presentation" }), h("span", {}, high));
}
