// Frames of a plane scene on a canvas: triangles in the colours of a field, outlines, particles,
// contact forces as arrows.

import { colour, css, measured, styled } from "../colours";
import { h } from "../dom";
import type { FrameSet } from "./frames_data";
import type { Look, View } from "./view";

const levels = 64;  // colours of a scale: one path of the canvas each
const longestArrow = 0.14;  // of the picture's smaller side

export class PlanarView implements View {
  readonly element: HTMLCanvasElement;
  private readonly paint: CanvasRenderingContext2D;
  private frames: FrameSet | null = null;
  private x = new Float32Array(0);
  private y = new Float32Array(0);
  private aspect = 1;

  constructor(name: string) {
    this.element = h("canvas", { class: "frame", role: "img", "aria-label": name });
    this.paint = this.element.getContext("2d")!;
  }

  show(frames: FrameSet | null): void {
    this.frames = frames;
    this.x = new Float32Array(frames?.source.points ?? 0);
    this.y = new Float32Array(frames?.source.points ?? 0);
  }

  draw(frame: number, look: Look): void {
    this.fit(look);
    const { paint } = this, { width, height } = this.element;
    paint.setTransform(1, 0, 0, 1, 0, 0);
    paint.clearRect(0, 0, width, height);
    if (!this.frames || frame < 0) return;
    this.place(frame, look);
    this.fill(frame, look);
    this.halfSpaces();
    this.outlines();
    this.particles(frame, look);
    if (look.arrows) this.arrows(frame, look);
  }

  /** The canvas takes the width it is given and the height that the box asks for. */
  private fit(look: Look): void {
    const [left, low, right, high] = look.box as [number, number, number, number];
    this.aspect = Math.min(1.3, Math.max(0.3, (high - low) / Math.max(right - left, 1e-300)));
    const ratio = window.devicePixelRatio || 1;
    const width = Math.max(1, Math.round(this.element.clientWidth * ratio));
    const height = Math.max(1, Math.round(width * this.aspect));
    if (this.element.width !== width || this.element.height !== height)
      (this.element.width = width), (this.element.height = height);
    this.element.style.aspectRatio = `${width} / ${height}`;
  }

  /** Points in pixels. */
  private place(frame: number, look: Look): void {
    const { source, positions } = this.frames!;
    const [left, low, right, high] = look.box as [number, number, number, number];
    const { width, height } = this.element;
    const scale = Math.min(width / Math.max(right - left, 1e-300), height / Math.max(high - low, 1e-300));
    const shiftX = width / 2 - (scale * (left + right)) / 2, shiftY = height / 2 + (scale * (low + high)) / 2;
    const [x0, y0, x1, y1] = source.box as [number, number, number, number];
    const stepX = (x1 - x0) / 65535, stepY = (y1 - y0) / 65535;
    const n = source.points, from = 2 * n * frame;
    for (let p = 0; p < n; ++p) {
      this.x[p] = shiftX + scale * (x0 + stepX * positions[from + p]!);
      this.y[p] = shiftY - scale * (y0 + stepY * positions[from + n + p]!);
    }
  }

  private level(frame: number, triangle: number, look: Look): number {
    const { source, triangles, speeds, stresses, bodyOf } = this.frames!;
    if (look.field === "body") return bodyOf[triangle]!;
    if (look.field === "stress")
      return stresses ? scaled(stresses[frame * source.triangles + triangle]! * ((source.stress ?? 0) / 255), look.stress) : 0;
    const at = frame * source.points, t = 3 * triangle;
    const sum = speeds[at + triangles[t]!]! + speeds[at + triangles[t + 1]!]! + speeds[at + triangles[t + 2]!]!;
    return scaled((sum / 3) * (source.speed / 255), look.speed);
  }

  /** One path per colour: thousands of triangles take some tens of calls. */
  private fill(frame: number, look: Look): void {
    const { source, triangles } = this.frames!;
    const paths = new Map<number, Path2D>();
    for (let t = 0; t < source.triangles - source.sheets; ++t) {
      const level = this.level(frame, t, look);
      let path = paths.get(level);
      if (!path) paths.set(level, (path = new Path2D()));
      const a = triangles[3 * t]!, b = triangles[3 * t + 1]!, c = triangles[3 * t + 2]!;
      path.moveTo(this.x[a]!, this.y[a]!);
      path.lineTo(this.x[b]!, this.y[b]!);
      path.lineTo(this.x[c]!, this.y[c]!);
      path.closePath();
    }
    const { paint } = this;
    paint.lineWidth = 1;
    for (const [level, path] of paths) {
      paint.fillStyle = paint.strokeStyle = this.colourOf(level, look);
      paint.fill(path);
      paint.stroke(path);  // closes the seams between triangles
    }
  }

