/**
 * SVG pictures as PNG, by one start of a headless Chromium: it loads a page that draws each picture on a canvas and is
 * left with their bytes as its text. Nothing listens on a port and nothing is fetched.
 *
 * @module
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { headlessFlags } from "../../platform/chromium.ts";
import { loaderRefusal } from "../../platform/loader_variables.ts";
import { embedJson } from "../report/markup.ts";

/** Pixels of the file for one of the picture, so that it is sharp on paper and on dense screens. */
const DENSITY = 2;

/** A start of the browser takes some seconds, a picture a fraction of one. */
const PATIENCE_MS = 60_000;

/** A signal that came by now is heard by then. */
const WORD_MS = 100;

/** Runs in the page. */
const DRAW = `
const pictures = JSON.parse(document.getElementById("pictures").textContent);
Promise.all(pictures.map(async (svg) => {
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = ${DENSITY} * image.width;
  canvas.height = ${DENSITY} * image.height;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png").split(",")[1];
})).then((all) => { document.body.textContent = "pictures:" + all.join(","); },
  (error) => { document.body.textContent = "failed:" + error; });
`;

/** Pictures as PNG files' bytes, or why there are none. */
export type PngPictures =
  | { readonly pictures: readonly Uint8Array<ArrayBuffer>[]; readonly reason?: never }
  | { readonly pictures?: never; readonly reason: string };

/**
 * Draws SVG pictures as PNG.
 *
 * @param executable Path of a Chromium.
 * @param folder Where the browser's own files may lie while it runs; nothing is left there.
 * @param signal Ends the browser, and throws its reason.
 */
export async function pngPictures(
  svgs: readonly string[],
  { executable, folder, signal }: {
    readonly executable: string;
    readonly folder: string;
    readonly signal?: AbortSignal;
  },
): Promise<PngPictures> {
  const place = await Deno.makeTempDir({ dir: folder, prefix: ".pictures-" });
  try {
    const page = join(place, "page.html");
    await Deno.writeTextFile(
      page,
      `<!doctype html><meta charset="utf-8"><body><script type="application/json" id="pictures">${
        embedJson(svgs)
      }</script><script>${DRAW}</script>`,
    );
    const { success, stdout, stderr } = await new Deno.Command(executable, {
      args: [
        ...headlessFlags(join(place, "profile")),
        "--virtual-time-budget=20000",
        "--dump-dom",
        pathToFileURL(page).href,
      ],
      stdin: "null",
      signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal ? [signal] : [])]),
    }).output();
    // A terminal tells the browser as well, which can be gone before this program has heard of it.
    if (!success) await new Promise((resolve) => setTimeout(resolve, WORD_MS));
    signal?.throwIfAborted();
    const found = /<body>pictures:([\w+/=,]*)/.exec(new TextDecoder().decode(stdout))?.[1];
    if (!success || found === undefined) {
      const said = new TextDecoder().decode(stderr).trim().split("\n").at(-1);
      return { reason: `${executable} drew nothing${said ? `: ${said}` : ""}` };
    }
    return { pictures: found.split(",").filter(Boolean).map((text) => Uint8Array.fromBase64(text)) };
  } catch (error) {
    signal?.throwIfAborted();
    const refusal = loaderRefusal(error, `draw pictures by ${executable}`);
    if (refusal) return { reason: refusal.message };
    return { reason: `${executable} could not be run: ${error instanceof Error ? error.message : error}` };
  } finally {
    // The browser's last processes may still be writing there.
    await Deno.remove(place, { recursive: true }).catch(() =>
      new Promise((resolve) => setTimeout(resolve, 500)).then(() => Deno.remove(place, { recursive: true }))
    ).catch(() => {});
  }
}
