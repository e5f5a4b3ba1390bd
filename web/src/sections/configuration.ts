// What was configured: the values in which cells differ, then the whole configuration of the first
// one with those values marked.

import type { Page } from "../data";
import { h } from "../dom";
import { count, listed } from "../format";
import type { Section } from "../section";

const mostColumns = 6;  // with more cells, values are gathered and the cells listed beside them

export const configuration: Section = {
  id: "configuration",
  title: "Configuration",
  build(report) {
    const { page } = report;
    if (page.configuration === null || page.configuration === undefined)
      return "No resolved configuration was found.";
    const known = page.cells.flatMap((cell, i) => (cell.machine >= 0 || cell.changes.length > 0 ? [i] : []));
    const varied = page.pointers.map((_, p) => p);
    return h("div", {},
      known.length < 2 ? h("p", { class: "quiet" }, "One configuration: there is nothing to compare it with.")
        : varied.length === 0 ? h("p", {}, `The configurations of all ${known.length} cells say the same.`)
        : differences(page, known),
      whole(page, known));
  },
};

/** The text is made when somebody opens it. */
function whole(page: Page, known: number[]): HTMLElement {
  const text = h("pre", { class: "code" });
  const of = known.length > 1 ? ` of ${page.cells[known[0]!]!.label}` : "";
  return h("details", { class: "long", toggle: () => {
    if (!text.firstChild) text.append(...pretty(page.configuration, "", "", new Marked(page.pointers)));
  } }, h("summary", {}, `The whole configuration${of}, every default filled in`), text);
}

/** Pointers of values that differ, and of everything round them. */
class Marked {
  readonly values: Set<string>;
  readonly around = new Set<string>();
  constructor(pointers: string[]) {
    this.values = new Set(pointers);
    for (const pointer of pointers)
      for (let end = pointer.lastIndexOf("/"); end >= 0; end = end > 0 ? pointer.lastIndexOf("/", end - 1) : -1)
        this.around.add(pointer.slice(0, end));
  }
}

function at(configuration: unknown, pointer: string): string | null {
  let value = configuration;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !(key in value)) return null;
    value = (value as Record<string, unknown>)[key];
  }
  return JSON.stringify(value);
}

/** A value as short text. */
function shown(text: string | null): string {
  if (text === null) return "absent";
  const value = JSON.parse(text) as unknown, line = spaced(JSON.stringify(value), value);
  return line.length > 160 ? line.slice(0, 150) + " …" : line;
}

/** Text of a value in every cell, by pointer. */
function valuesOf(page: Page, known: number[], changes: Map<number, string | null>[], p: number): Map<number, string | null> {
  const base = at(page.configuration, page.pointers[p]!);
  return new Map(known.map((i, k) => [i, changes[k]!.has(p) ? changes[k]!.get(p)! : base]));
}

function differences(page: Page, known: number[]): HTMLElement {
  const changes = known.map((i) => new Map(page.cells[i]!.changes));
  const said = h("p", {}, `${count(page.pointers.length, "value")} of the configuration ${page.pointers.length === 1 ? "differs" : "differ"} between ${count(known.length, "cell")}.`);
  return h("div", {}, said, known.length <= mostColumns ? sideBySide(page, known, changes) : gathered(page, known, changes));
}

type Changes = Map<number, string | null>[];

function sideBySide(page: Page, known: number[], changes: Changes): HTMLElement {
  return h("div", { class: "scroll" }, h("table", { class: "differences" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "value"),
      ...known.map((i) => h("th", { scope: "col" }, page.cells[i]!.label)))),
    h("tbody", {}, ...page.pointers.map((pointer, p) => {
      const values = valuesOf(page, known, changes, p);
      const first = shown(values.get(known[0]!) ?? null);
      return h("tr", {}, h("th", { scope: "row", class: "code" }, pointer), ...known.map((i) => {
        const value = values.get(i) ?? null;
        return h("td", { class: shown(value) === first ? "code" : "code other", "data-head": page.cells[i]!.label }, shown(value));
      }));
    }))));
}

function gathered(page: Page, known: number[], changes: Changes): HTMLElement {
  return h("table", { class: "differences" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "value"), h("th", { scope: "col" }, "what it is, in how many cells"))),
    h("tbody", {}, ...page.pointers.map((pointer, p) => {
      const groups = new Map<string, number[]>();
      for (const [i, value] of valuesOf(page, known, changes, p)) {
        const key = shown(value);
        const group = groups.get(key);
        group ? group.push(i) : groups.set(key, [i]);
      }
      const all = [...groups].sort((a, b) => b[1].length - a[1].length);
      return h("tr", {}, h("th", { scope: "row", class: "code" }, pointer), h("td", { "data-head": "values" },
        h("ul", { class: "plain" }, ...all.slice(0, 12).map(([value, cells]) => h("li", {},
          h("span", { class: "code" }, value), h("span", { class: "quiet", title: listed(cells.map((i) => page.cells[i]!.label), 30) }, ` in ${count(cells.length, "cell")}`)))),
        all.length > 12 && h("p", { class: "quiet" }, `and ${all.length - 12} other values`)));
    })));
}

/** A value as indented JSON; short lists and objects stay on a line. */
function pretty(value: unknown, indent: string, pointer: string, marked: Marked): (Node | string)[] {
  const flat = JSON.stringify(value) ?? "null";
  const inner = marked.around.has(pointer);
  if (typeof value !== "object" || value === null || (flat.length < 70 && !inner))
    return [marked.values.has(pointer) ? h("mark", {}, spaced(flat, value)) : spaced(flat, value)];
  const list = Array.isArray(value);
  const members = Object.entries(value as Record<string, unknown>);
  const body: (Node | string)[] = [list ? "[\n" : "{\n"];
  members.forEach(([key, member], i) => {
    const token = key.replaceAll("~", "~0").replaceAll("/", "~1");
    body.push(indent + "  ", ...(list ? [] : [JSON.stringify(key) + ": "]),
      ...pretty(member, indent + "  ", `${pointer}/${token}`, marked), i + 1 < members.length ? ",\n" : "\n");
  });
  return [...body, indent + (list ? "]" : "}")];
}

function spaced(flat: string, value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value, null, 1).replace(/\n\s*/g, " ") : flat;
}
