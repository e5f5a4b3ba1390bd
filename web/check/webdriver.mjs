// A browser driven over the WebDriver protocol: chromedriver is asked by HTTP, and no package is needed.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export class Browser {
  #driver;
  #session;

  /** Starts chromedriver on a free port and a headless Chromium behind it. */
  static async start({ width, height, webgl = true }) {
    const browser = new Browser();
    browser.#driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "inherit"] });
    const failed = new Promise((_, refuse) => browser.#driver.once("error", () =>
      refuse(new Error("there is no chromedriver: ./dev setup --web"))));
    const port = await Promise.race([portOf(browser.#driver), failed]);
    const base = `http://127.0.0.1:${port}/session`;
    const args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader",
      "--force-color-profile=srgb", `--window-size=${width},${height}`,
      ...(webgl ? [] : ["--disable-3d-apis"])];
    const { sessionId } = await ask("POST", base, { capabilities: { alwaysMatch: {
      browserName: "chrome", "goog:chromeOptions": { args }, "goog:loggingPrefs": { browser: "ALL" } } } });
    browser.#session = `${base}/${sessionId}`;
    return browser;
  }

  async stop() {
    await ask("DELETE", this.#session).catch(() => undefined);
    this.#driver.kill();
  }

  open(url) { return ask("POST", `${this.#session}/url`, { url }); }

  /** Value of an expression in the page, or of a promise that it gives. */
  run(expression) {
    return ask("POST", `${this.#session}/execute/sync`, { script: `return (async () => (${expression}))()`, args: [] });
  }

  /** A script that runs in every page before its own ones. */
  before(script) { return this.#devtools("Page.addScriptToEvaluateOnNewDocument", { source: script }); }

  /** Until the expression is true. */
  async until(expression, what, seconds = 20) {
    const end = Date.now() + 1000 * seconds;
    while (!(await this.run(expression))) {
      if (Date.now() > end) throw new Error(`waited ${seconds} s in vain: ${what}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  /** Size of the picture area in CSS pixels, whatever the window. */
  size(width, height, mobile = false) {
    return this.#devtools("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: mobile ? 2 : 1, mobile });
  }

  /** What the system would say of light and dark. */
  scheme(value) {
    return this.#devtools("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
  }

  /** Presses the mouse at one point of the window, [x, y], and lets it go at another. */
  async drag(from, to) {
    const send = (type, [x, y], more) => this.#devtools("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: 1, ...more });
    await send("mouseMoved", from, { button: "none", buttons: 0 });
    await send("mousePressed", from, { clickCount: 1 });
    await send("mouseMoved", [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
    await send("mouseMoved", to);
    await send("mouseReleased", to, { clickCount: 1, buttons: 0 });
  }

  /** PNG of the whole page, or of a box of it. */
  async picture(box) {
    const { cssContentSize } = await this.#devtools("Page.getLayoutMetrics", {});
    const whole = { x: 0, y: 0, width: cssContentSize.width, height: Math.min(cssContentSize.height, 12000) };
    const { data } = await this.#devtools("Page.captureScreenshot", { captureBeyondViewport: true, clip: { ...(box ?? whole), scale: 1 } });
    return Buffer.from(data, "base64");
  }

  /** PNG of what a window shows. */
  async viewport() {
    return Buffer.from(await ask("GET", `${this.#session}/screenshot`), "base64");
  }

  async pdf() {
    return Buffer.from(await ask("POST", `${this.#session}/print`, { page: { width: 21, height: 29.7 }, background: true }), "base64");
  }

  /** What the console got since the last time: its errors and warnings. */
  async complaints() {
    const entries = await ask("POST", `${this.#session}/se/log`, { type: "browser" });
    // Software that draws for a graphics card says how slow it is to read pictures back: no fault of the page.
    return entries.filter(({ level, message }) => (level === "SEVERE" || level === "WARNING") && !message.includes("GL Driver Message"))
      .map(({ message }) => message);
  }

  #devtools(cmd, params) {
    return ask("POST", `${this.#session}/goog/cdp/execute`, { cmd, params });
  }
}

async function portOf(driver) {
  for await (const line of createInterface({ input: driver.stdout })) {
    const found = /started successfully on port (\d+)/.exec(line);
    if (found) return Number(found[1]);
  }
  throw new Error("chromedriver ended before it was ready");
}

async function ask(method, url, body) {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }) });
  const { value } = await response.json();
  if (value?.error) throw new Error(`${value.error}: ${value.message.split("\n")[0]}`);
  return value;
}
