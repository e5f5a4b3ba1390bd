// The frames of a cell as numbers: positions, speeds, stresses and forces of each moment. In space the triangles are
// the facets of the surface.

import type { Frames } from "../data";
import { inflate, summed, unshuffled } from "../decode";

export interface FrameSet {
  source: Frames;
  times: Float64Array;         // s
  triangles: Uint32Array;      // three corners each
  lone: Uint32Array;           // points that are particles
  bodyOf: Uint16Array;         // of each triangle, then of each lone point
  outline: Uint32Array;        // in the plane: two points per edge of a body that belongs to one triangle alone
  positions: Uint16Array;      // per frame: x of all points, then y, then z
  speeds: Uint8Array;          // per frame and point
  stresses: Uint8Array | null; // per frame and triangle
  forceStart: Uint32Array;     // per frame, where its forces begin; one more at the end
  forcePoint: Uint32Array;
  forceX: Int16Array;
  forceY: Int16Array;
  forceZ: Int16Array;          // empty in the plane
}

export async function loadFrames(source: Frames): Promise<FrameSet> {
  const [times, mesh, positions, speeds, stresses, forces] = await Promise.all(
    [source.times, source.mesh, source.positions, source.speeds, source.stresses, source.forces].map(inflate)) as
    [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  const corners = 3 * source.triangles;
  const bodies = 4 * corners;
  // n lone points take 4 n bytes, and 2 n of the bodies: what is left of the mesh tells n.
  const n = (mesh.length - bodies - 2 * source.triangles) / 6;
  const copy = (from: number, to: number) => mesh.slice(from, to).buffer;
  const triangles = source.dim === 2 ? new Uint32Array(copy(0, bodies))
    : summed(new Uint32Array(unshuffled(mesh.subarray(0, bodies), 4)), 1);
  return {
    source, triangles, times: new Float64Array(unshuffled(times, 8)),
    lone: new Uint32Array(copy(bodies, bodies + 4 * n)),
    bodyOf: new Uint16Array(copy(bodies + 4 * n, mesh.length)),
    outline: source.dim === 2 ? outlineOf(triangles.subarray(0, 3 * (source.triangles - source.sheets))) : new Uint32Array(0),
    positions: summed(new Uint16Array(unshuffled(positions, 2)), source.dim * source.points),
    speeds: summed(speeds, source.points),
    stresses: source.stress === null ? null : summed(stresses, source.triangles),
    ...forcesOf(forces, source),
  };
}

/** Edges of one triangle alone. */
function outlineOf(triangles: Uint32Array): Uint32Array {
  const seen = new Map<number, [number, number] | null>();
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; ++k) {
      const a = triangles[t + k]!, b = triangles[t + ((k + 1) % 3)]!;
      const key = Math.min(a, b) * 0x4000000 + Math.max(a, b);
      seen.set(key, seen.has(key) ? null : [a, b]);
    }
  return Uint32Array.from([...seen.values()].flatMap((edge) => edge ?? []));
}

function forcesOf(bytes: Uint8Array, { count: frames, dim }: Frames) {
  const counts = new Uint32Array(bytes.slice(0, 4 * frames).buffer);
  const forceStart = new Uint32Array(frames + 1);
  for (let f = 0; f < frames; ++f) forceStart[f + 1] = forceStart[f]! + counts[f]!;
  const n = forceStart[frames]!;
  let at = 4 * frames;
  const next = (size: number) => bytes.slice(at, (at += size)).buffer;
  return { forceStart, forcePoint: new Uint32Array(next(4 * n)), forceX: new Int16Array(next(2 * n)), forceY: new Int16Array(next(2 * n)),
    forceZ: new Int16Array(next(dim === 3 ? 2 * n : 0)) };
}
