// Histories of several cells over each other: what to draw, over what, linear or logarithmic.

import { Chart, type Line } from "../chart";
import { colour, dash } from "../colours";
import type { Cell, History, Page } from "../data";
import { inflate, unshuffled } from "../decode";
import { button, choice, h, tick } from "../dom";
import { count, nameAndUnit, withUnit } from "../format";
import type { Section } from "../section";
import type { Report } from "../state";
import { onTheme } from "../theme";

/** Columns that are drawn together. */
const families: [string, string[]][] = [
  ["energies", ["total_energy_J", "kinetic_energy_J", "strain_energy_J", "external_energy_J"]],
  ["account of energy", ["contact_gain_J", "integration_gain_J", "step_change_J"]],
  ["linear momentum", ["linear_momentum_x_kg_m_per_s", "linear_momentum_y_kg_m_per_s"]],
  ["impulse of supports", ["support_impulse_x_N_s", "support_impulse_y_N_s"]],
  ["wall time", ["wall_elements_s", "wall_detection_s", "wall_solver_s", "wall_output_s"]],
];
const mostLines = 24;

export const curves: Section = {
  id: "curves",
  title: "Curves",
  build(report) {
    const drawn = report.page.cells.filter((cell) => cell.history);
    if (drawn.length === 0) return "No cell has a history that can be drawn.";
    return new Curves(report, drawn).element;
  },
};

class Curves {
  readonly element = h("div", {});
  private readonly chart = new Chart();
  private readonly legend = h("div", { class: "legend" });
  private readonly said = h("p", { class: "quiet" });
  private readonly hidden = new Set<string>();
  private readonly series = new Map<number, Promise<Map<string, Float64Array>>>();
  private columns: string[];
  private over = "time_s";
  private log = false;
  private turn = 0;

  constructor(private readonly report: Report, drawn: Cell[]) {
    const names = moving(report.page, drawn);
    const together = families.map(([name, columns]) => ({ name, columns: columns.filter((c) => names.includes(c)) }))
      .filter(({ columns }) => columns.length > 1);
    const single = drawn.length === 1 && together[0] ? together[0].columns : null;
    this.columns = single ?? [names.includes("total_energy_J") ? "total_energy_J" : names[0] ?? "time_s"];
    const choices = [
      ...together.map(({ name, columns }) => ({ value: columns.join(","), text: name, group: "together" })),
      ...names.map((name) => {
        const { name: words, unit } = nameAndUnit(name);
        return { value: name, text: withUnit(words, unit), group: "one column" };
      })];
    this.element.append(h("div", { class: "controls" },
      choice("draw", choices, this.columns.join(","), (value) => { this.columns = value.split(","); this.draw(); }),
      choice("over", [{ value: "time_s", text: "time" }, { value: "step", text: "steps" }], "time_s",
        (value) => { this.over = value; this.draw(); }),
      tick("logarithmic", false, (on) => { this.log = on; this.draw(); }),
      button("whole range", () => this.chart.resetZoom())),
      this.chart.element, this.legend, this.said);
    report.onChoice(() => this.draw());
    onTheme(() => this.draw());
    this.draw();
  }

  private seriesOf(i: number): Promise<Map<string, Float64Array>> {
    let series = this.series.get(i);
    if (!series) this.series.set(i, (series = unpacked(this.report.page, this.report.page.cells[i]!.history!)));
    return series;
  }

  private async draw(): Promise<void> {
    const turn = ++this.turn;
    const cells = [...this.report.chosen].filter((i) => this.report.page.cells[i]!.history).sort((a, b) => a - b);
    const fits = cells.slice(0, Math.max(1, Math.floor(mostLines / this.columns.length)));
    const all = await Promise.all(fits.map((i) => this.seriesOf(i)));
    if (turn !== this.turn) return;  // somebody asked for something else meanwhile
    const lines = fits.flatMap((i, n) => this.linesOf(this.report.page.cells[i]!, all[n]!, n, fits.length));
    const negative = this.log && lines.some((line) => line.y.some((y) => y !== null && y < 0));
    if (this.log) for (const line of lines) line.y = line.y.map((y) => (y === null || y === 0 ? null : Math.abs(y)));
    const unit = nameAndUnit(this.columns[0]!).unit;
    const name = this.columns.length === 1 ? this.columns[0]! : `${this.familyName()}${unit ? "_" + unitEnding(this.columns[0]!) : ""}`;
    this.chart.draw(lines, { x: this.over, y: name, logY: this.log });
    this.drawLegend(lines);
    this.say(fits.map((i) => this.report.page.cells[i]!), cells.length, negative);
  }

