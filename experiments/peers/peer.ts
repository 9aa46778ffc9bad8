/**
 * A worker that multiplies with somebody else's library: a Python process that answers one JSON line a request. Whatever
 * becomes of it is a typed error; after a crash, silence or an answer that is none the worker has ended.
 *
 * @module
 */
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { contentKey, sha256File } from "../../platform/digest.ts";
import { DeviceError, MissingError, OutOfMemoryError, type ReproError } from "../../platform/errors.ts";
import { environmentPython } from "./environments.ts";
import { findPeer, type PeerBackend } from "./peers.ts";

/** The program that the worker runs. */
export const SERVER: string = fileURLToPath(new URL("serve.py", import.meta.url));

const MODULES = ["operands.py", "training.py"] as const;

/** SHA-256 of the program with its modules. */
export async function serverDigest(): Promise<string> {
  const files = [SERVER, ...MODULES.map((name) => fileURLToPath(new URL(name, import.meta.url)))];
  return contentKey(await Promise.all(files.map(sha256File)));
}

/** How a worker is opened. */
export interface PeerOptions {
  /** Threads that the library may use; set by environment variables and by its own call. */
  readonly threads: number;
  /** On the CPU unless told. */
  readonly backend?: PeerBackend;
  /** Where environments lie; the user's cache folder when absent. */
  readonly root?: string;
  /** An interpreter in place of the environment's own. */
  readonly python?: string;
  /** Longest wait for an answer, in milliseconds; 10 minutes when absent. */
  readonly timeoutMs?: number;
}

/** Raw files of the operands, as `serve.py` describes them. */
export interface OperandFiles {
  /** `rows + 1` int32. */
  readonly rowPtr: string;
  /** `nnz` int32. */
  readonly colIdx: string;
  /** `nnz` float32; null where every weight is 1. */
  readonly values: string | null;
  /** `cols x width` float32, row-major. */
  readonly features: string;
  /** `rows` float32 with `value(i, j) = scale(i) * scale(j)`; null where weights do not separate so. */
  readonly scale: string | null;
}

/** Operands for {@linkcode Peer.load}. */
export interface LoadRequest {
  /** Rows of the sparse matrix. */
  readonly rows: number;
  /** Its columns, which are the rows of the features. */
  readonly cols: number;
  /** Its entries. */
  readonly nnz: number;
  /** Columns of features and product. */
  readonly width: number;
  /** Sets of operands that rotate from call to call. */
  readonly copies: number;
  /** Where they lie. */
  readonly files: OperandFiles;
}

const replySchema = z.discriminatedUnion("ok", [
  z.looseObject({ ok: z.literal(true) }),
  z.object({
    ok: z.literal(false),
    kind: z.enum(["request", "missing", "memory", "failed"]),
    error: z.string(),
  }),
]);
const helloSchema = z.object({
  peer: z.string(),
  versions: z.record(z.string(), z.string()),
  threads: z.int().nonnegative(),
});
const secondsSchema = z.object({ seconds: z.number().nonnegative() });

const LONGEST_WAIT_MS = 600_000;
const LAST_WORDS_MS = 2_000;

/** Every thread pool that one of the libraries may bring along. */
const THREAD_VARIABLES = [
  "OMP_NUM_THREADS",
  "MKL_NUM_THREADS",
  "OPENBLAS_NUM_THREADS",
  "NUMEXPR_NUM_THREADS",
  "VECLIB_MAXIMUM_THREADS",
] as const;

/** One worker. Requests are answered in order; after an error that ends it, `ended` is true and all further ones fail. */
export class Peer {
  /** As `serve.py` knows it. */
  readonly id: string;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: ReadableStreamDefaultReader<Uint8Array>;
  readonly #timeoutMs: number;
  #pending = "";
  #queue: Promise<unknown> = Promise.resolve();
  #ended = false;
  #versions: Readonly<Record<string, string>> = {};
  #threads = 0;

  private constructor(id: string, child: Deno.ChildProcess, timeoutMs: number) {
    this.id = id;
    this.#child = child;
    this.#writer = child.stdin.getWriter();
    this.#lines = child.stdout.getReader();
    this.#timeoutMs = timeoutMs;
    // An idle worker keeps no program alive; its standard input ends with the program, and it with that.
    child.unref();
  }

