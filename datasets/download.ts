/**
 * Download of one file over HTTP: complete and checked, or not at all.
 *
 * @module
 */
import { dirname, join } from "node:path";
import { removeAtExit } from "../platform/files/durable_files.ts";
import { syncFile, writeAll } from "../platform/files/write_all.ts";
import { DataError, MissingError, ReproError } from "../platform/errors.ts";
import { systemError } from "../platform/system_error.ts";
import { checkFile } from "./checksum.ts";
import type { DatasetFile } from "./dataset.ts";

/** Options of {@linkcode downloadFile}. */
export interface DownloadOptions {
  /** Aborts the download; the partial file is removed. */
  readonly signal?: AbortSignal;
  /** Called with the number of bytes received and, where the server tells it, the total. */
  readonly progress?: (received: number, total: number | undefined) => void;
  /** Longest silence of the server, in milliseconds; 60 s by default. */
  readonly silenceMs?: number;
}

/** A controller that aborts after a silence, and when the caller's signal does. */
class Watchdog implements Disposable {
  readonly #controller = new AbortController();
  readonly #silenceMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(silenceMs: number) {
    this.#silenceMs = silenceMs;
    this.heard();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Restarts the timeout. */
  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.#controller.abort(new Error(`the server was silent for ${this.#silenceMs} ms`)),
      this.#silenceMs,
    );
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

async function receive(
  url: string,
  { path, temporary }: { readonly path: string; readonly temporary: string },
  file: DatasetFile,
  options: DownloadOptions,
): Promise<void> {
  using watchdog = new Watchdog(options.silenceMs ?? 60_000);
  const signal = options.signal ? AbortSignal.any([options.signal, watchdog.signal]) : watchdog.signal;
  const response = await fetch(url, { signal });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new Error(`the server answered ${response.status}`);
  }
  const announced = Number(response.headers.get("content-length") ?? NaN);
  const total = file.bytes ?? (Number.isFinite(announced) ? announced : undefined);
  using out = Deno.openSync(temporary, { write: true, createNew: true });
  let received = 0;
  for await (const chunk of response.body) {
    watchdog.heard();
    received += chunk.length;
    if (file.bytes !== undefined && received > file.bytes) {
      throw new Error(`more than ${file.bytes} bytes came`);
    }
    await writeAll(path, out, chunk);
    options.progress?.(received, total);
  }
  await syncFile(path, out);
}

/**
 * Downloads a file to `path`: first to a temporary file beside it, which is checked against the record and
 * renamed. The folder is created. No partial file stays after a failure.
 *
 * @returns Whether the file was checked, or could not be for lack of a checksum in the record.
 * @throws {MissingError} if the record has no URL, the server does not deliver, or the transfer breaks off.
 * @throws {DataError} if the downloaded file differs from its record.
 */
export async function downloadFile(
  file: DatasetFile,
  path: string,
  options: DownloadOptions = {},
): Promise<"ok" | "unchecked"> {
  const { url } = file;
  if (url === undefined) {
    throw new MissingError({
      action: `download ${file.name}`,
      current: "no direct URL in the record",
      wanted: "one",
      next: "obtain the file as deno task datasets list says, and name its folder with --data-dir",
    });
  }
  await Deno.mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${file.name}.${crypto.randomUUID()}.part`);
  using _ = removeAtExit(temporary);
  try {
    await receive(url, { path, temporary }, file, options);
    const verdict = await checkFile(temporary, file);
    if (verdict !== "ok" && verdict !== "unchecked") {
      throw new DataError({ file: file.name }, {
        action: "download",
        current: `a file of ${verdict} from ${url}`,
        wanted: file.sha256 ?? file.gitBlob ?? `${file.bytes} bytes`,
        next: "try again later; if it stays so, the publisher has changed the file: report it",
      });
    }
    await Deno.rename(temporary, path);
    return verdict;
  } catch (cause) {
    await Deno.remove(temporary).catch(() => {});
    if (cause instanceof ReproError) throw cause;
    const action = `download ${file.name}`;
    // An error of the disk: the network would be looked at in vain.
    const refused = cause instanceof Deno.errors.NotCapable ? undefined : systemError(cause, action);
    if (refused !== undefined) throw refused;
    throw new MissingError({
      action,
      current: `${url}: ${cause instanceof Error ? cause.message : String(cause)}`,
      wanted: "the whole file",
      next: "check the network and try again; nothing was kept",
    }, { cause });
  }
}
