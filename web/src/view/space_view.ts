// Frames of a scene in space by WebGL: the surface in the colours of a field, lines where it turns, contact forces as
// arrows, and a plane that cuts.

import { colour, measured, styled } from "../colours";
import { h } from "../dom";
import { count } from "../format";
import { dot, sightOf, type Sight } from "./camera";
import { coarseOf } from "./coarse";
import { creasesOf, normalOf } from "./creases";
import type { FrameSet } from "./frames_data";
import { drawOverlay, longestArrow, pictureSize } from "./overlay";
import { Pace } from "./pace";
import { Program } from "./program";
import { arrowVertex, capFragment, capVertex, facetFragment, facetVertex, particleFragment, particleVertex,
  plainFragment, textureWidth } from "./shaders";
import type { Look, View } from "./view";

const pointTexture = 0, facetTexture = 1, stateTexture = 2, colourTexture = 3;
const mostTurned = 5000;  // triangles of a surface that turns where no card draws them
const fieldNumbers = { velocity: 0, stress: 1, body: 2 } as const;

/** Whether a program stands in for the graphics card: smoothing every edge takes it too long while a picture turns. */
function isSoftware(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2"), names = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = gl && names ? String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|basic render/i.test(name);
}

/** A context of WebGL 2 on a canvas; null where the browser has none. What is drawn can be read and printed later. */
export function contextOf(canvas: HTMLCanvasElement): WebGL2RenderingContext | null {
  return canvas.getContext("webgl2", { antialias: !isSoftware(), stencil: true, preserveDrawingBuffer: true });
}

export class SpaceView implements View {
  readonly element: HTMLElement;
  private readonly over = h("canvas", { class: "over", "aria-hidden": "true" });
  private readonly facets: Program[];  // without and with a cut, then both for the coarse surface
  private readonly cap: Program;
  private readonly arrows: Program;
  private readonly particles: Program;
  private readonly textures: WebGLTexture[] = [];
  private readonly lists = new Map<string, WebGLVertexArrayObject>();
  private readonly buffers = new Map<string, WebGLBuffer>();
  private frames: FrameSet | null = null;
  private closed = true;
  private coarse = -1;  // triangles of the coarse surface; 0: there is none, as there are few facets; -1: not made yet
  private last = () => {};
  private readonly pace: Pace;
  private loaded = -1;  // frame whose points are in the textures

  constructor(private readonly canvas: HTMLCanvasElement, private readonly gl: WebGL2RenderingContext) {
    this.element = h("div", { class: "space" }, canvas, this.over);
    // A picture that is not smoothed has twice as many pixels as the screen when it rests.
    this.pace = new Pace(gl.getContextAttributes()?.antialias ? 1 : 2, () => this.last());
    this.facets = [[false, false], [true, false], [false, true], [true, true]].map(([cuts, coarse]) =>
      new Program(gl, facetVertex({ cuts: cuts!, coarse: coarse! }), facetFragment({ cuts: cuts!, coarse: coarse! })));
    this.cap = new Program(gl, capVertex, capFragment);
    this.arrows = new Program(gl, arrowVertex, plainFragment);
    this.particles = new Program(gl, particleVertex, particleFragment);
    for (let t = 0; t < 4; ++t) {
      this.textures.push(gl.createTexture()!);
      gl.activeTexture(gl.TEXTURE0 + t);
      gl.bindTexture(gl.TEXTURE_2D, this.textures[t]!);
      for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
    }
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    const scale = new Uint8Array(Array.from({ length: 256 }, (_, k) => [...measured(k / 255), 255]).flat());
    gl.activeTexture(gl.TEXTURE0 + colourTexture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, scale);
  }

  show(frames: FrameSet | null): void {
    this.frames = frames;
    this.loaded = this.coarse = -1;
    if (!frames) return;
    const { gl } = this, { source, bodyOf } = frames, { bits: creases, closed } = creasesOf(frames);
    this.closed = closed;
    this.list("facets", () => this.whole(0, "corners", frames.triangles));
    this.list("particles", () => {
      this.whole(0, "lone", frames.lone);
      this.real(1, "bodies", Float32Array.from(bodyOf.subarray(source.triangles)), 1, gl.FLOAT);
    });
    const data = this.sheet(source.triangles, 2, Uint16Array);
    for (let f = 0; f < source.triangles; ++f) (data[2 * f] = bodyOf[f]!), (data[2 * f + 1] = creases[f]!);
    this.upload(facetTexture, gl.RG16UI, gl.RG_INTEGER, gl.UNSIGNED_SHORT, data, 2);
  }

