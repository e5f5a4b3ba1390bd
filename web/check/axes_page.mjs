// The page that axes.mjs draws charts on: the program's own chart, with data that the test knows.

import "../src/style.css";
import "uplot/dist/uPlot.min.css";
import { Chart } from "../src/chart";

window.draw = (lines, options) => {
  const chart = new Chart();
  document.body.replaceChildren(chart.element);
  chart.draw(lines.map((line) => ({ label: "", colour: () => "#07c", dash: [], ...line })), options);
};
document.documentElement.dataset.ready = "1";
