// Frames of one or two cells on a common time: play, slide, colour, contact forces.

import { onTheme } from "../theme";
import { frameNumber, type Cell, type Frames } from "../data";
import { button, choice, h, tick } from "../dom";
import { count, inProse, number } from "../format";
import type { Section } from "../section";
import type { Report } from "../state";
import { loadFrames, type FrameSet } from "../view/frames_data";
import { Orbit } from "../view/orbit";
import { PlanarView } from "../view/planar_view";
import { contextOf, SpaceView } from "../view/space_view";
import { StillView } from "../view/still_view";
import type { Field, Look, View } from "../view/view";
import { colourBar } from "./heat_map";
import { SpaceControls } from "./space_controls";

const fieldWords: Record<Field, string> = { velocity: "velocity", stress: "von Mises stress", body: "body" };
const seconds = 6;  // a play from the first frame to the last

export const frames: Section = {
  id: "frames",
  title: "Frames",
  build(report) {
    const shown = report.page.cells.flatMap((cell, i) => (cell.frames ? [i] : []));
    return shown.length > 0 ? new Player(report, shown).element : "No cell has frames that can be drawn.";
  },
};

/** The view of a scene in space; a still picture where the browser has no WebGL. */
function viewOfSpace(orbit: Orbit, name: string): View {
  const canvas = () => h("canvas", { class: "frame", role: "img", tabindex: "0",
    "aria-label": `${name}; arrow keys turn it, plus and minus zoom, 0 sets it back` });
  const drawn = canvas(), gl = contextOf(drawn), shown = gl ? drawn : canvas();
  orbit.listen(shown);
  return gl ? new SpaceView(shown, gl) : new StillView(shown);
}

/** One view and the choice of its cell. */
class Pane {
  readonly element = h("figure", { class: "pane" });
  view: View;
  private readonly views = new Map<2 | 3, View>();
  private readonly said = h("figcaption", { class: "quiet" });
  set: FrameSet | null = null;
  cell: Cell | null = null;

  constructor(report: Report, choices: { value: string; text: string }[], chosen: string, private readonly changed: () => void,
              private readonly drag: (element: HTMLElement) => void, private readonly orbit: Orbit) {
    this.view = this.viewOf(report.page.cells[Number(chosen)]?.frames?.dim ?? 2);
    this.element.append(choice("cell", choices, chosen, (value) => void this.take(report, value)), this.view.element, this.said);
    void this.take(report, chosen);
  }

  private viewOf(dim: 2 | 3): View {
    let view = this.views.get(dim);
    if (view) return view;
    view = dim === 3 ? viewOfSpace(this.orbit, "frame of the chosen cell") : new PlanarView("frame of the chosen cell");
    if (dim === 2) this.drag(view.element);
    this.views.set(dim, view);
    return view;
  }

  async take(report: Report, value: string): Promise<void> {
    const cell = value === "" ? null : report.page.cells[Number(value)] ?? null;
    this.cell = cell;
    this.view.element.hidden = cell === null;
    let set: FrameSet | null = null;
    try {
      set = cell?.frames ? await loadFrames(cell.frames) : null;
    } catch (error) {
      this.said.textContent = `The frames of this cell cannot be read: ${String(error)}`;
      return;
    }
    if (this.cell !== cell) return;
    this.set = set;
    if (set) {
      const view = this.viewOf(set.source.dim);
      if (view !== this.view) this.view.element.replaceWith(view.element);
      this.view = view;
    }
    this.view.element.hidden = cell === null;
    this.view.show(set);
    this.changed();
  }

  /** The frame nearest to `time`: runs with other steps have frames at slightly other times. */
  frameAt(time: number): number {
    const times = this.set?.times ?? new Float64Array(0);
    let low = 0, high = times.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (times[middle]! <= time * (1 + 1e-12)) low = middle; else high = middle - 1;
    }
    if (low + 1 < times.length && times[low + 1]! - time < time - times[low]!) ++low;
    return times.length > 0 ? low : -1;
  }

  draw(time: number, look: Look): void {
    const frame = this.frameAt(time);
    this.view.draw(frame, look);
    this.said.textContent = this.set && this.cell
      ? `${this.cell.label}, t = ${inProse(this.set.times[frame] ?? 0, 5)} s, frame ${frameNumber(this.set.source, frame) + 1} of ${this.set.source.total}`
      : "";
  }
}

const sidesOf = ({ box, dim }: Frames) => box.slice(dim).map((high, d) => high - box[d]!);

