// Which plugins made the results, by version and SHA-256.

import { h } from "../dom";
import { count } from "../format";
import type { Section } from "../section";

export const plugins: Section = {
  id: "plugins",
  title: "Plugins",
  build({ page }) {
    if (page.plugins.length === 0) return "No resolved configuration names the plugins.";
    const known = page.cells.filter((cell) => cell.plugins.length > 0).length;
    const users = page.plugins.map((_, p) => page.cells.filter((cell) => cell.plugins.includes(p)).length);
    const twice = page.plugins.map((plugin) => plugin.name)
      .filter((name, i, all) => all.indexOf(name) !== i).filter((name, i, all) => all.indexOf(name) === i);
    return h("div", {},
      twice.length > 0 && h("p", { class: "warning" }, `Cells were made with different builds of ${twice.join(", ")}: ` +
        "compare them with that in mind."),
      h("div", { class: "scroll" }, h("table", { class: "stacked" },
        h("thead", {}, h("tr", {}, ...["plugin", "version", "SHA-256", "cells"].map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, ...page.plugins.map((plugin, p) => h("tr", {},
          h("th", { scope: "row", title: plugin.path }, plugin.name), h("td", { "data-head": "version" }, plugin.version),
          h("td", { "data-head": "SHA-256", class: "code hash" }, plugin.sha256),
          h("td", { "data-head": "cells" }, users[p] === known ? `all ${known > 1 ? known : ""}`.trim() : count(users[p]!, "cell"))))))));
  },
};
