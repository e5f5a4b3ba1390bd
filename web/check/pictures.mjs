// Takes a picture of parts of a report, for the documentation: `node pictures.mjs PAGE FILE.png WIDTH PART...`
// A part is a section's id ("answer", "table", "frames"), or any CSS selector of one element; what lies between the
// first and the last one is in the picture. `--height=N` cuts it off below; `--frame=S` sets the slider of the frames
// to this share of its way, `--filter=WORDS` shows rows of the table that have them, `--draw=COLUMN` and
// `--metric=NAME` choose what curves and heat map show, by the beginning of its name.

import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Browser } from "./webdriver.mjs";

const given = process.argv.slice(2);
const option = (name) => given.find((word) => word.startsWith(`--${name}=`))?.split("=")[1];
const [page, file, width, ...parts] = given.filter((word) => !word.startsWith("--"));
const selectors = parts.map((part) => (/^[a-z]+$/.test(part) ? `section#${part}` : part));
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

const browser = await Browser.start({ width: Number(width), height: 900 });
try {
  await browser.size(Number(width), 900);
  await browser.scheme("light");
  await browser.open(pathToFileURL(resolve(page)).href);
  await browser.until(`document.documentElement.dataset.ready !== undefined`, "the page is ready");
  // A scrollbar would make the page narrower than it is in the picture.
  await browser.run(`document.documentElement.style.overflow = "hidden"`);
  const words = option("filter");
  if (words !== undefined)
    await browser.run(`(() => { const box = document.querySelector("input[type=search]");
      box.value = ${JSON.stringify(words)}; box.dispatchEvent(new Event("input")); })()`);
  for (const [given, section] of [["draw", "curves"], ["metric", "heat"]]) {
    const name = option(given);
    if (name !== undefined)
      await browser.run(`(() => { const list = document.querySelector("#${section} select");
        list.value = [...list.options].find((one) => one.value.startsWith(${JSON.stringify(name)})).value;
        list.dispatchEvent(new Event("change")); })()`);
  }
  const shown = JSON.stringify(selectors.filter((selector) => selector.startsWith("section#")));
  await browser.run(`document.querySelectorAll("section").forEach((section) => {
    section.style.contentVisibility = "visible";
    if (${shown}.length > 0 && !${shown}.some((one) => section.matches(one))) section.hidden = true; })`);
  const frame = option("frame");
  if (frame !== undefined)
    await browser.run(`(() => { const slider = document.querySelector(".player input");
      slider.value = String(Number(slider.max) * ${Number(frame)});
      slider.dispatchEvent(new Event("input")); })()`);
  await wait(600);
  const box = await browser.run(`(() => { const boxes = ${JSON.stringify(selectors)}.map((one) => document.querySelector(one).getBoundingClientRect());
    const top = Math.min(...boxes.map((one) => one.top)) + scrollY, bottom = Math.max(...boxes.map((one) => one.bottom)) + scrollY;
    const left = Math.min(...boxes.map((one) => one.left)), right = Math.max(...boxes.map((one) => one.right));
    return { x: Math.max(0, left - 8), y: Math.max(0, top - 8), width: right - left + 16, height: bottom - top + 16 }; })()`);
  box.height = Math.min(box.height, Number(option("height") ?? Infinity));
  writeFileSync(file, await browser.picture(box));
} finally {
  await browser.stop();
}