  /**
   * Starts a worker and waits for its first word.
   *
   * @throws {UsageError} for an id that is none.
   * @throws {MissingError} where the environment is not set up, this process may not start it, or it lacks the library
   * or the GPU.
   * @throws {DeviceError} where the worker ends or stays silent.
   */
  static async open(id: string, options: PeerOptions): Promise<Peer> {
    const { environment } = findPeer(id);
    const python = options.python ?? environmentPython(environment, options.root);
    if (python === undefined) {
      throw new MissingError({
        action: `open peer "${id}"`,
        current: "not set up",
        wanted: `the Python environment "${environment}"`,
        next: `deno task peers:setup ${environment}`,
      });
    }
    const peer = new Peer(id, spawn(python, id, options), options.timeoutMs ?? LONGEST_WAIT_MS);
    try {
      const hello = await peer.ask("hello", {}, helloSchema);
      peer.#versions = hello.versions;
      peer.#threads = hello.threads;
      return peer;
    } catch (error) {
      await peer.#end();
      throw error;
    }
  }

  /** Versions of the interpreter and the libraries, by import name. */
  get versions(): Readonly<Record<string, string>> {
    return this.#versions;
  }

  /** CPU threads that the library really uses; 0 on a GPU. */
  get threads(): number {
    return this.#threads;
  }

  /** Whether the process has ended. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Reads operands in place of earlier ones; milliseconds that the library's own form of one set took. */
  async load(request: LoadRequest): Promise<number> {
    return 1000 * (await this.ask("load", { ...request }, secondsSchema)).seconds;
  }

  /** Drops the operands; an error shows at the next request. */
  unload(): void {
    if (!this.#ended) this.#request("unload", {}).catch(() => {});
  }

  /** Writes one product to a file: `rows x width` float32, row-major. */
  async check(file: string): Promise<void> {
    await this.#request("check", { file });
  }

  /** Milliseconds that `calls` products take back to back, by the worker's own clock, the device synchronised. */
  async run(calls: number): Promise<number> {
    return 1000 * (await this.ask("run", { n: calls }, secondsSchema)).seconds;
  }

  /**
   * Asks whatever `serve.py` answers, in turn.
   *
   * @throws {MissingError} where the library does not have it.
   * @throws {OutOfMemoryError} where it has no memory for it.
   * @throws {DeviceError} where the worker refuses, fails, ends, stays silent, or answers something else than `reply`.
   */
  async ask<T>(op: string, members: Readonly<Record<string, unknown>>, reply: z.ZodType<T>): Promise<T> {
    const parsed = reply.safeParse(await this.#request(op, members));
    if (!parsed.success) throw this.#unreadable(op, z.prettifyError(parsed.error));
    return parsed.data;
  }

  /** Asks the worker to end, and ends it where it does not. */
  async close(): Promise<void> {
    await this.#queue.catch(() => {});
    if (!this.#ended) await this.#writer.write(encode({ op: "quit" })).catch(() => {});
    await this.#end();
  }

  /** One request after the other, whoever asks. */
  #request(op: string, members: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    const turn = this.#queue.catch(() => {}).then(() => this.#ask(op, members));
    this.#queue = turn;
    return turn;
  }

  async #ask(op: string, members: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    if (this.#ended) throw this.#error(op, "a worker that has ended", "open another one");
    this.#child.ref();
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const silence = new Promise<"silent">((resolve) => {
        timer = setTimeout(() => resolve("silent"), this.#timeoutMs);
      });
      const answer = this.#writer.write(encode({ op, ...members })).catch(() => {}).then(() => this.#line());
      const line = await Promise.race([answer, silence]);
      if (line === "silent") {
        const seconds = this.#timeoutMs / 1000;
        await this.#kill();
        throw this.#error(op, `no answer in ${seconds} s`, "take a smaller graph, or leave this peer out");
      }
      if (line === undefined) {
        const { code, signal } = await this.#kill(LAST_WORDS_MS);
        const how = signal === null ? `with code ${code}` : `by ${signal}`;
        throw this.#error(op, `a process that ended ${how}`, `run ${basename(SERVER)} by hand to see why`);
      }
      return await this.#read(op, line.text);
    } finally {
      clearTimeout(timer);
      if (!this.#ended) this.#child.unref();
    }
  }

  async #read(op: string, line: string): Promise<Record<string, unknown>> {
    let json: unknown;
    try {
      json = JSON.parse(line);
    } catch {
      json = undefined;
    }
    const parsed = replySchema.safeParse(json);
    if (!parsed.success) {
      await this.#kill();
      throw this.#unreadable(op, JSON.stringify(line.slice(0, 80)));
    }
    const reply = parsed.data;
    if (reply.ok) return reply;
    const parts = {
      action: `${op} with peer "${this.id}"`,
      current: reply.error,
      wanted: "an answer",
      next: "leave this peer out, or set it up on a machine that can run it",
    };
    switch (reply.kind) {
      case "missing":
        throw new MissingError(parts);
      case "memory":
        throw new OutOfMemoryError({ ...parts, current: `oom (${this.id})`, next: "take a smaller graph" });
      case "request":
      case "failed":
        throw new DeviceError(parts);
      default:
        throw reply.kind satisfies never;
    }
  }

  /** The next line of standard output; `undefined` where the process has closed it. */
  async #line(): Promise<{ readonly text: string } | undefined> {
    const decoder = new TextDecoder();
    for (let end = this.#pending.indexOf("\n"); end < 0; end = this.#pending.indexOf("\n")) {
      const { value, done } = await this.#lines.read();
      if (done) return undefined;
      this.#pending += decoder.decode(value, { stream: true });
    }
    const end = this.#pending.indexOf("\n");
    const text = this.#pending.slice(0, end);
    this.#pending = this.#pending.slice(end + 1);
    return { text };
  }

