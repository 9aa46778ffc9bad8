/**
 * Unpacks the software Vulkan of `@sparticuz/chromium` (SwiftShader, its manifest and a loader) into the
 * folder that is the one argument. The folder appears whole or not at all.
 *
 * @module
 */
// Evaluated for one effect only: it makes Deno fetch the package.
import "@sparticuz/chromium";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";

const WANTED = ["libvulkan.so.1", "libvk_swiftshader.so", "vk_swiftshader_icd.json"];
const BLOCK = 512;

/** The regular files of a tar archive (POSIX ustar), by name without folders. */
function* tarFiles(archive: Uint8Array): Generator<{ name: string; content: Uint8Array }> {
  const text = (at: number, length: number) =>
    new TextDecoder().decode(archive.subarray(at, at + length)).split("\0")[0].trim();
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0;) {
    const size = parseInt(text(at + 124, 12), 8);
    const type = text(at + 156, 1);
    const end = at + BLOCK + size;
    if (!(size >= 0) || end > archive.length) throw new Error(`the archive is cut short at byte ${at}`);
    if (type === "" || type === "0") {
      yield { name: basename(text(at, 100)), content: archive.subarray(at + BLOCK, end) };
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

async function unpack(folder: string): Promise<void> {
  const packed = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const archive = brotliDecompressSync(
    await Deno.readFile(join(dirname(packed), "../bin/swiftshader.tar.br")),
  );
  await Deno.mkdir(dirname(folder), { recursive: true });
  const parts = await Deno.makeTempDir({ dir: dirname(folder), prefix: ".swiftshader-" });
  try {
    const missing = new Set(WANTED);
    for (const { name, content } of tarFiles(archive)) {
      if (!missing.delete(name)) continue;
      await Deno.writeFile(join(parts, name), content, { mode: 0o644 });
    }
    if (missing.size > 0) throw new Error(`the archive lacks ${[...missing].join(", ")}`);
    await Deno.rename(parts, folder);
  } catch (error) {
    await Deno.remove(parts, { recursive: true });
    // Another process may have been first; its folder is as good as ours.
    if (!(await Deno.stat(join(folder, WANTED[0])).then(() => true, () => false))) throw error;
  }
}

const [folder] = Deno.args;
if (folder === undefined) {
  console.error("usage: deno run unpack.ts FOLDER");
  Deno.exit(2);
}
await unpack(folder);
