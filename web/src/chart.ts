// Lines over one axis, drawn by uPlot: zoom by dragging, numbers under the pointer, light or dark.

import uPlot from "uplot";
import { ends, placeOf, ticksBetween, type Scale, type Tick } from "./axis";
import { styled } from "./colours";
import { h } from "./dom";
import { commonPower, nameAndUnit, number, powerOfTen, withUnit } from "./format";
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

const font = "12px system-ui, sans-serif";
const beside = 14;  // px from the left of a y label to the left of the picture, its tick included

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
  private values: uPlot.AlignedData = [[]];  // as given; the plot has their places on the scales
  private scales: Record<Axes, Scale> = { x: { log: false, power: 0 }, y: { log: false, power: 0 } };
  private shown: Record<Axes, Tick[]> = { x: [], y: [] };
  private room: Record<Axes, number> = { x: 0, y: 0 };
  private readonly pen = document.createElement("canvas").getContext("2d")!;

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
    this.pen.font = font;
    this.values = uPlot.join(this.lines.map((line) => {
      const kept = Array.from(line.x, (_, k) => k).filter((k) => canStand(line.x[k]!, this.options.logX));
      return [kept.map((k) => line.x[k]!), kept.map((k) => line.y[k] ?? null)] as uPlot.AlignedData;
    }));
    const [x, ...ys] = this.values;
    this.scales = { x: scaleOf([x], this.options.logX), y: scaleOf(ys, this.options.logY) };
    const places = [Array.from(x, (value) => placeOf(value, this.scales.x)),
      ...ys.map((values) => Array.from(values, (value) => placeOf(value, this.scales.y)))] as uPlot.AlignedData;
    this.captions();
    if (places.slice(1).every((line) => Array.from(line as (number | null)[]).every((place) => place === null || place === undefined))) {
      this.readout.textContent = `There is no value to draw${this.options.logX || this.options.logY ? ": on a logarithmic axis it would be above zero" : ""}.`;
      return;
    }
    // Where abscissae differ, undefined fills up and does not part a line; null does.
    this.plot = new uPlot(this.settings(width), places, this.place);
  }

  private settings(width: number): uPlot.Options {
    const marks = this.lines.some((line) => line.marks);
    const padded = (low: number | null, high: number | null, axis: Axes, part: number): [number, number] =>
      low === null || high === null ? [0, 1] : ends(low, high, this.scales[axis], part);
    return {
      width, height: this.height(), legend: { show: false }, padding: [10, () => this.overhang(), 0, 0],
      cursor: { drag: { x: true, y: true, uni: 24 }, points: { size: 6 },
                dataIdx: (plot, series, index) => nearest(plot.data[series], index) },
      scales: {
        x: { time: false, distr: 1, range: (plot, low, high) => {
          // What a reader has zoomed to is taken as it is.
          const [first, last] = [plot.data[0][0], plot.data[0][plot.data[0].length - 1]] as [number, number];
          if (first === last) return padded(first, last, "x", 0);
          return low === first && high === last && marks ? padded(low, high, "x", 0.05) : [low, high];
        } },
        y: { distr: 1, range: (_plot, low, high) => padded(low, high, "y", 0.06) } },
      axes: [this.axis("x"), this.axis("y")],
      series: [{}, ...this.lines.map((line): uPlot.Series => ({
        label: line.label, stroke: line.colour(), width: 1.6, dash: line.dash, show: !line.hidden,
        points: { show: line.marks ?? false, size: 7, fill: line.colour() },
      }))],
      hooks: { setCursor: [(plot) => this.read(plot)] },
    };
  }

  private axis(axis: Axes): uPlot.Axis {
    const grid = { stroke: styled("--line"), width: 1 };
    return {
      filter: (_plot, splits) => splits, stroke: styled("--quiet"), grid, ticks: { ...grid, size: 5 }, font,
      // Ticks are chosen below; uPlot is told one distance, so that its own choice never comes to nothing.
      incrs: (_plot, _axis, low, high) => [Math.max(5, high - low)],
      space: (_plot, _axis, _low, _high, length) => { this.room[axis] = length; return 1; },
      splits: (_plot, _axis, low, high) => (this.shown[axis] = this.ticks(axis, low, high)).map((tick) => tick.at),
      values: () => this.shown[axis].map((tick) => tick.text),
      size: axis === "x" ? 30 : () => beside + Math.max(20, ...this.shown.y.map((tick) => this.widthOf(tick))),
    };
  }

  private ticks(axis: Axes, low: number, high: number): Tick[] {
    const pixels = (tick: Tick) => ((tick.at - low) / (high - low)) * this.room[axis];
    const wide = (tick: Tick) => (axis === "x" ? this.widthOf(tick) + 14 : 20);
    const clear = (ticks: Tick[]) => {
      const labels = ticks.filter((tick) => tick.text !== "");
      return labels.every((tick, i) => i === 0 || pixels(tick) - pixels(labels[i - 1]!) >= (wide(tick) + wide(labels[i - 1]!)) / 2);
    };
    return ticksBetween(low, high, this.scales[axis], Math.floor(this.room[axis] / (axis === "x" ? 64 : 30)), clear);
  }

  private widthOf(tick: Tick): number {
    return this.pen.measureText(tick.text).width;
  }

  /** Room on the right for a label below the end of the axis. */
  private overhang(): number {
    return 6 + Math.max(8, ...this.shown.x.map((tick) => this.widthOf(tick) / 2));
  }

  private captions(): void {
    const text = (axis: Axes) => {
      const { name, unit } = nameAndUnit(this.options[axis]);
      const { log, power } = this.scales[axis];
      const factor = !log && power !== 0 ? powerOfTen(power) + (unit ? " " : "") : "";
      return withUnit(name, factor + unit);
    };
    this.caption.textContent = text("y");
    this.under.textContent = text("x");
  }

  private read(plot: uPlot): void {
    const at = plot.cursor.idx;
    if (at === null || at === undefined) {
      this.readout.textContent = "";
      return;
    }
    const { name, unit } = nameAndUnit(this.options.x);
    const texts = [`${name} ${number(this.values[0][at], 6)}${unit ? " " + unit : ""}`];
    this.lines.forEach((line, i) => {
      if (line.hidden || texts.length > 9) return;
      const value = this.values[i + 1]?.[nearest(plot.data[i + 1], at)];
      if (value !== null && value !== undefined) texts.push(`${line.label}: ${number(value, 6)}`);
    });
    this.readout.textContent = texts.join("   ");
  }
}

function canStand(value: number, log?: boolean): boolean {
  return Number.isFinite(value) && (!log || value > 0);
}

function scaleOf(all: ArrayLike<number | null | undefined>[], log = false): Scale {
  let size = 0;
  for (const values of all)
    for (let k = 0; k < values.length; ++k) {
      const value = Math.abs(values[k] ?? 0);
      if (value > size && Number.isFinite(value)) size = value;
    }
  return { log, power: log ? 0 : commonPower(size) };
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
