// A scene in space without WebGL: a still picture, facet by facet from the back to the front on a plain canvas.

import { colour, css, measured, styled } from "../colours";
import { h } from "../dom";
import { dot, sightOf, type Vector } from "./camera";
import { creasesOf } from "./creases";
import type { FrameSet } from "./frames_data";
import { drawOverlay, longestArrow, pictureSize } from "./overlay";
import { rgb } from "./space_view";
import type { Look, View } from "./view";

const light: Vector = [-0.5 / Math.hypot(0.5, 0.6, 1), 0.6 / Math.hypot(0.5, 0.6, 1), 1 / Math.hypot(0.5, 0.6, 1)];

export class StillView implements View {
  readonly element: HTMLElement;
  private readonly over = h("canvas", { class: "over", "aria-hidden": "true" });
  private readonly paint: CanvasRenderingContext2D;
  private frames: FrameSet | null = null;
  private creases: Uint8Array = new Uint8Array(0);
  private seen = new Float32Array(0);  // of each point: right and down in pixels, towards the viewer

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.paint = canvas.getContext("2d")!;
    this.element = h("div", {}, h("div", { class: "space" }, canvas, this.over),
      h("p", { class: "quiet still" }, "This browser offers no WebGL: the picture is still. The slider, the buttons and the keys draw it anew; the cut is left out."));
  }

  show(frames: FrameSet | null): void {
    this.frames = frames;
    if (frames) this.creases = creasesOf(frames).bits;
    this.seen = new Float32Array(3 * (frames?.source.points ?? 0));
  }

  draw(frame: number, look: Look): void {
    const { canvas, paint } = this, ratio = pictureSize(canvas);
    paint.setTransform(1, 0, 0, 1, 0, 0);
    paint.clearRect(0, 0, canvas.width, canvas.height);
    if (!this.frames || frame < 0) return;
    const sight = sightOf(look.camera, look.box, canvas.height / canvas.width), scale = canvas.height / 2 / sight.half;
    const { source, positions } = this.frames, n = source.points;
    for (let p = 0; p < n; ++p) {
      const at = [0, 1, 2].map((d) => source.box[d]! - sight.centre[d]!
        + ((source.box[3 + d]! - source.box[d]!) / 65535) * positions[3 * n * frame + d * n + p]!) as [number, number, number];
      this.seen[3 * p] = canvas.width / 2 + scale * dot(at, sight.right);
      this.seen[3 * p + 1] = canvas.height / 2 - scale * dot(at, sight.up);
      this.seen[3 * p + 2] = scale * dot(at, sight.towards);
    }
    this.drawFacets(frame, look, ratio);
    this.drawParticles(frame, look, ratio);
    if (look.arrows) this.drawArrows(frame, look, sight, ratio);
    drawOverlay(this.over, canvas, sight);
  }

  private drawFacets(frame: number, look: Look, ratio: number): void {
    const { triangles, source } = this.frames!, { seen, paint } = this;
    const corner = (facet: number, k: number) => 3 * triangles[3 * facet + (k % 3)]!;
    const facing: { facet: number; depth: number; bright: number }[] = [];
    for (let facet = 0; facet < source.triangles; ++facet) {
      const [a, b, c] = [corner(facet, 0), corner(facet, 1), corner(facet, 2)];
      const side = (k: number, from: number, to: number) => seen[to + k]! - seen[from + k]!;
      const [ux, uy, uz, vx, vy, vz] = [side(0, a, b), -side(1, a, b), side(2, a, b), side(0, a, c), -side(1, a, c), side(2, a, c)];
      const normal: Vector = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
      if (!(normal[2] > 0)) continue;
      facing.push({ facet, depth: seen[a + 2]! + seen[b + 2]! + seen[c + 2]!, bright: 0.62 + 0.38 * Math.max(0, dot(normal, light) / Math.hypot(...normal)) });
    }
    // Half-spaces that face the viewer lie behind all bodies.
    const bodies = source.triangles - source.sheets;
    facing.sort((one, two) => Number(one.facet < bodies) - Number(two.facet < bodies) || one.depth - two.depth);
    const ink = styled("--ink");
    paint.lineJoin = "round";
    for (const { facet, bright } of facing) {
      const path = new Path2D();
      for (const k of [0, 1, 2]) path.lineTo(seen[corner(facet, k)]!, seen[corner(facet, k) + 1]!);
      path.closePath();
      paint.fillStyle = paint.strokeStyle = css(this.colourOf(frame, facet, look).map((part) => Math.round(part * bright)));
      paint.lineWidth = 0.7 * ratio;
      paint.fill(path);
      paint.stroke(path);  // closes the seams
      for (const k of [0, 1, 2]) {
        const turns = (this.creases[facet]! >> k) & 1;
        if (!turns && !look.mesh) continue;
        paint.strokeStyle = ink;
        paint.lineWidth = (turns ? 1.2 : 0.4) * ratio;
        paint.beginPath();
        for (const end of [k + 1, k + 2]) paint.lineTo(seen[corner(facet, end)]!, seen[corner(facet, end) + 1]!);
        paint.stroke();
      }
    }
  }

  private colourOf(frame: number, facet: number, look: Look): number[] {
    const { source, triangles, speeds, stresses, bodyOf } = this.frames!;
    if (facet >= source.triangles - source.sheets) return rgb(styled("--line")).map((part) => 255 * part);
    if (look.field === "body") return rgb(colour(bodyOf[facet]!)).map((part) => 255 * part);
    if (look.field === "stress") return measured(share((stresses?.[frame * source.triangles + facet] ?? 0) * ((source.stress ?? 0) / 255), look.stress));
    const sum = [0, 1, 2].reduce((all, k) => all + speeds[frame * source.points + triangles[3 * facet + k]!]!, 0);
    return measured(share((sum / 3) * (source.speed / 255), look.speed));
  }

  private drawParticles(frame: number, look: Look, ratio: number): void {
    const { source, lone, bodyOf, speeds } = this.frames!, { paint, seen } = this;
    lone.forEach((point, i) => {
      paint.fillStyle = look.field === "body" ? colour(bodyOf[source.triangles + i]!)
        : css(measured(look.field === "velocity" ? share(speeds[frame * source.points + point]! * (source.speed / 255), look.speed) : 0));
      paint.strokeStyle = styled("--ink");
      paint.lineWidth = ratio;
      paint.beginPath();
      paint.arc(seen[3 * point]!, seen[3 * point + 1]!, 4.5 * ratio, 0, 2 * Math.PI);
      paint.fill();
      paint.stroke();
    });
  }

  private drawArrows(frame: number, look: Look, sight: { right: Vector; up: Vector }, ratio: number): void {
    const { source, forceStart, forcePoint, forceX, forceY, forceZ } = this.frames!, { paint, seen, canvas } = this;
    const unit = look.force > 0 ? (source.force / 32767 / look.force) * longestArrow * Math.min(canvas.width, canvas.height) : 0;
    const path = new Path2D();
    for (let k = forceStart[frame]!; k < forceStart[frame + 1]!; ++k) {
      const force: Vector = [forceX[k]!, forceY[k]!, forceZ[k]!], x = seen[3 * forcePoint[k]!]!, y = seen[3 * forcePoint[k]! + 1]!;
      const dx = unit * dot(force, sight.right), dy = -unit * dot(force, sight.up), length = Math.hypot(dx, dy);
      if (length < 1) continue;
      const head = Math.min(5 * ratio, length / 2) / length, ex = x + dx, ey = y + dy;
      path.moveTo(x, y);
      path.lineTo(ex, ey);
      path.moveTo(ex - head * (dx + 0.5 * dy), ey - head * (dy - 0.5 * dx));
      path.lineTo(ex, ey);
      path.lineTo(ex - head * (dx - 0.5 * dy), ey - head * (dy + 0.5 * dx));
    }
    for (const [ink, width] of [[styled("--paper"), 4], [styled("--force"), 1.7]] as const) {
      paint.strokeStyle = ink;
      paint.lineWidth = width * ratio;
      paint.stroke(path);
    }
  }
}

function share(value: number, highest: number): number {
  return highest > 0 ? Math.max(0, Math.min(1, value / highest)) : 0;
}
