/**
 * Conversion of SVG pictures to PNG by one start of a headless Chromium, which loads a page that draws each
 * picture on a canvas and outputs its bytes as text. Nothing listens on a port and nothing is downloaded.
 *
 * @module
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { headlessFlags } from "../../platform/chromium.ts";
import { loaderRefusal } from "../../platform/native/loader_variables.ts";
import { embedJson } from "../report/markup.ts";

/** Pixels of the file per pixel of the picture, so that it is sharp in print and on dense screens. */
const DENSITY = 2;

/** Timeout. The browser takes some seconds to start, a picture a fraction of one. */
const PATIENCE_MS = 60_000;

/** Time within which this program hears of a signal that the browser has received. */
const WORD_MS = 100;

/** Script of the page, which draws the pictures. */
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

/** Bytes of PNG files, or the reason why there are none. */
export type PngPictures =
  | { readonly pictures: readonly Uint8Array<ArrayBuffer>[]; readonly reason?: never }
  | { readonly pictures?: never; readonly reason: string };

/**
 * Draws SVG pictures as PNG.
 *
 * @param executable Path of a Chromium.
 * @param folder Folder for the browser's own files while it runs; nothing is left there.
 * @param signal Aborts the browser; its reason is thrown.
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
    // A terminal signals the browser as well, which may exit before this program hears of the signal.
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
    // The browser's last processes may still be writing into the folder.
    await Deno.remove(place, { recursive: true }).catch(() =>
      new Promise((resolve) => setTimeout(resolve, 500)).then(() => Deno.remove(place, { recursive: true }))
    ).catch(() => {});
  }
}
