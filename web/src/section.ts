// A section of the page: a title, what it is about, and a body made of the data.

import type { Report } from "./state";

export interface Section {
  id: string;
  title: string;
  /** The body, or a sentence that says why there is none. */
  build(report: Report): HTMLElement | string;
}