  note(): string {
    if (!this.frames || !this.pace.slow || this.coarse <= 0) return "";
    return `As it turns slowly here, ${count(this.coarse, "triangle")} stand for ${count(this.facetCount(), "facet")} until it rests.`;
  }

  private facetCount(): number {
    const { source } = this.frames!;
    return source.triangles - source.sheets;
  }

  /** Made when the first picture turns slowly. */
  private loadCoarse(): void {
    const whole = this.facetCount();
    this.coarse = 0;
    if (whole <= 2 * mostTurned) return;
    const { corners, facets } = coarseOf(this.frames!, whole, mostTurned);
    this.list("coarse", () => {
      this.whole(0, "coarse corners", corners);
      this.whole(1, "coarse facets", facets);
    });
    this.coarse = corners.length / 3;
  }

  draw(frame: number, look: Look): void {
    this.last = () => this.draw(frame, look);
    const { gl, canvas } = this;
    const ratio = pictureSize(canvas, this.pace.share);
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    if (!this.frames || frame < 0) return;
    if (this.loaded !== frame) this.load(frame);
    const sight = sightOf(look.camera, look.box, canvas.height / canvas.width);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    this.drawFacets(sight, look, ratio);
    this.drawParticles(sight, look, ratio);
    if (look.arrows) this.drawArrows(frame, sight, look, ratio);
    drawOverlay(this.over, canvas, sight);
    this.pace.drawn();
  }

  /** Points and stresses of a frame into the textures. */
  private load(frame: number): void {
    const { gl } = this, { source, positions, speeds, stresses } = this.frames!, n = source.points;
    const data = this.sheet(n, 4, Uint16Array), from = 3 * n * frame;
    for (let p = 0; p < n; ++p) {
      for (let d = 0; d < 3; ++d) data[4 * p + d] = positions[from + d * n + p]!;
      data[4 * p + 3] = speeds[frame * n + p]!;
    }
    this.upload(pointTexture, gl.RGBA16UI, gl.RGBA_INTEGER, gl.UNSIGNED_SHORT, data, 4);
    const state = this.sheet(source.triangles, 4, Uint8Array), normal = new Float32Array(3);
    for (let f = 0; f < source.triangles; ++f) {
      state[4 * f] = stresses ? stresses[frame * source.triangles + f]! : 0;
      normalOf(this.frames!, frame, f, normal);
      for (let d = 0; d < 3; ++d) state[4 * f + 1 + d] = Math.round(127 + 127 * normal[d]!);
    }
    this.upload(stateTexture, gl.RGBA8UI, gl.RGBA_INTEGER, gl.UNSIGNED_BYTE, state, 4);
    this.loadForces(frame);
    this.loaded = frame;
  }

  /** The nine corners of each arrow have its point and its force. */
  private loadForces(frame: number): void {
    const { forceStart, forcePoint, forceX, forceY, forceZ } = this.frames!, first = forceStart[frame]!;
    const corners = 9 * (forceStart[frame + 1]! - first), points = new Uint32Array(corners), forces = new Int16Array(4 * corners);
    for (let c = 0; c < corners; ++c) {
      const k = first + Math.floor(c / 9);
      points[c] = forcePoint[k]!;
      forces.set([forceX[k]!, forceY[k]!, forceZ[k]!], 4 * c);
    }
    this.list("arrows", () => {
      this.whole(0, "at", points);
      this.real(1, "forces", forces, 4, this.gl.SHORT);
    });
  }

