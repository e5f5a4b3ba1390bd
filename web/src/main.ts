// The page of `tactus report`: its head, its sections in order, and a sentence where something fails.

import "./style.css";
import "uplot/dist/uPlot.min.css";
import { readPage, type Page } from "./data";
import { h } from "./dom";
import { count } from "./format";
import { answer } from "./sections/answer";
import { configuration } from "./sections/configuration";
import { convergence } from "./sections/convergence";
import { curves } from "./sections/curves";
import { frames } from "./sections/frames";
import { heatMap } from "./sections/heat_map";
import { machine } from "./sections/machine";
import { plugins } from "./sections/plugins";
import { table } from "./sections/table";
import type { Section } from "./section";
import { Report } from "./state";
import { startTheme, themeButton } from "./theme";

const sections: Section[] = [answer, table, curves, convergence, heatMap, frames, configuration, plugins, machine];

function head(page: Page): HTMLElement {
  const runs = page.cells.filter((cell) => cell.study < 0).length;
  const parts = [page.studies.length > 0 && count(page.studies.length, "study", "studies"),
    page.studies.length > 0 && count(page.cells.length - runs, "cell"), runs > 0 && count(runs, "run")];
  return h("header", {}, h("div", {}, h("p", { class: "kind" }, "Tactus report"), h("h1", {}, page.title),
    h("p", { class: "quiet" }, [...parts.filter(Boolean), page.program].join(" · "))), themeButton());
}

/** The section; one that fails says so and leaves the others alone. */
function built(section: Section, report: Report): { element: HTMLElement; empty: boolean } {
  let body: HTMLElement | string;
  try {
    body = section.build(report);
  } catch (error) {
    console.error(error);
    body = `This section cannot be shown: ${error instanceof Error ? error.message : String(error)}.`;
  }
  const empty = typeof body === "string";
  return { empty, element: h("section", { id: section.id, class: empty ? "empty" : undefined }, h("h2", {}, section.title),
    typeof body === "string" ? h("p", { class: "quiet" }, body) : body) };
}

function start(): void {
  startTheme();
  const place = document.getElementById("tactus-page")!;
  try {
    const page = readPage();
    document.title = `${page.title} – Tactus report`;
    const report = new Report(page);
    const nav = h("nav", { "aria-label": "Sections" });
    const main = h("main", {});
    place.replaceChildren(head(page), nav, main);
    // Each section is in the document before the next one is made: charts ask for their width.
    for (const section of sections) {
      const start = performance.now();
      const { element, empty } = built(section, report);
      main.append(element);
      performance.measure(section.id, { start });
      nav.append(h("a", { href: "#" + section.id, class: empty ? "quiet" : undefined }, section.title));
    }
    followScroll(nav, main);
  } catch (error) {
    place.replaceChildren(h("p", { class: "warning" },
      `This page cannot be shown: ${error instanceof Error ? error.message : String(error)}. Write it again with tactus report.`));
  }
  window.addEventListener("beforeprint", () =>
    document.querySelectorAll<HTMLDetailsElement>("details:not(.long)").forEach((details) => {
      details.open = true;
      details.dispatchEvent(new Event("toggle"));  // its own comes after the page has been laid out
    }));
  document.documentElement.dataset["ready"] = String(Math.round(performance.now()));
}

/** Marks the section that is being read. */
function followScroll(nav: HTMLElement, main: HTMLElement): void {
  const links = [...nav.querySelectorAll("a")];
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries)
      if (entry.isIntersecting)
        for (const link of links) {
          if (link.hash === "#" + entry.target.id) link.setAttribute("aria-current", "true");
          else link.removeAttribute("aria-current");
        }
  }, { rootMargin: "-10% 0px -80% 0px" });
  for (const section of main.children) seen.observe(section);
}

start();
