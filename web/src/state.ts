// What several sections share: the data, and which cells are drawn as curves.

import type { Cell, Page, Study } from "./data";

export class Report {
  /** Cells whose histories are drawn. */
  readonly chosen = new Set<number>();
  private readonly listeners: (() => void)[] = [];

  constructor(readonly page: Page) {
    for (const i of this.firstChoice()) this.chosen.add(i);
  }

  choose(cells: Iterable<number>, on: boolean): void {
    for (const i of cells) on ? this.chosen.add(i) : this.chosen.delete(i);
    for (const listener of this.listeners) listener();
  }

  onChoice(listener: () => void): void {
    this.listeners.push(listener);
  }

  cellsOf(study: number): number[] {
    return this.page.cells.flatMap((cell, i) => (cell.study === study ? [i] : []));
  }

  /** The studies, then the runs that were given by themselves. */
  groups(): { study: Study | null; cells: number[] }[] {
    const groups: { study: Study | null; cells: number[] }[] =
      this.page.studies.map((study, i) => ({ study, cells: this.cellsOf(i) }));
    const alone = this.cellsOf(-1);
    return alone.length > 0 || groups.length === 0 ? [...groups, { study: null, cells: alone }] : groups;
  }

  /** A few cells that belong together: those along the first axis if there are some, else the first ones. */
  private firstChoice(): number[] {
    const drawn = this.page.cells.flatMap((cell, i) => (cell.history ? [i] : []));
    const first = drawn[0];
    if (first === undefined) return [];
    const alike = drawn.filter((i) => differOnlyAlong(this.page, first, i));
    return alike.length > 1 ? alike.slice(0, 6) : drawn.slice(0, 6);
  }
}

function differOnlyAlong(page: Page, a: number, b: number): boolean {
  const one = page.cells[a]!, other = page.cells[b]!;
  const study = page.studies[one.study];
  if (!study || one.study !== other.study) return false;
  return study.axes.slice(1).every((axis) => one.axes[axis.name] === other.axes[axis.name]);
}

/** Words for a status; what is not "ok" has no results to lean on. */
export const statusWords: Record<string, string> = {
  invalid: "mistake", ok: "ok", completed: "completed", unsound: "not sound", not_accepted: "not accepted",
  refused: "does not fit", not_converged: "not converged", crashed: "crashed", timeout: "out of time",
  memory: "out of memory", not_finite: "not finite", interrupted: "interrupted", failed: "failed",
  unknown: "unknown",
};

export function statusOf(cell: Cell): string {
  return statusWords[cell.status] ?? cell.status;
}

/** Kinds that are told apart by colour and by sign: fine, doubtful, without a result, and never meant to
 *  have one, because its parts do not fit together. */
export function gravity(cell: Cell): "good" | "doubt" | "bad" | "idle" {
  if (cell.status === "refused") return "idle";
  if (cell.status === "ok" || cell.status === "completed") return cell.problems.length > 0 ? "doubt" : "good";
  return ["unsound", "not_accepted", "interrupted", "unknown"].includes(cell.status) ? "doubt" : "bad";
}