  private drawFacets(sight: Sight, look: Look, ratio: number): void {
    const { gl } = this, { source } = this.frames!, whole = 3 * this.facetCount();
    if (this.pace.hurries && this.coarse < 0) this.loadCoarse();
    const coarse = this.pace.hurries && this.coarse > 0, corners = coarse ? 3 * this.coarse : whole, cut = look.cut ? 1 : 0;
    const use = (facets: Program, list: string) => {
      facets.use();
      this.setSight(facets, sight);
      this.setColours(facets, look);
      for (const [name, t] of [["facets", facetTexture], ["states", stateTexture]] as const) facets.setWhole(name, t);
      facets.set("stressScale", look.stress > 0 ? (source.stress ?? 0) / 255 / look.stress : 0);
      facets.set("mesh", look.mesh ? 0.4 : 0);
      facets.set("lineWidth", ratio);
      facets.set("cut", ...cutOf(look, sight));
      gl.bindVertexArray(this.lists.get(list)!);
    };
    const bodies = () => use(this.facets[coarse ? 2 + cut : cut]!, coarse ? "coarse" : "facets");
    bodies();
    if (look.cut) {
      // A point of the plane lies inside where more surfaces that are left away from the viewer end than begin.
      gl.colorMask(false, false, false, false);
      gl.depthMask(false);
      gl.disable(gl.DEPTH_TEST);
      gl.enable(gl.STENCIL_TEST);
      gl.stencilFunc(gl.ALWAYS, 0, 255);
      gl.stencilOpSeparate(gl.FRONT, gl.KEEP, gl.KEEP, gl.DECR_WRAP);
      gl.stencilOpSeparate(gl.BACK, gl.KEEP, gl.KEEP, gl.INCR_WRAP);
      gl.drawArrays(gl.TRIANGLES, 0, corners);
      gl.colorMask(true, true, true, true);
      gl.depthMask(true);
      gl.enable(gl.DEPTH_TEST);
      gl.stencilFunc(gl.NOTEQUAL, 0, 255);
      gl.stencilOp(gl.KEEP, gl.KEEP, gl.KEEP);
      this.drawCap(sight, look, ratio);
      gl.disable(gl.STENCIL_TEST);
      bodies();
    }
    // Without a cut nobody sees a closed surface from inside.
    if (!look.cut && this.closed) gl.enable(gl.CULL_FACE);
    gl.drawArrays(gl.TRIANGLES, 0, corners);
    if (source.sheets > 0) this.drawSheets(use, cut, whole);
    gl.disable(gl.CULL_FACE);
  }

  /** Half-spaces are plain, and hide nothing of what is before them. */
  private drawSheets(use: (facets: Program, list: string) => void, cut: 0 | 1, from: number): void {
    const { gl } = this, facets = this.facets[cut]!;
    use(facets, "facets");
    facets.setWhole("field", fieldNumbers.body);
    facets.set("bodies[0]", ...Array.from({ length: 8 }, () => rgb(styled("--line"))).flat());
    gl.enable(gl.CULL_FACE);
    gl.drawArrays(gl.TRIANGLES, from, 3 * this.frames!.source.sheets);
  }

  private drawCap(sight: Sight, look: Look, ratio: number): void {
    const { gl, cap } = this, { axis, part } = look.cut!, { box } = look, one = (axis + 1) % 3, two = (axis + 2) % 3;
    const corners = [[0, 0], [1, 0], [0, 1], [1, 1]].flatMap(([u, v]) => {
      const corner = [0, 0, 0];
      corner[axis] = box[axis]! + part * (box[3 + axis]! - box[axis]!) - sight.centre[axis];
      for (const [d, far] of [[one, u], [two, v]] as const) corner[d] = box[3 * far! + d]! - sight.centre[d]!;
      return corner;
    });
    cap.use();
    cap.set("turn", ...sight.right, ...sight.up, ...sight.towards);
    cap.set("scale", ...this.scaleOf(sight));
    cap.set("paper", ...rgb(styled("--paper")));
    cap.set("ink", ...rgb(styled("--ink")));
    cap.set("lineWidth", ratio);
    this.list("cap", () => this.real(0, "cap", new Float32Array(corners), 3, gl.FLOAT));
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  private drawParticles(sight: Sight, look: Look, ratio: number): void {
    const { gl, particles } = this, { lone } = this.frames!;
    if (lone.length === 0) return;
    particles.use();
    this.setSight(particles, sight);
    this.setColours(particles, look);
    particles.set("size", 9 * ratio);
    particles.set("ink", ...rgb(styled("--ink")));
    gl.bindVertexArray(this.lists.get("particles")!);
    gl.drawArrays(gl.POINTS, 0, lone.length);
  }

  /** What lies behind the surface is drawn as well, but fainter: contact is mostly between bodies. */
  private drawArrows(frame: number, sight: Sight, look: Look, ratio: number): void {
    const { gl, arrows } = this, { source, forceStart } = this.frames!, count = forceStart[frame + 1]! - forceStart[frame]!;
    if (count === 0 || look.force <= 0) return;
    gl.bindVertexArray(this.lists.get("arrows")!);
    arrows.use();
    this.setSight(arrows, sight);
    const { width, height } = this.canvas;
    const longest = (longestArrow * Math.min(width, height) * 2 * sight.half) / height;  // m
    arrows.set("unit", (source.force / 32767 / look.force) * longest);
    arrows.set("pixels", width / 2, height / 2);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthMask(false);
    const force = rgb(styled("--force")), paper = rgb(styled("--paper"));
    arrows.set("width", 2 * ratio);
    arrows.set("tip", 9 * ratio);
    for (const [how, ink, alpha, halo] of [[gl.GREATER, force, 0.6, 0], [gl.LEQUAL, paper, 1, 1], [gl.LEQUAL, force, 1, 0]] as const) {
      gl.depthFunc(how);
      arrows.set("plain", ...ink, alpha);
      arrows.set("halo", halo * ratio);
      gl.drawArrays(gl.TRIANGLES, 0, 9 * count);
    }
    gl.depthFunc(gl.LEQUAL);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
  }

  /** Half of the picture, and depth: what is nearer is less. */
  private scaleOf(sight: Sight): [number, number, number] {
    return [this.canvas.height / this.canvas.width / sight.half, 1 / sight.half, -1 / sight.depth];
  }

  private setSight(program: Program, sight: Sight): void {
    const { box } = this.frames!.source;
    program.setWhole("points", pointTexture);
    program.set("low", ...[0, 1, 2].map((d) => box[d]! - sight.centre[d]!));
    program.set("steps", ...[0, 1, 2].map((d) => (box[3 + d]! - box[d]!) / 65535));
    program.set("turn", ...sight.right, ...sight.up, ...sight.towards);
    program.set("scale", ...this.scaleOf(sight));
  }

  private setColours(program: Program, look: Look): void {
    program.setWhole("colours", colourTexture);
    program.setWhole("field", fieldNumbers[look.field]);
    program.set("speedScale", look.speed > 0 ? this.frames!.source.speed / 255 / look.speed : 0);
    program.set("bodies[0]", ...Array.from({ length: 8 }, (_, b) => rgb(colour(b))).flat());
  }

  /** Numbers for `count` things, `parts` each, in whole rows of a texture. */
  private sheet<T extends Uint8Array | Uint16Array>(count: number, parts: number, Type: new (size: number) => T): T {
    return new Type(parts * textureWidth * Math.max(1, Math.ceil(count / textureWidth)));
  }

  private upload(texture: number, inside: number, format: number, type: number, data: ArrayBufferView & { length: number }, parts: number): void {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0 + texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, inside, textureWidth, data.length / parts / textureWidth, 0, format, type, data);
  }

