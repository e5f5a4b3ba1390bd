// Folders as large as a report has to take, and with texts as bad: `node large.mjs RUN FRAMES OUT` makes
// OUT/long, a run with 1e6 rows of history and the frames of FRAMES, and OUT/wide, a study of 1,000
// cells like RUN.

import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync, openSync, writeSync, closeSync } from "node:fs";
import { join, resolve } from "node:path";

const [run, frames, out] = process.argv.slice(2).map((path) => resolve(path));
rmSync(out, { recursive: true, force: true });

function longRun() {
  const folder = join(out, "long");
  mkdirSync(folder, { recursive: true });
  for (const name of ["resolved.json", "summary.json"]) cpSync(join(frames, name), join(folder, name));
  symlinkSync(join(frames, "frames"), join(folder, "frames"));
  const file = openSync(join(folder, "history.csv"), "w");
  const columns = ["total_energy_J", "kinetic_energy_J", "strain_energy_J", "contacts", "solver_iterations",
    "wall_solver_s"];
  writeSync(file, ["step", "time_s", ...columns].join(",") + "\n");
  for (let from = 0; from < 1_000_000; from += 10_000) {
    let text = "";
    for (let i = from; i < from + 10_000; ++i)
      text += `${i},${i * 1e-6},${columns.map((_, c) => (1 + c) * 1e3 + Math.sin(i * (1e-4 + c * 1e-5)) * 50 + ((i * 2654435761) % 1000) / 100)}\n`;
    writeSync(file, text);
  }
  closeSync(file);
}

function wideStudy() {
  const folder = join(out, "wide");
  const rows = readFileSync(join(run, "history.csv"), "utf8").split("\n").slice(0, 301).join("\n") + "\n";
  const evil = ["</script><script>window.hacked=1</script>", "<img src=x onerror=window.hacked=1>", "\u202eright to left", "Ünïcode 中文 🧱"];
  const axes = [{ name: "law", labels: ["a", ...evil] }, { name: "solver", labels: [..."pqrstuvwxy"] },
    { name: "mesh", labels: Array.from({ length: 20 }, (_, i) => (i === 1 ? "0.31416000000000005" : String(i))) }].map((axis) => ({ ...axis, values: axis.labels.map(() => null) }));
  const cells = [];
  for (const law of axes[0].labels) for (const solver of axes[1].labels) for (const mesh of axes[2].labels) {
    const index = cells.length, name = `cells/${String(index).padStart(4, "0")}`;
    const crashed = index % 17 === 3;
    if (!crashed) {
      mkdirSync(join(folder, name), { recursive: true });
      for (const file of ["resolved.json", "summary.json"]) cpSync(join(run, file), join(folder, name, file));
      writeFileSync(join(folder, name, "history.csv"), rows);
      symlinkSync(join(run, "frames"), join(folder, name, "frames"));
    }
    cells.push({ index, folder: name, axes: { law, solver, mesh }, status: crashed ? "crashed" : "ok",
      reason: crashed ? `signal 11 ${evil[index % 4]}` : "", exact: { path_m: 1 }, accepted: crashed ? null : true,
      metrics: { path_m: crashed ? null : 1 + 0.1 * Math.sin(index), stop_s: crashed ? null : index } });
  }
  const metric = (name, unit) => ({ name, unit, timing: false, exact: name === "path_m" ? 1 : null, accept: null });
  writeFileSync(join(folder, "results.json"), JSON.stringify({ tactus_study: 1, name: evil[0], description: evil[1], parameters: { v0: 2 }, axes,
    metrics: [metric("path_m", "m"), metric("stop_s", "s")], orders: [], baseline: null, cells }));
}

longRun();
wideStudy();
