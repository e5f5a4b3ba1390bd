// Builds the page into one file, ../apps/report/template.html, which `tactus report` fills with data.
// `--compare` writes nothing and fails where the committed file is not what the sources give.

import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const target = here("../apps/report/template.html");

const { outputFiles } = await build({
  entryPoints: [here("src/main.ts")],
  bundle: true, minify: true, write: false, outdir: here("out"),
  format: "iife", target: ["chrome103", "firefox113", "safari16.4"], charset: "utf8", legalComments: "none",
});
const text = (ending) => outputFiles.find((file) => file.path.endsWith(ending)).text.trim();
const licence = (await readFile(here("node_modules/uplot/LICENSE"), "utf8")).trim();
const script = `/* Contains uPlot (https://github.com/leeoniya/uPlot):\n${licence}\n*/\n${text(".js")}`;
const style = text(".css");
const hash = (content) => "sha256-" + createHash("sha256").update(content).digest("base64");

const parts = { script, style, "script-hash": hash(script), "style-hash": hash(style) };
for (const [name, content] of Object.entries(parts))
  if (/<\/(script|style)|<!--/i.test(content)) throw new Error(`${name} would end its element`);
const template = await readFile(here("src/template.html"), "utf8");
// Functions, because a text to put in may hold "$&", which replace() would expand. The place of the
// data is left for the program.
const page = template.replace(/\{\{([a-z-]+)\}\}/g, (all, name) => parts[name] ?? all);

if (process.argv.includes("--compare")) {
  if ((await readFile(target, "utf8").catch(() => "")) !== page) {
    console.error("apps/report/template.html is not what web/ gives; mend with: cd web && npm ci && npm run build");
    process.exit(1);
  }
  console.log("apps/report/template.html is what web/ gives");
} else {
  await writeFile(target, page);
  console.log(`apps/report/template.html: ${page.length} characters`);
}
