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
      h("details", {}, h("summary", {}, `The whole configuration${known.length > 1 ? ` of ${page.cells[known[0]!]!.label}` : ""}, every default filled in`),
        h("pre", { class: "code" }, ...pretty(page.configuration, "", "", new Set(page.pointers)))));
  },
};

function at(configuration: unknown, pointer: string): string | null {
  let value = configuration;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !(key in value)) return null;
    value = (value as Record<string, unknown>)[key];
  }
  return JSON.stringify(value);
}

/** Text of a value in every cell, by pointer. */
function valuesOf(page: Page, known: number[], p: number): Map<number, string | null> {
  const base = at(page.configuration, page.pointers[p]!);
  return new Map(known.map((i) => {
    const change = page.cells[i]!.changes.find(([pointer]) => pointer === p);
    return [i, change ? change[1] : base];
  }));
}

function differences(page: Page, known: number[]): HTMLElement {
  const said = h("p", {}, `${count(page.pointers.length, "value")} of the configuration ${page.pointers.length === 1 ? "differs" : "differ"} between ${count(known.length, "cell")}.`);
  return h("div", {}, said, known.length <= mostColumns ? sideBySide(page, known) : gathered(page, known));
}

function sideBySide(page: Page, known: number[]): HTMLElement {
  return h("div", { class: "scroll" }, h("table", { class: "differences" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "value"),
      ...known.map((i) => h("th", { scope: "col" }, page.cells[i]!.label)))),
    h("tbody", {}, ...page.pointers.map((pointer, p) => {
      const values = valuesOf(page, known, p);
      const first = values.get(known[0]!);
      return h("tr", {}, h("th", { scope: "row", class: "code" }, pointer), ...known.map((i) => {
        const value = values.get(i) ?? null;
        return h("td", { class: value === first ? "code" : "code other", "data-head": page.cells[i]!.label }, value ?? "absent");
      }));
    }))));
}

function gathered(page: Page, known: number[]): HTMLElement {
  return h("table", { class: "differences" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "value"), h("th", { scope: "col" }, "what it is, in how many cells"))),
    h("tbody", {}, ...page.pointers.map((pointer, p) => {
      const groups = new Map<string, number[]>();
      for (const [i, value] of valuesOf(page, known, p)) {
        const key = value ?? "absent";
        groups.set(key, [...(groups.get(key) ?? []), i]);
      }
      const all = [...groups].sort((a, b) => b[1].length - a[1].length);
      return h("tr", {}, h("th", { scope: "row", class: "code" }, pointer), h("td", { "data-head": "values" },
        h("ul", { class: "plain" }, ...all.slice(0, 12).map(([value, cells]) => h("li", {},
          h("span", { class: "code" }, value), h("span", { class: "quiet", title: listed(cells.map((i) => page.cells[i]!.label), 30) }, ` in ${count(cells.length, "cell")}`)))),
        all.length > 12 && h("p", { class: "quiet" }, `and ${all.length - 12} other values`)));
    })));
}

/** A value as indented JSON; short lists and objects stay on a line. */
function pretty(value: unknown, indent: string, pointer: string, marked: Set<string>): (Node | string)[] {
  const flat = JSON.stringify(value) ?? "null";
  const inner = [...marked].some((one) => one.startsWith(pointer + "/"));
  if (typeof value !== "object" || value === null || (flat.length < 70 && !inner))
    return [marked.has(pointer) ? h("mark", {}, spaced(flat, value)) : spaced(flat, value)];
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