  /** Ends the process at once, or after it had `patienceMs` to end by itself. */
  async #kill(patienceMs = 0): Promise<Deno.CommandStatus> {
    this.#ended = true;
    this.#child.ref();
    const timer = setTimeout(() => {
      try {
        this.#child.kill("SIGKILL");
      } catch {
        // It has ended in the meantime.
      }
    }, patienceMs);
    try {
      // The last reader of a pipe that nobody writes to any more is done with it.
      const status = await this.#child.status;
      await this.#lines.cancel().catch(() => {});
      return status;
    } finally {
      clearTimeout(timer);
    }
  }

  async #end(): Promise<void> {
    const already = this.#ended;
    this.#ended = true;
    await this.#writer.close().catch(() => {});
    if (!already) await this.#kill(LAST_WORDS_MS);
  }

  #error(op: string, current: string, next: string): ReproError {
    return new DeviceError({ action: `${op} with peer "${this.id}"`, current, wanted: "an answer", next });
  }

  #unreadable(op: string, what: string): ReproError {
    return this.#error(
      op,
      `an answer that cannot be read (${what})`,
      `compare ${basename(SERVER)} with this version`,
    );
  }
}

function encode(request: Readonly<Record<string, unknown>>): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(request)}\n`);
}

function spawn(python: string, id: string, { threads, backend }: PeerOptions): Deno.ChildProcess {
  const device = backend === "python-cuda" ? "cuda" : "cpu";
  try {
    return new Deno.Command(python, {
      // -I: neither the user's packages nor PYTHON* variables change what is measured.
      args: ["-I", SERVER, id, device, String(threads)],
      env: {
        ...Object.fromEntries(THREAD_VARIABLES.map((name) => [name, String(threads)])),
        DGLBACKEND: "pytorch",
      },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
  } catch (cause) {
    throw new MissingError({
      action: `open peer "${id}"`,
      current: cause instanceof Error ? cause.message : String(cause),
      wanted: `${python}, and the permission to run it`,
      next: `deno task peers:setup ${findPeer(id).environment}`,
    }, { cause });
  }
}

const open = new Map<string, Promise<Peer>>();

/**
 * The worker of that peer with these options; a second call gets the same one while it lives, so that a library is
 * imported once a session.
 *
 * @throws what {@linkcode Peer.open} throws.
 */
export async function openPeer(id: string, options: PeerOptions): Promise<Peer> {
  const { threads, backend, root, python, timeoutMs } = options;
  const key = JSON.stringify([id, threads, backend, root, python, timeoutMs]);
  const known = await open.get(key)?.catch(() => undefined);
  if (known !== undefined && !known.ended) return known;
  const opening = Peer.open(id, options);
  open.set(key, opening);
  return await opening;
}

/** Ends every worker that {@linkcode openPeer} has started. */
export async function closePeers(): Promise<void> {
  const peers = [...open.values()];
  open.clear();
  await Promise.all(peers.map(async (peer) => await (await peer.catch(() => undefined))?.close()));
}
