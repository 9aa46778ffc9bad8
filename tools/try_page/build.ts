/**
 * Bundles the program of the page that runs itself into the committed `page.bundle.js`. Deno's bundler is
 * downloaded on first use, so the file is built here and not by those who only write the page. With `--check`
 * nothing is written: the committed file must be the one that the sources give.
 *
 * @module
 */
import { fileURLToPath } from "node:url";

const FOLDER = new URL("../../experiments/try/", import.meta.url);
const COMMITTED = new URL("page.bundle.js", FOLDER);

/** Text of the bundle; ends the program where the bundler fails. */
async function bundled(): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    const output = `${folder}/page.bundle.js`;
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: ["bundle", "--quiet", "--platform", "browser", "--minify", "--output", output, "page/page.js"],
      cwd: fileURLToPath(FOLDER),
    }).output();
    if (!success) Deno.exit(1);
    return await Deno.readTextFile(output);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const text = await bundled();
// It stands in a script element, which this would end.
if (/<\/script|<!--/i.test(text)) throw new Error("the bundle has text that ends a script element");
if (!Deno.args.includes("--check")) {
  await Deno.writeTextFile(COMMITTED, text);
  console.log(`experiments/try/page.bundle.js: ${text.length} characters`);
} else if (text !== await Deno.readTextFile(COMMITTED)) {
  console.error("experiments/try/page.bundle.js is not what its sources give: run deno task build:try");
  Deno.exit(1);
}
