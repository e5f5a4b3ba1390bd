// Where the results were made.

import { h } from "../dom";
import { count, number } from "../format";
import type { Section } from "../section";

export const machine: Section = {
  id: "machine",
  title: "Machine",
  build({ page }) {
    if (page.machines.length === 0) return "No resolved configuration names a machine.";
    const known = page.cells.filter((cell) => cell.machine >= 0).length;
    return h("div", {},
      page.machines.length > 1 && h("p", { class: "warning" },
        `Cells were made on ${page.machines.length} different machines or programs: do not compare their times.`),
      ...page.machines.map((one, m) => {
        const users = page.cells.filter((cell) => cell.machine === m).length;
        const facts: [string, string][] = [
          ["program", `tactus ${one.tactus}`], ["system", one.system], ["processor", one.processor],
          ["cores", number(one.cores)], ["memory", one.memory_MiB === null ? "" : `${number(one.memory_MiB)} MiB`],
          ["compiler", one.compiler], ["binary interface", one.fingerprint],
          ["cells", users === known && known > 1 ? `all ${known}` : count(users, "cell")]];
        return h("dl", { class: "facts" }, ...facts.filter(([, value]) => value !== "").map(([name, value]) =>
          h("div", {}, h("dt", {}, name), h("dd", {}, value))));
      }));
  },
};