  private familyName(): string {
    return families.find(([, columns]) => columns.includes(this.columns[0]!))?.[0] ?? "";
  }

  private linesOf(cell: Cell, series: Map<string, Float64Array>, n: number, cells: number): Line[] {
    const x = series.get(this.over);
    if (!x) return [];
    return this.columns.flatMap((column, c) => {
      const y = series.get(column);
      if (!y) return [];
      const words = nameAndUnit(column).name;
      const label = cells === 1 && this.columns.length > 1 ? words
        : this.columns.length > 1 ? `${cell.label}: ${words}` : cell.label;
      const hue = cells === 1 ? c : n;
      return [{ label, x, y: Array.from(y, (v) => (Number.isFinite(v) ? v : null)), colour: () => colour(hue),
        dash: cells === 1 ? dash(hue) : c > 0 ? [[], [7, 4], [2, 3], [10, 3, 2, 3]][c % 4]! : dash(hue),
        hidden: this.hidden.has(label) }];
    });
  }

  private drawLegend(lines: Line[]): void {
    this.legend.replaceChildren(...lines.map((line, i) => {
      const swatch = h("canvas", { width: 44, height: 8, class: "swatch" });
      const paint = swatch.getContext("2d");
      if (paint) {
        paint.setLineDash(line.dash);
        paint.strokeStyle = line.colour();
        paint.lineWidth = 4;
        paint.beginPath(), paint.moveTo(0, 4), paint.lineTo(44, 4), paint.stroke();
      }
      const entry: HTMLButtonElement = h("button", { type: "button", "aria-pressed": line.hidden ? "false" : "true",
        title: "show or hide this curve", click: () => {
          const on = this.hidden.delete(line.label);
          if (!on) this.hidden.add(line.label);
          entry.setAttribute("aria-pressed", on ? "true" : "false");
          this.chart.toggle(i, on);
        } }, swatch, h("span", {}, line.label));
      return entry;
    }));
  }

  private say(cells: Cell[], wanted: number, negative: boolean): void {
    const texts: string[] = [];
    if (cells.length === 0) texts.push("No cell is chosen: tick some in the table.");
    if (cells.length < wanted) texts.push(`The first ${cells.length} of ${wanted} chosen cells are drawn.`);
    const thinned = cells.filter((cell) => cell.history!.envelope);
    if (thinned.length > 0)
      texts.push(`Of ${count(Math.max(...thinned.map((cell) => cell.history!.rows)), "row")} the lowest and highest ` +
        `values of ranges of rows are drawn, ${count(Math.max(...thinned.map((cell) => cell.history!.points)), "point")} per curve: no extreme is lost.`);
    if (this.columns.some((column) => column.startsWith("force_on_") && !/_(CFC_\d+|at_[\d.e+-]+_Hz)_N$/.test(column)))
      texts.push("Forces are means over the time between two rows; tactus report with --filter smooths them without a shift.");
    if (negative) texts.push("Sizes are drawn: some values are negative.");
    if (cells.length > 0) texts.push("Drag across the picture to zoom; a double click shows everything again.");
    this.said.textContent = texts.join(" ");
  }
}

function unitEnding(column: string): string {
  return column.slice(nameAndUnit(column).name.length + 1);
}

/** Columns that change in some cell: the others have nothing to show. */
function moving(page: Page, cells: Cell[]): string[] {
  const found = new Set<number>();
  for (const cell of cells)
    for (const column of cell.history!.columns) if (column.constant === undefined) found.add(column.name);
  return page.columns.filter((name, i) => found.has(i) && name !== "step" && name !== "time_s");
}

/** All columns of a history as numbers. */
async function unpacked(page: Page, history: History): Promise<Map<string, Float64Array>> {
  const floats = new Float32Array(unshuffled(await inflate(history.data), 4));
  const series = new Map<string, Float64Array>();
  let from = 0;
  for (const column of history.columns) {
    const values = new Float64Array(history.points);
    if (column.constant !== undefined) values.fill(column.constant);
    else {
      for (let i = 0; i < history.points; ++i) values[i] = floats[from + i]! + (column.offset ?? 0);
      from += history.points;
    }
    series.set(page.columns[column.name]!, values);
  }
  return series;
}