  private colourOf(level: number, look: Look): string {
    return look.field === "body" ? colour(level) : css(measured(level / (levels - 1)));
  }

  /** The first two corners of a strip are the ends of its line, the third one lies behind the second. */
  private halfSpaces(): void {
    const { source, triangles } = this.frames!, { paint } = this, ratio = window.devicePixelRatio || 1;
    const lines = new Path2D(), hatching = new Path2D();
    for (let t = source.triangles - source.sheets; t < source.triangles; t += 2) {
      const [a, b, c] = [triangles[3 * t]!, triangles[3 * t + 1]!, triangles[3 * t + 2]!];
      const [ax, ay, bx, by] = [this.x[a]!, this.y[a]!, this.x[b]!, this.y[b]!];
      const length = Math.hypot(bx - ax, by - ay), deep = 10 * ratio, behind = Math.hypot(this.x[c]! - bx, this.y[c]! - by);
      lines.moveTo(ax, ay);
      lines.lineTo(bx, by);
      if (!(length > 0 && behind > 0)) continue;
      const way = (along: number, back: number): [number, number] => [along * (bx - ax) / length + back * (this.x[c]! - bx) / behind,
        along * (by - ay) / length + back * (this.y[c]! - by) / behind];
      for (let along = 0.5 * deep; along < length; along += deep) {
        const [sx, sy] = way(along, 0), [ex, ey] = way(along - 0.7 * deep, 0.7 * deep);
        hatching.moveTo(ax + sx, ay + sy);
        hatching.lineTo(ax + ex, ay + ey);
      }
    }
    paint.strokeStyle = styled("--quiet");
    paint.lineWidth = 0.8 * ratio;
    paint.stroke(hatching);
    paint.strokeStyle = styled("--ink");
    paint.lineWidth = 1.4 * ratio;
    paint.stroke(lines);
  }

  private outlines(): void {
    const { outline } = this.frames!;
    const path = new Path2D();
    for (let e = 0; e < outline.length; e += 2) {
      path.moveTo(this.x[outline[e]!]!, this.y[outline[e]!]!);
      path.lineTo(this.x[outline[e + 1]!]!, this.y[outline[e + 1]!]!);
    }
    this.paint.strokeStyle = styled("--ink");
    this.paint.lineWidth = Math.max(1, window.devicePixelRatio || 1);
    this.paint.stroke(path);
  }

  private particles(frame: number, look: Look): void {
    const { source, lone, bodyOf, speeds } = this.frames!;
    lone.forEach((point, i) => {
      const level = look.field === "body" ? bodyOf[source.triangles + i]!
        : look.field === "velocity" ? scaled(speeds[frame * source.points + point]! * (source.speed / 255), look.speed) : 0;
      this.paint.fillStyle = this.colourOf(level, look);
      this.paint.strokeStyle = styled("--ink");
      this.paint.beginPath();
      this.paint.arc(this.x[point]!, this.y[point]!, 4 * (window.devicePixelRatio || 1), 0, 2 * Math.PI);
      this.paint.fill();
      this.paint.stroke();
    });
  }

  private arrows(frame: number, look: Look): void {
    const { source, forceStart, forcePoint, forceX, forceY } = this.frames!;
    const ratio = window.devicePixelRatio || 1;
    const longest = longestArrow * Math.min(this.element.width, this.element.height);
    const unit = look.force > 0 ? (source.force / 32767 / look.force) * longest : 0;
    const path = new Path2D();
    for (let k = forceStart[frame]!; k < forceStart[frame + 1]!; ++k) {
      const point = forcePoint[k]!;
      arrow(path, this.x[point]!, this.y[point]!, unit * forceX[k]!, -unit * forceY[k]!, 3 * ratio);
    }
    for (const [stroke, width] of [[styled("--paper"), 4], [styled("--force"), 1.7]] as const) {
      this.paint.strokeStyle = stroke;
      this.paint.lineWidth = width * ratio;
      this.paint.stroke(path);
    }
  }
}

function scaled(value: number, highest: number): number {
  return highest > 0 ? Math.max(0, Math.min(levels - 1, Math.round((value / highest) * (levels - 1)))) : 0;
}

function arrow(path: Path2D, x: number, y: number, dx: number, dy: number, head: number): void {
  const length = Math.hypot(dx, dy);
  if (length < 1) return;
  const ex = x + dx, ey = y + dy, size = Math.min(head * 1.6, length / 2) / length;
  path.moveTo(x, y);
  path.lineTo(ex, ey);
  path.moveTo(ex - size * (dx + 0.5 * dy), ey - size * (dy - 0.5 * dx));
  path.lineTo(ex, ey);
  path.lineTo(ex - size * (dx - 0.5 * dy), ey - size * (dy + 0.5 * dx));
}
