// Lines over one axis, drawn by uPlot: zoom by dragging, numbers under the pointer, light or dark.

import uPlot from "uplot";
import { styled } from "./colours";
import { h } from "./dom";
import { commonPower, nameAndUnit, number, powerOfTen, ticks, withUnit } from "./format";
import { onTheme } from "./theme";

export interface Line {
  label: string;
  x: Float64Array | number[];
  y: (number | null)[];
  colour: () => string;
  dash: number[];
  marks?: boolean;   // points are shown, not only the line between them
  hidden?: boolean;
}

export interface ChartOptions {
  x: string;          // names of columns or quantities: "time_s"
  y: string;
  logX?: boolean;
  logY?: boolean;
  height?: number;
}

type Axes = "x" | "y";

/** A chart that is drawn anew with other lines, another width and another theme. */
export class Chart {
  readonly element = h("div", { class: "chart" });
  private readonly caption = h("p", { class: "axis-name" });
  private readonly under = h("p", { class: "axis-name below" });
  private readonly readout = h("p", { class: "readout" });
  private readonly place = h("div", { class: "plot" });
  private plot: uPlot | null = null;
  private lines: Line[] = [];
  private options: ChartOptions = { x: "", y: "" };
  private powers: Record<Axes, number> = { x: 0, y: 0 };

  constructor() {
    this.element.append(this.caption, this.place, this.under, this.readout);
    new ResizeObserver(() => {
      const width = this.place.clientWidth;
      if (this.plot && width > 0 && width !== this.plot.width) this.plot.setSize({ width, height: this.height() });
      else if (!this.plot && width > 0) this.redraw();
    }).observe(this.place);
    onTheme(() => this.redraw());
  }

  draw(lines: Line[], options: ChartOptions): void {
    this.lines = lines;
    this.options = options;
    this.redraw();
  }

  resetZoom(): void {
    if (this.plot) this.plot.setData(this.plot.data, true);
  }

  /** Shows or hides a line without a new drawing. */
  toggle(line: number, on: boolean): void {
    const known = this.lines[line];
    if (known) known.hidden = !on;
    this.plot?.setSeries(line + 1, { show: on });
  }

  private height(): number {
    return this.options.height ?? Math.max(260, Math.min(420, this.place.clientWidth * 0.55));
  }

  private redraw(): void {
    this.plot?.destroy();
    this.plot = null;
    this.readout.textContent = "";
    const width = this.place.clientWidth;
    if (width === 0 || this.lines.length === 0) return;
    const tables = this.lines.map((line) => [Array.from(line.x), line.y] as uPlot.AlignedData);
    // Where abscissae differ, undefined fills up and does not part a line; null does.
    const data = uPlot.join(tables);
    this.plot = new uPlot(this.settings(width), data, this.place);
    this.captions();
  }

  private settings(width: number): uPlot.Options {
    const { logX, logY } = this.options;
    return {
      width, height: this.height(), legend: { show: false }, padding: [8, 14, 0, 0],
      cursor: { drag: { x: true, y: true, uni: 24 }, points: { size: 6 },
                dataIdx: (plot, series, index) => nearest(plot.data[series], index) },
      scales: { x: { time: false, ...scale(logX) }, y: scale(logY) },
      axes: [this.axis("x"), this.axis("y")],
      series: [{}, ...this.lines.map((line): uPlot.Series => ({
        label: line.label, stroke: line.colour(), width: 1.6, dash: line.dash, show: !line.hidden,
        points: { show: line.marks ?? false, size: 7, fill: line.colour() },
      }))],
      hooks: { setCursor: [(plot) => this.read(plot)], drawAxes: [() => this.captions()] },
    };
  }

  private axis(axis: Axes): uPlot.Axis {
    const grid = { stroke: styled("--line"), width: 1 };
    const log = axis === "x" ? this.options.logX : this.options.logY;
    return {
      filter: (_plot, splits) => splits, stroke: styled("--quiet"), grid, ticks: { ...grid, size: 5 }, font: "12px system-ui, sans-serif",
      ...(axis === "x" ? { space: 64, size: 30 } : { size: (_plot: uPlot, values: string[] | null) =>
        18 + 7 * Math.max(2, ...(values ?? []).map((value) => (value ?? "").length)) }),
      values: (plot, splits) => {
        if (log) return logTicks(splits);
        const scale = plot.scales[axis];
        this.powers[axis] = commonPower(Math.max(Math.abs(scale?.min ?? 0), Math.abs(scale?.max ?? 0)));
        return ticks(splits, this.powers[axis]);
      },
    };
  }

  private captions(): void {
    const text = (axis: Axes, log?: boolean) => {
      const { name, unit } = nameAndUnit(this.options[axis]);
      const factor = !log && this.powers[axis] !== 0 ? powerOfTen(this.powers[axis]) + (unit ? " " : "") : "";
      return withUnit(name, factor + unit);
    };
    this.caption.textContent = text("y", this.options.logY);
    this.under.textContent = text("x", this.options.logX);
  }

  private read(plot: uPlot): void {
    const at = plot.cursor.idx;
    if (at === null || at === undefined) {
      this.readout.textContent = "";
      return;
    }
    const { name, unit } = nameAndUnit(this.options.x);
    const texts = [`${name} ${number(plot.data[0][at], 6)}${unit ? " " + unit : ""}`];
    this.lines.forEach((line, i) => {
      if (line.hidden || texts.length > 9) return;
      const index = nearest(plot.data[i + 1], at);
      const value = plot.data[i + 1]?.[index];
      if (value !== null && value !== undefined) texts.push(`${line.label}: ${number(value, 6)}`);
    });
    this.readout.textContent = texts.join("   ");
  }
}

/** A logarithmic scale ends a little beyond its values, not at the next power of ten. */
function scale(log?: boolean): uPlot.Scale {
  if (!log) return { distr: 1 };
  return { distr: 3, range: (_plot, low, high) => (low > 0 && high > 0 ? [low / 1.25, high * 1.25] : [0.1, 1]) };
}

/** Position of the value of a line that is nearest to a position of the common abscissa. */
function nearest(values: ArrayLike<number | null | undefined> | undefined, index: number): number {
  if (!values || values[index] !== undefined) return index;
  for (let d = 1; d < values.length; ++d) {
    if (index - d >= 0 && values[index - d] !== undefined) return index - d;
    if (index + d < values.length && values[index + d] !== undefined) return index + d;
  }
  return index;
}

/** Whole powers of ten have a text; where there are few of them, twice and five times those have one too. */
function logTicks(splits: number[]): string[] {
  const powers = splits.map((value) => Math.floor(Math.log10(value) + 1e-9));
  const leading = splits.map((value, i) => Math.round(value / 10 ** powers[i]!));
  const whole = leading.filter((digit) => digit === 1).length;
  const every = Math.max(1, Math.ceil(whole / 8));
  return splits.map((_, i) => {
    const digit = leading[i]!, power = powers[i]!;
    if (digit !== 1 && (whole > 2 || (digit !== 2 && digit !== 5))) return "";
    if (power % every !== 0) return "";
    if (Math.abs(power) <= 2) return String(Number((digit * 10 ** power).toPrecision(1)));
    return (digit === 1 ? "" : `${digit} × `) + powerOfTen(power);
  });
}
