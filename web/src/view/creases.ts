// The shape of a surface: normals of its facets, and which edges are drawn as lines: those where it turns, or ends.

import type { FrameSet } from "./frames_data";

const crease = Math.cos((30 * Math.PI) / 180) - 1e-6;

/** The unit normal of a facet of a frame; zero where the facet has no area. */
export function normalOf({ triangles, positions, source }: FrameSet, frame: number, facet: number, normal: Float32Array | Float64Array, at = 0): void {
  const n = source.points, from = 3 * n * frame, a = from + triangles[3 * facet]!, b = from + triangles[3 * facet + 1]!, c = from + triangles[3 * facet + 2]!;
  const [sx, sy, sz] = [source.box[3]! - source.box[0]!, source.box[4]! - source.box[1]!, source.box[5]! - source.box[2]!];
  const side = (to: number, d: number, scale: number) => (positions[to + d * n]! - positions[a + d * n]!) * scale;
  const ux = side(b, 0, sx), uy = side(b, 1, sy), uz = side(b, 2, sz), vx = side(c, 0, sx), vy = side(c, 1, sy), vz = side(c, 2, sz);
  const x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx, size = Math.sqrt(x * x + y * y + z * z) || 1;
  (normal[at] = x / size), (normal[at + 1] = y / size), (normal[at + 2] = z / size);
}

/** For each facet three bits: bit k is the edge opposite of corner k. Found at the first frame. `closed`: whether the
 *  surfaces of bodies are; half-spaces have ends. */
export function creasesOf(frames: FrameSet): { bits: Uint8Array; closed: boolean } {
  const { triangles, source } = frames, bits = new Uint8Array(source.triangles), normals = new Float64Array(3 * bits.length);
  for (let facet = 0; facet < bits.length; ++facet) normalOf(frames, 0, facet, normals, 3 * facet);
  const open = new Map<number, number>();  // edges whose second facet has not come yet: three times the facet, and k
  for (let facet = 0; facet < bits.length; ++facet)
    for (let k = 0; k < 3; ++k) {
      const one = triangles[3 * facet + ((k + 1) % 3)]!, two = triangles[3 * facet + ((k + 2) % 3)]!;
      const key = Math.min(one, two) * 0x4000000 + Math.max(one, two), other = open.get(key);
      if (other === undefined) {
        open.set(key, 3 * facet + k);
        continue;
      }
      open.delete(key);
      const a = 3 * facet, b = 3 * Math.floor(other / 3);
      if (normals[a]! * normals[b]! + normals[a + 1]! * normals[b + 1]! + normals[a + 2]! * normals[b + 2]! >= crease) continue;
      bits[facet]! |= 1 << k;
      bits[Math.floor(other / 3)]! |= 1 << (other % 3);
    }
  for (const end of open.values()) bits[Math.floor(end / 3)]! |= 1 << (end % 3);
  const bodies = 3 * (source.triangles - source.sheets);
  return { bits, closed: [...open.values()].every((end) => end >= bodies) };
}
