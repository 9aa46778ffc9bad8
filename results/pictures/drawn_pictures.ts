/**
 * Conversion of SVG pictures to PNG and PDF by resvg, in a process without permissions and with a lock of its
 * own, so that users who want neither never download the renderer and its font.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { loaderRefusal } from "../../platform/native/loader_variables.ts";

/** Time within which this program hears of a signal that the process has received. */
const WORD_MS = 100;

/** Program that draws, and its configuration. */
const TOOL = new URL("../../tools/resvg/", import.meta.url);

/** Format of drawn pictures. Letters of a PDF are outlines: it needs no font. */
export type PictureFormat = "png" | "pdf";

/** A drawn file's bytes, or the reason why there are no further ones. */
export type DrawnPicture =
  | { readonly bytes: Uint8Array<ArrayBuffer>; readonly reason?: never }
  | { readonly bytes?: never; readonly reason: string };

/** Arguments of the process. */
function toolArguments(format: PictureFormat): string[] {
  const path = (name: string) => fileURLToPath(new URL(name, TOOL));
  return [
    "run",
    "--quiet",
    "--no-prompt",
    `--config=${path("deno.json")}`,
    "--frozen",
    path("draw.ts"),
    format,
  ];
}

/** Lines of a stream, without their ends. */
async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = `${rest}${text}`.split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

async function writeAll(svgs: readonly string[], stdin: WritableStream<Uint8Array>): Promise<void> {
  const text = svgs.map((svg) => `${JSON.stringify(svg)}\n`).join("");
  // A process that ends early closes its input; its exit code says what happened.
  await new Blob([text]).stream().pipeTo(stdin).catch(() => {});
}

/**
 * Draws SVG pictures in a format, in their order, each as soon as it is drawn. A reason comes last, where
 * there is one.
 *
 * @param signal Aborts the process; its reason is thrown.
 */
export async function* drawnPictures(
  svgs: readonly string[],
  format: PictureFormat,
  { signal }: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<DrawnPicture> {
  if (TOOL.protocol !== "file:") return yield { reason: "tools/resvg is not on this disk" };
  let process: Deno.ChildProcess;
  try {
    process = new Deno.Command(Deno.execPath(), {
      args: toolArguments(format),
      env: { NO_COLOR: "1" },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      ...(signal && { signal }),
    }).spawn();
  } catch (error) {
    signal?.throwIfAborted();
    const refusal = loaderRefusal(error, "draw pictures");
    const why = refusal?.message ?? (error instanceof Error ? error.message : String(error));
    return yield { reason: `the process that draws could not be started: ${why}` };
  }
  const said = new Response(process.stderr).text();
  const written = writeAll(svgs, process.stdin);
  for await (const line of linesOf(process.stdout)) yield { bytes: Uint8Array.fromBase64(line) };
  const { success } = await process.status;
  await written;
  // A terminal signals the process as well, which may exit before this program hears of the signal.
  if (!success) await new Promise((resolve) => setTimeout(resolve, WORD_MS));
  signal?.throwIfAborted();
  if (!success) {
    yield { reason: `drawing failed: ${(await said).trim().split("\n")[0] || "no reason given"}` };
  }
}
