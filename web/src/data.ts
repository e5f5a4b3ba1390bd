// What `tactus report` puts into the page, as types. The writer is apps/report (report.cpp and its parts); the
// two files change together. Numbers that are not finite come as null.

import { shortenLabels } from "./labels";

export type Status =
  | "invalid" | "ok" | "unsound" | "not_accepted" | "refused" | "not_converged" | "crashed" | "timeout"
  | "memory" | "not_finite" | "interrupted" | "completed" | "failed" | "unknown";

/** Base64 of zlib-compressed bytes: see decode.ts. */
export type Blob64 = string;

export interface Axis {
  name: string;
  labels: string[];
  values: (number | null)[];
}

export interface Metric {
  name: string;
  unit: string;
  timing: boolean;
  best?: string;           // "least", "greatest", "none": which value is the best; else the nearest to the exact one
  spread?: number | null;  // of times that were measured at least twice and alone; null: none can be called the best
  exact: number | null;
  accept: Record<string, unknown> | null;
  absolute: boolean;       // errors are differences: some cell's exact value is 0; worked out by readPage()
}

export interface Order {
  name: string;
  of: string;
  along: string;
  accept: Record<string, unknown> | null;
  rows: OrderRow[];
}

/** Observed orders of one combination of the other axes, from the coarsest to the finest cells. */
export interface OrderRow {
  axes: Record<string, string>;
  order: number | null;          // of the finest cells
  observed: ObservedOrder[];
  none_because?: string;         // why there are none
  extrapolated: number | null;   // value for a step of zero, where no exact value is known
  uncertainty: number | null;    // of the value of the finest cell
  steps?: (number | null)[];
  errors?: (number | null)[];    // distances from the exact value, one for each step
  changes?: (number | null)[];   // where none is known: from each step to the next
  accepted?: boolean;            // absent: the order has no limits
}

/** The order of two neighbouring cells or, where no exact value is known, of three. */
export interface ObservedOrder {
  order: number | null;
  cells: string[];               // labels, from coarse to fine
  none_because?: string;
}

/** The mean of a metric over the values of an axis, for one combination of the other axes. */
export interface Mean {
  name: string;
  of: string;
  along: string;
  accept: Record<string, unknown> | null;
  rows: MeanRow[];
}

export interface MeanRow {
  axes: Record<string, string>;
  mean: number | null;
  standard_error: number | null;
  cells: number;                 // that have a value
  exact: number | null;
  accepted?: boolean;            // absent: the mean has no limits
}

/** In what two runs differ: numbers at their ends, and curves over time. */
export interface Differences {
  numbers: { name: string; first: number; second: number }[];
  curves: { name: string; largest: number; of_size: number; l2: number; later_s: number | null }[];
}

export interface Study {
  name: string;
  description: string;
  folder: string;
  parameters: Record<string, unknown>;
  axes: Axis[];
  metrics: Metric[];
  orders: Order[];
  means?: Mean[];
  answer?: { metric: string; says: string }[];
  baseline: Record<string, string> | null;
}

/** A column of a history: constant, or float32 differences from `offset` in the history's data. */
export interface Column {
  name: number;           // position in Page.columns
  constant?: number;
  offset?: number;
  lost?: number;           // rows whose value is not finite
}

export interface History {
  rows: number;            // in the file
  points: number;          // in the page
  envelope: boolean;       // points are the extremes of ranges of rows, not rows
  columns: Column[];
  data: Blob64;
}

export interface Frames {
  dim: 2 | 3;              // in space: the surface of the bodies alone
  total: number;           // in the folder
  count: number;           // in the page, evenly spread: see frameNumber()
  times: Blob64;           // f64, shuffled
  points: number;
  triangles: number;
  sheets: number;          // the last so many triangles are half-spaces; in space they are seen from one side alone
  bodies: string[];
  box: number[];           // lowest coordinates, then highest [m]
  speed: number;           // m/s, greatest; a step of the scale is this / 255
  stress: number | null;   // Pa, greatest; null: no stress in the frames
  force: number;           // N, greatest component; a step is this / 32767
  mesh: Blob64;            // u32 corners of triangles (in space less the one before, shuffled), u32 lone points, u16 body of each cell
  positions: Blob64;       // u16, x of all points then y (then z), each frame less the one before, shuffled
  speeds: Blob64;          // u8 per point, each frame less the one before
  stresses: Blob64;        // u8 per triangle, likewise
  forces: Blob64;          // u32 count per frame; then of all: u32 point, i16 x, i16 y (, i16 z)
}

/** Which frame of the folder the n-th one in the page is; apps/report/frames_pack.cpp spreads them so. */
export function frameNumber(frames: Frames, n: number): number {
  return frames.count === 1 ? frames.total - 1 : Math.floor((n * (frames.total - 1)) / (frames.count - 1));
}

export interface Summary {
  sound: boolean | null;
  findings: string[];
  steps: number | null;
  retries: number | null;
  subdivided_steps: number | null;
  time_s: number | null;
  end_time_s: number | null;
  wall_s: number | null;
  energy_change_J: number | null;  // final - initial
  energy_change: number | null;    // the same / initial; null where the initial energy is next to none
}

export interface Cell {
  study: number;           // position in Page.studies; -1: a run given by itself
  label: string;
  folder: string;
  axes: Record<string, string>;
  status: Status;
  reason: string;
  description: string;
  metrics: Record<string, number | null>;
  exact: Record<string, number | null>;
  accepted: boolean | null;
  summary: Summary | null;
  history: History | null;
  frames: Frames | null;
  changes: [number, string | null][];  // position in Page.pointers, the value there; null: absent
  plugins: number[];
  machine: number;         // -1: not known
  problems: string[];      // what could not be read, in sentences
}

export interface Plugin {
  name: string;
  version: string;
  sha256: string;
  path: string;
}

export interface Machine {
  system: string;
  processor: string;
  cores: number | null;
  memory_MiB: number | null;
  compiler: string;
  tactus: string;
  fingerprint: string;
}

export interface Page {
  tactus_report: number;
  program: string;
  title: string;
  notes: string[];
  studies: Study[];
  cells: Cell[];
  columns: string[];
  pointers: string[];
  configuration: unknown;  // of the first cell that has one
  plugins: Plugin[];
  machines: Machine[];
  differences?: Differences | null;  // of two runs
}

/** The data of this page. */
export function readPage(): Page {
  const text = document.getElementById("tactus-data")?.textContent ?? "";
  // Marks that turn the direction of what follows would turn the page's own sentences round.
  const page = JSON.parse(text.replace(/[\u202A-\u202E\u2066-\u2069]/g, "\uFFFD")) as Page;
  if (page.tactus_report !== 1)
    throw new Error(`the data have version ${page.tactus_report}, and this page knows version 1`);
  shortenLabels(page);
  page.studies.forEach((study, s) => {
    for (const metric of study.metrics)
      metric.absolute = page.cells.some((cell) => cell.study === s && (cell.exact[metric.name] ?? metric.exact) === 0);
  });
  return page;
}