  /** Binds a list of attributes; `fill` gives them their numbers. */
  private list(name: string, fill: () => void): void {
    let list = this.lists.get(name);
    if (!list) this.lists.set(name, (list = this.gl.createVertexArray()!));
    this.gl.bindVertexArray(list);
    fill();
  }

  private whole(place: number, name: string, data: Uint32Array): void {
    this.fill(place, name, data);
    this.gl.vertexAttribIPointer(place, 1, this.gl.UNSIGNED_INT, 0, 0);
  }

  private real(place: number, name: string, data: ArrayBufferView, parts: number, type: number): void {
    this.fill(place, name, data);
    this.gl.vertexAttribPointer(place, parts, type, false, 0, 0);
  }

  private fill(place: number, name: string, data: ArrayBufferView): void {
    const { gl } = this;
    let buffer = this.buffers.get(name);
    if (!buffer) this.buffers.set(name, (buffer = gl.createBuffer()!));
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
    gl.enableVertexAttribArray(place);
  }
}

/** The plane as the shaders take it: its direction as seen, towards what is left away, and its distance. */
function cutOf(look: Look, sight: Sight): [number, number, number, number] {
  if (!look.cut) return [0, 0, 0, 0];
  const { axis, part, otherSide } = look.cut, sign = otherSide ? -1 : 1;
  const at = look.box[axis]! + part * (look.box[3 + axis]! - look.box[axis]!) - sight.centre[axis];
  const unit = [0, 1, 2].map((d) => (d === axis ? sign : 0)) as [number, number, number];
  return [dot(unit, sight.right), dot(unit, sight.up), dot(unit, sight.towards), sign * at];
}

/** "#abc", "#aabbcc" or "rgb(...)" as parts of 1. */
export function rgb(text: string): [number, number, number] {
  const short = /^#(.)(.)(.)$/.exec(text), long = /^#(..)(..)(..)$/.exec(text);
  const parts = short ? short.slice(1).map((x) => parseInt(x + x, 16))
    : long ? long.slice(1).map((x) => parseInt(x, 16)) : (text.match(/[\d.]+/g) ?? ["0", "0", "0"]).slice(0, 3).map(Number);
  return parts.map((part) => part / 255) as [number, number, number];
}
