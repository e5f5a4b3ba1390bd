// Writes folders of runs in space that are known by heart: `node space_runs.mjs OUT [plate]`.
//   cube   one cube of six tetrahedra, each with a stress of its own, and one contact force
//   ground the same on a half-space, whose point is far away
//   plate  only where asked for: 158 x 158 cells that wave, 1e5 facets, 50 frames, 553 MB

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const out = resolve(process.argv[2]);

/** A frame as core/record/vtu_writer writes it; fields that pages do not read are left out. */
function vtu({ time, points, tetrahedra, velocity, force, stress, ground = [] }) {
  const cells = tetrahedra.length / 4 + ground.length, elements = cells - ground.length, arrays = [], blocks = [];
  let offset = 0;
  const array = (type, name, parts, data) => {
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength), size = Buffer.alloc(8);
    size.writeBigUInt64LE(BigInt(bytes.length));
    blocks.push(size, bytes);
    const text = `<DataArray type="${type}" Name="${name}" NumberOfComponents="${parts}" format="appended" offset="${offset}"/>`;
    offset += 8 + bytes.length;
    return text;
  };
  const wide = (list) => BigInt64Array.from(list, (value) => BigInt(value));
  const header = `<?xml version="1.0"?>
<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64">
<UnstructuredGrid>
<!-- body 0: block -->
${ground.map(() => "<!-- body 1: ground -->\n<!-- half_space 1: 0 0 1 -->\n").join("")}<FieldData>
<DataArray type="Float64" Name="TimeValue" NumberOfComponents="1" NumberOfTuples="1" format="ascii">${time}</DataArray>
</FieldData>
<Piece NumberOfPoints="${points.length / 3}" NumberOfCells="${cells}">
<Points>
${array("Float64", "Points", 3, points)}
</Points>
<Cells>
${array("Int64", "connectivity", 1, wide([...tetrahedra, ...ground]))}
${array("Int64", "offsets", 1, BigInt64Array.from({ length: cells }, (_, c) => BigInt(Math.min(4 * (c + 1), 4 * elements + Math.max(0, c + 1 - elements)))))}
${array("UInt8", "types", 1, new Uint8Array(cells).fill(10, 0, elements).fill(1, elements))}
</Cells>
<PointData>
${array("Float64", "velocity", 3, velocity)}
${array("Float64", "contact_force", 3, force)}
</PointData>
<CellData>
${array("Int32", "body", 1, new Int32Array(cells).fill(1, elements))}
${array("Float64", "von_mises", 1, stress)}
</CellData>
</Piece>
</UnstructuredGrid>
<AppendedData encoding="raw">
_`;
  arrays.push(Buffer.from(header), ...blocks, Buffer.from("\n</AppendedData>\n</VTKFile>\n"));
  return Buffer.concat(arrays);
}

function run(name, frames, frameAt) {
  const folder = join(out, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "frames"), { recursive: true });
  writeFileSync(join(folder, "resolved.json"), JSON.stringify({ description: name, dimension: 3 }));
  writeFileSync(join(folder, "summary.json"), JSON.stringify({ name, status: "completed", reason: "", sound: true, findings: [] }));
  for (let f = 0; f < frames; ++f)
    writeFileSync(join(folder, "frames", `${String(f).padStart(6, "0")}.vtu`), vtu(frameAt(f)));
}

/** Cells of a box, each of six tetrahedra along its main diagonal. */
function box(nx, ny, nz) {
  const at = (x, y, z) => x + (nx + 1) * (y + (ny + 1) * z), points = [], tetrahedra = [];
  for (let z = 0; z <= nz; ++z) for (let y = 0; y <= ny; ++y) for (let x = 0; x <= nx; ++x) points.push(x, y, z);
  for (let z = 0; z < nz; ++z) for (let y = 0; y < ny; ++y) for (let x = 0; x < nx; ++x)
    for (const [one, two] of [[1, 3], [3, 2], [2, 6], [6, 4], [4, 5], [5, 1]]) {
      const corner = (c) => at(x + (c & 1), y + ((c >> 1) & 1), z + (c >> 2));
      tetrahedra.push(corner(0), corner(one), corner(two), corner(7));
    }
  return { points: Float64Array.from(points), tetrahedra };
}

function cube() {
  const { points, tetrahedra } = box(1, 1, 1);
  const velocity = new Float64Array(24), force = new Float64Array(24);
  for (let p = 0; p < 8; ++p) velocity[3 * p] = (p + 1) / 8;  // up to 1 m/s, at the corner (1, 1, 1)
  force.set([60, -80, 0], 3 * 5);  // at (1, 0, 1), outwards: nothing hides it
  const stress = Float64Array.from([100, 20, 60, 80, 40, 120]);
  run("cube", 3, (f) => ({ time: f, points, tetrahedra, velocity, force, stress }));
  const more = (list, ...numbers) => Float64Array.from([...list, ...numbers]);
  run("ground", 3, (f) => ({ time: f, points: more(points, 40, -70, 0), tetrahedra, velocity: more(velocity, 0, 0, 0),
    force: more(force, 0, 0, -500), stress: more(stress, 0), ground: [8] }));
}

function plate() {
  const n = 158, { points, tetrahedra } = box(n, n, 1);
  run("plate", 50, (f) => {
    const moved = Float64Array.from(points), velocity = new Float64Array(points.length), force = new Float64Array(points.length);
    for (let i = 0; i < points.length; i += 3) {
      const far = Math.hypot(points[i] - n / 2, points[i + 1] - n / 2);
      moved[i + 2] += 6 * Math.sin(0.2 * far - 0.3 * f) * Math.exp(-far / n);
      velocity[i + 2] = -1.8 * Math.cos(0.2 * far - 0.3 * f) * Math.exp(-far / n);
    }
    const stress = Float64Array.from({ length: tetrahedra.length / 4 }, (_, e) => 1e5 * (1 + Math.sin(1e-3 * e + 0.3 * f)));
    return { time: f, points: moved, tetrahedra, velocity, force, stress };
  });
}

cube();
if (process.argv[3] === "plate") plate();