/** Whether scenes are about as large as each other. */
function alike(all: Frames[]): boolean {
  const sizes = all.map((frames) => Math.hypot(...sidesOf(frames)));
  return Math.max(...sizes) <= 1.5 * Math.min(...sizes);
}

/** The smallest box round those of some frames: lowest, then highest coordinates. */
function boxRound(all: Frames[]): number[] {
  return all[0]!.box.map((_, k) => (k < all[0]!.dim ? Math.min : Math.max)(...all.map(({ box }) => box[k]!)));
}

class Player {
  readonly element = h("div", {});
  private readonly panes: Pane[];
  private readonly slider = h("input", { type: "range", min: 0, max: 1, step: "any", "aria-label": "Time",
    input: () => { this.moved = true; this.stop(); this.draw(); } });
  private readonly playing: HTMLButtonElement;
  private readonly scale = h("div", {});
  private readonly said = h("p", { class: "quiet" });
  private field: Field = "velocity";
  private arrows = true;
  private zoom = 1;
  private centre: [number, number] = [0.5, 0.5];
  private timer = 0;
  private moved = false;  // by somebody who reads
  private common = true;  // both panes show the same part of the plane, or of space
  private readonly orbit = new Orbit(() => this.draw());
  private readonly inSpace = new SpaceControls(this.orbit, () => this.draw());

  constructor(report: Report, shown: number[]) {
    this.slider.value = "0";
    const choices = shown.map((i) => ({ value: String(i), text: report.page.cells[i]!.label }));
    const changed = () => { this.openAtForce(); this.draw(); };
    this.playing = button("play", () => this.play(), { class: "play" });
    const second = [{ value: "", text: "nothing" }, ...choices];
    const drag = (element: HTMLElement) => this.drag(element);
    this.panes = [];
    this.panes.push(new Pane(report, choices, choices[0]!.value, changed, drag, this.orbit));
    const other = shown.find((i) => i !== shown[0] && report.chosen.has(i)) ?? shown[1];
    if (other !== undefined) this.panes.push(new Pane(report, second, String(other), changed, drag, this.orbit));
    const hasStress = shown.some((i) => report.page.cells[i]!.frames!.stress !== null);
    const fields = (["velocity", "stress", "body"] as Field[]).filter((field) => field !== "stress" || hasStress);
    this.element.append(
      h("div", { class: "controls" },
        choice("colour", fields.map((value) => ({ value, text: fieldWords[value] })), this.field,
          (value) => { this.field = value as Field; this.draw(); }),
        tick("contact forces", true, (on) => { this.arrows = on; this.draw(); }),
        this.panes.length > 1 && tick("same view", (this.common = alike(shown.map((i) => report.page.cells[i]!.frames!))),
          (on) => { this.common = on; this.draw(); }),
        h("span", { class: "zoom" }, button("−", () => this.zoomBy(0.5), { "aria-label": "zoom out" }),
          button("+", () => this.zoomBy(2), { "aria-label": "zoom in" }))),
      this.inSpace.element,
      h("div", { class: "player" }, this.playing, this.slider),
      h("div", { class: `panes n${this.panes.length}` }, ...this.panes.map((pane) => pane.element)), this.scale, this.said);
    new ResizeObserver(() => this.draw()).observe(this.element);
    onTheme(() => this.draw());
  }

  /** The page opens where contact forces are greatest: at the start of a run there is little to see. */
  private openAtForce(): void {
    const set = this.panes[0]?.set;
    if (this.moved || !set) return;
    const sums = Array.from(set.times, (_, f) => {
      let sum = 0;
      for (let k = set.forceStart[f]!; k < set.forceStart[f + 1]!; ++k) sum += Math.hypot(set.forceX[k]!, set.forceY[k]!, set.forceZ[k] ?? 0);
      return sum;
    });
    const most = sums.indexOf(Math.max(...sums)), [first, last] = this.range();
    const time = set.times[most] ?? first;
    this.slider.value = String(last > first && sums[most]! > 0 ? (time - first) / (last - first) : 0);
  }

  private range(): [number, number] {
    const ends = this.panes.flatMap((pane) => (pane.set ? [pane.set.times[0]!, pane.set.times.at(-1)!] : []));
    return ends.length > 0 ? [Math.min(...ends), Math.max(...ends)] : [0, 0];
  }

  /** For one pane, or what both have in common. */
  private look(pane?: Pane): Look {
    const sets = this.panes.flatMap((one) => (one.set ? [one.set.source] : []));
    const dim = pane?.set?.source.dim ?? sets[0]!.dim, seen = sets.filter((one) => one.dim === dim);
    const box = boxRound(pane?.set && !this.common ? [pane.set.source] : seen);
    return { field: this.field, arrows: this.arrows, box: dim === 2 ? this.partOf(box) : box,
      speed: Math.max(0, ...sets.map((s) => s.speed)), stress: Math.max(0, ...sets.map((s) => s.stress ?? 0)),
      force: Math.max(0, ...sets.map((s) => s.force)),
      camera: this.orbit.camera, mesh: this.inSpace.mesh, cut: this.inSpace.cut };
  }

