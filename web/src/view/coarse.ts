// Fewer triangles that stand for a large surface while it turns. Points that lie in one cell of a grid, belong to one body
// and have normals of one direction become one point (Rossignac and Borrel 1993), and triangles of which less than
// three points are left go. Both sides of a thin plate stay apart by their normals. A closed surface stays closed, as
// each edge becomes the same edge, or a point, for both of its triangles. Found at the first frame: a point that
// stands for others is one of them, and moves with the surface.

import { normalOf } from "./creases";
import type { FrameSet } from "./frames_data";

export interface Coarse {
  corners: Uint32Array;  // three points for each triangle
  facets: Uint32Array;   // for each corner, the facet of the whole surface whose normal and stress its triangle has
}

/** At most about `most` triangles in the place of the first `count`. */
export function coarseOf(frames: FrameSet, count: number, most: number): Coarse {
  const { area, sums } = normalsOf(frames, count);
  const sides = [0, 1, 2].map((d) => frames.source.box[3 + d]! - frames.source.box[d]!);
  // A plane in cells of this size has two triangles for each.
  for (let size = Math.sqrt((2 * area) / most); ; size *= 1.2) {
    const one = representatives(frames, count, sums, sides.map((side) => Math.max(1, side / size)));
    const found = left(frames, count, one);
    if (found.corners.length <= 3.3 * most || size > 4 * Math.hypot(...sides)) return found;
  }
}

/** The area of the surface, and for each point the sum of the normals of its facets. */
function normalsOf(frames: FrameSet, count: number): { area: number; sums: Float32Array } {
  const { triangles, positions, source } = frames, n = source.points, sums = new Float32Array(3 * n), normal = new Float64Array(3);
  const at = (p: number) => [0, 1, 2].map((d) => (positions[d * n + p]! / 65535) * (source.box[3 + d]! - source.box[d]!));
  let area = 0;
  for (let facet = 0; facet < count; ++facet) {
    normalOf(frames, 0, facet, normal);
    const [a, b, c] = [0, 1, 2].map((k) => at(triangles[3 * facet + k]!)) as [number[], number[], number[]];
    const [u, v] = [b, c].map((end) => end.map((x, d) => x - a[d]!)) as [number[], number[]];
    area += Math.hypot(u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!) / 2;
    for (let k = 0; k < 3; ++k)
      for (let d = 0; d < 3; ++d) sums[3 * triangles[3 * facet + k]! + d]! += normal[d]!;
  }
  return { area, sums };
}

/** For each point of the first facets the one that stands for it: of its cell the first that is met. */
function representatives(frames: FrameSet, count: number, sums: Float32Array, cells: number[]): Uint32Array {
  const { triangles, positions, bodyOf, source } = frames, n = source.points;
  const stands = new Map<string, number>(), one = new Uint32Array(n).fill(n);
  for (let c = 0; c < 3 * count; ++c) {
    const p = triangles[c]!;
    if (one[p] !== n) continue;
    const along = [0, 1, 2].map((d) => sums[3 * p + d]!), size = along.map(Math.abs), axis = size.indexOf(Math.max(...size));
    const place = cells.map((parts, d) => Math.floor((positions[d * n + p]! / 65536) * parts));
    const key = `${bodyOf[Math.floor(c / 3)]} ${axis} ${along[axis]! > 0} ${place}`, first = stands.get(key);
    if (first === undefined) stands.set(key, p);
    one[p] = first ?? p;
  }
  return one;
}

/** The triangles that keep three points. */
function left({ triangles }: FrameSet, count: number, one: Uint32Array): Coarse {
  const corners: number[] = [], facets: number[] = [];
  for (let facet = 0; facet < count; ++facet) {
    const [a, b, c] = [0, 1, 2].map((k) => one[triangles[3 * facet + k]!]!) as [number, number, number];
    if (a === b || b === c || c === a) continue;
    corners.push(a, b, c);
    facets.push(facet, facet, facet);
  }
  return { corners: Uint32Array.from(corners), facets: Uint32Array.from(facets) };
}