  /** The part of a box of the plane that the zoom leaves. */
  private partOf([left, low, right, high]: number[]): number[] {
    const box = [left!, low!, right!, high!] as const;
    const pad = 0.04 * Math.max(box[2] - box[0], box[3] - box[1], 1e-12);
    const width = (box[2] - box[0] + 2 * pad) / this.zoom, height = (box[3] - box[1] + 2 * pad) / this.zoom;
    const x = box[0] - pad + this.centre[0] * width * this.zoom, y = box[1] - pad + this.centre[1] * height * this.zoom;
    return [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
  }

  private draw(): void {
    if (this.panes.every((pane) => !pane.set)) return;
    const [first, last] = this.range(), look = this.look();
    this.inSpace.element.hidden = !this.panes.some((pane) => pane.set?.source.dim === 3);
    const time = first + Number(this.slider.value) * (last - first);
    this.slider.setAttribute("aria-valuetext", `${inProse(time)} s`);
    for (const pane of this.panes) pane.draw(time, this.look(pane));
    const velocity = this.field === "velocity";
    const name = velocity ? "velocity [m/s]  0" : "von Mises stress [Pa]  0";
    this.scale.replaceChildren(this.field === "body" ? this.bodies() : colourBar(name, number(velocity ? look.speed : look.stress, 4)));
    this.say(look);
  }

  private bodies(): HTMLElement {
    const names = [...new Set(this.panes.flatMap((pane) => pane.set?.source.bodies ?? []))];
    return h("p", { class: "legend" }, ...names.slice(0, 12).map((name, i) =>
      h("span", { class: "entry" }, h("span", { class: `dot dot${i % 8}` }), name)),
    names.length > 12 && `and ${names.length - 12} more`);
  }

  private say(look: Look): void {
    const sets = this.panes.flatMap((pane) => (pane.set ? [pane.set.source] : []));
    const texts: string[] = [];
    if (look.arrows && look.force > 0) texts.push(`The longest arrow is a contact force of ${inProse(look.force, 3)} N.`);
    for (const source of sets.slice(0, 1)) {
      const step = Math.max(...sidesOf(source)) / 65535;
      texts.push(`Positions are rounded to ${inProse(step, 2)} m, colours to 1/255 of their scale` +
        (source.count < source.total ? `; ${source.count} of ${count(source.total, "frame")} are in this page.` : "."));
    }
    if (sets.some(({ dim }) => dim === 3))
      texts.push("Drag to turn the picture, drag with shift or two fingers to move it; pinch, or the wheel after a click, zooms.");
    texts.push(...this.panes.slice(0, 1).map((pane) => pane.view.note?.() ?? ""));
    this.said.textContent = texts.join(" ").trim();
  }

  private play(): void {
    if (this.timer !== 0) return this.stop();
    if (!this.moved || Number(this.slider.value) >= 1) this.slider.value = "0";
    this.moved = true;
    this.playing.textContent = "pause";
    let before = performance.now();
    const tickOn = (now: number) => {
      const next = Number(this.slider.value) + (now - before) / (1000 * seconds);
      before = now;
      this.slider.value = String(Math.min(1, next));
      this.draw();
      if (next >= 1) this.stop(); else this.timer = requestAnimationFrame(tickOn);
    };
    this.timer = requestAnimationFrame(tickOn);
  }

  private stop(): void {
    cancelAnimationFrame(this.timer);
    this.timer = 0;
    this.playing.textContent = "play";
  }

  private zoomBy(factor: number): void {
    this.orbit.zoomBy(factor);
    this.zoom = Math.max(1, Math.min(64, this.zoom * factor));
    if (this.zoom === 1) this.centre = [0.5, 0.5];
    this.draw();
  }

  /** A zoomed picture is moved by dragging it. */
  private drag(element: HTMLElement): void {
    element.addEventListener("pointermove", (event) => {
      if (event.buttons !== 1 || this.zoom === 1) return;
      const move = [event.movementX / element.clientWidth, -event.movementY / element.clientHeight] as const;
      this.centre = [0, 1].map((k) => Math.max(0, Math.min(1, this.centre[k]! - move[k]! / this.zoom))) as [number, number];
      this.draw();
    });
  }
}
