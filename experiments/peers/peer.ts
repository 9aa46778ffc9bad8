/**
 * A worker that multiplies with another project's library: a Python process that answers every request with
 * one JSON line. Every failure of the process is a typed error. After a crash, a timeout or an invalid answer
 * the worker has ended.
 *
 * @module
 */
import { basename } from "node:path";
import { z } from "zod";
import {
  digestsSchema,
  endedText,
  helloSchema,
  replySchema,
  runOf,
  runSchema,
  secondsSchema,
} from "./peer_replies.ts";
import { DeviceError, MissingError, OutOfMemoryError, type ReproError } from "../../platform/errors.ts";
import { interpreterOf, type InterpreterSearch } from "./environments/interpreters.ts";
import type { OperandFiles } from "./operand_files.ts";
import { SERVER, startPeer } from "./peer_process.ts";
import { findPeer, type PeerBackend, type PeerSpec } from "./peers.ts";
import type { PeerRun } from "./unrest.ts";

/** Options for opening a worker. */
export interface PeerOptions extends InterpreterSearch {
  /** Threads that the library may use; set by environment variables and by its own call. */
  readonly threads: number;
  /** Backend of the worker; `python-cpu` when absent. */
  readonly backend?: PeerBackend;
  /** An interpreter in place of the one that {@linkcode interpreterOf} finds. */
  readonly python?: string;
  /** Longest wait for an answer, in milliseconds; that of the user's kernel, else 10 minutes, when absent. */
  readonly timeoutMs?: number;
  /** Ends the start of a worker at once; one that has started goes on. */
  readonly signal?: AbortSignal | undefined;
}

/** Operands for {@linkcode Peer.load}. */
export interface LoadRequest {
  /** Rows of the sparse matrix. */
  readonly rows: number;
  /** Columns of the sparse matrix, which are the rows of the features. */
  readonly cols: number;
  /** Stored entries of the sparse matrix. */
  readonly nnz: number;
  /** Columns of features and product. */
  readonly width: number;
  /** Sets of operands that rotate from call to call. */
  readonly copies: number;
  /** Files that hold the operands. */
  readonly files: OperandFiles;
}

/** Operands for {@linkcode Peer.loadDense}. */
export interface DenseLoadRequest {
  /** Rows of features and product. */
  readonly rows: number;
  /** Columns of the features, which are the rows of the weights. */
  readonly inner: number;
  /** Columns of weights and product. */
  readonly width: number;
  /** Sets of operands that rotate from call to call. */
  readonly copies: number;
  /** Raw files: float32, row-major. */
  readonly files: { readonly features: string; readonly weights: string };
}

/** Raw files for {@linkcode Peer.replaceFeatures}. */
export interface ReplaceRequest {
  /** The new features, of the shape that was loaded: float32, row-major. */
  readonly features: string;
  /** File for the product: `rows x width` float32, row-major. */
  readonly file: string;
}

/**
 * SHA-256 in hexadecimal of the arrays that a library holds of one set, by the names of the files that they
 * came in.
 */
export type OperandDigests = Readonly<Partial<Record<keyof OperandFiles | "weights", string>>>;

const LONGEST_WAIT_MS = 600_000;
const LAST_WORDS_MS = 2_000;
/** Characters; the losses of 100,000 epochs take two millions. */
const LONGEST_ANSWER = 4 * 2 ** 20;
const LAST_WORDS = 100;
/** Advice where a user's own kernel has ended its process. */
const CRASHED = "look for accesses beyond the arrays, such as by -fsanitize=address in a program of your own";

/**
 * One worker. The worker answers requests in order; after an error that ends the worker, `ended` is true and
 * all further requests fail.
 */
export class Peer {
  /** Id of the peer in `serve.py`. */
  readonly id: string;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: ReadableStreamDefaultReader<Uint8Array>;
  readonly #timeoutMs: number;
  /** Whether other lines than replies may stand on standard output: a shared library prints there, too. */
  readonly #prints: boolean;
  /** Whether the program is a user's own, who can correct it. */
  readonly #own: boolean;
  #pending = "";
  #queue: Promise<unknown> = Promise.resolve();
  #ended = false;
  /** State that the worker was ended in, and the next step; undefined where it was asked to end. */
  #failure: readonly [current: string, next: string] | undefined;
  #versions: Readonly<Record<string, string>> = {};
  #threads = 0;
  #interpreter: "pinned" | "adopted" = "pinned";

  private constructor({ id, file }: PeerSpec, child: Deno.ChildProcess, timeoutMs: number) {
    this.id = id;
    this.#prints = file?.kind === "library";
    this.#own = file !== undefined;
    this.#child = child;
    this.#writer = child.stdin.getWriter();
    this.#lines = child.stdout.getReader();
    this.#timeoutMs = timeoutMs;
    // An idle worker keeps no program alive: its standard input ends with the program, which ends the worker.
    child.unref();
  }

  /**
   * Starts a worker and waits for its first word.
   *
   * @throws {UsageError} for an unknown id.
   * @throws {MissingError} where the environment is not set up, this process may not start it, or it lacks
   * the library or the GPU.
   * @throws {DeviceError} where the worker ends or stays silent.
   * @throws the reason of the signal once that has aborted; the worker has ended.
   */
  static async open(id: string, options: PeerOptions): Promise<Peer> {
    const { threads, backend = "python-cpu", signal } = options;
    signal?.throwIfAborted();
    const spec = findPeer(id);
    const { python, kind } = options.python !== undefined || spec.file?.kind === "library"
      ? { python: options.python, kind: "pinned" as const }
      : await interpreterOf(spec, options);
    signal?.throwIfAborted();
    const { timeoutMs = spec.file?.longestWaitMs ?? LONGEST_WAIT_MS } = options;
    const child = startPeer({ ...(python !== undefined && { python }), spec, threads, backend });
    const peer = new Peer(spec, child, timeoutMs);
    peer.#interpreter = kind;
    const stop = () => void peer.#kill();
    signal?.addEventListener("abort", stop);
    try {
      const hello = await peer.ask("hello", {}, helloSchema);
      peer.#versions = hello.versions;
      peer.#threads = hello.threads;
      return peer;
    } catch (error) {
      await peer.#end();
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  /** Versions of the interpreter and the libraries, by import name. */
  get versions(): Readonly<Record<string, string>> {
    return this.#versions;
  }

  /** Whether the packages are the pinned ones or those that were there. */
  get interpreter(): "pinned" | "adopted" {
    return this.#interpreter;
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

  /** Like {@linkcode load}, for a dense product. */
  async loadDense(request: DenseLoadRequest): Promise<number> {
    return 1000 * (await this.ask("load_dense", { ...request }, secondsSchema)).seconds;
  }

  /** Drops the operands; an error shows at the next request. */
  unload(): void {
    if (!this.#ended) this.#request("unload", {}).catch(() => {});
  }

  /** Writes one product to a file: `rows x width` float32, row-major. */
  async check(file: string): Promise<void> {
    await this.#request("check", { file });
  }

  /**
   * Overwrites the features of every loaded set, in the library's own memory, and writes one product with
   * them to a file: of the set whose turn it is, which need not be the one that {@linkcode Peer.check}
   * computes.
   */
  async replaceFeatures({ features, file }: ReplaceRequest): Promise<void> {
    await this.#request("replace_features", { features, file });
  }

  /**
   * SHA-256 of the arrays that the library holds now, an entry a loaded set: the same as of the raw files
   * that were loaded, unless something has written to them. Weights of 1 that no file gave may have one as
   * well.
   */
  async digests(): Promise<readonly OperandDigests[]> {
    return (await this.ask("digest", {}, digestsSchema)).sets;
  }

  /**
   * Milliseconds that `calls` products take back to back, by the worker's own clock, the device synchronised,
   * with what its process was counted over them.
   */
  async run(calls: number): Promise<PeerRun> {
    return runOf(await this.ask("run", { n: calls }, runSchema));
  }

  /**
   * Asks whatever `serve.py` answers, in turn.
   *
   * @throws {MissingError} where the library does not have it.
   * @throws {OutOfMemoryError} where it has no memory for it.
   * @throws {DeviceError} where the worker refuses, fails, ends, stays silent, or answers something else than
   * `reply`.
   */
  async ask<T>(op: string, members: Readonly<Record<string, unknown>>, reply: z.ZodType<T>): Promise<T> {
    const parsed = reply.safeParse(await this.#request(op, members));
    if (!parsed.success) throw this.#unreadable(op, z.prettifyError(parsed.error));
    return parsed.data;
  }

  /** Asks the worker to end, and ends it where it does not, also in the middle of a request. */
  async close(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<"late">((resolve) => timer = setTimeout(() => resolve("late"), LAST_WORDS_MS));
    if (await Promise.race([this.#queue.catch(() => {}), late]) === "late") await this.#kill();
    clearTimeout(timer);
    if (!this.#ended) await this.#writer.write(encode({ op: "quit" })).catch(() => {});
    await this.#end();
  }

  /** Sends a request once all earlier ones are answered. */
  #request(op: string, members: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    const turn = this.#queue.catch(() => {}).then(() => this.#ask(op, members));
    this.#queue = turn;
    return turn;
  }

  async #ask(op: string, members: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    if (this.#ended) {
      throw this.#error(op, ...this.#failure ?? ["a worker that has ended", "open another one"] as const);
    }
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
        const other = this.#own
          ? "look for a loop without an end, or wait longer, such as by --kernel-wait 10m"
          : "leave this peer out";
        this.#failure = [`no answer in ${seconds} s`, `take a smaller graph, or ${other}`];
        throw this.#error(op, ...this.#failure);
      }
      if (line === undefined) {
        const status = await this.#kill(LAST_WORDS_MS);
        const next = this.#own ? CRASHED : `run ${basename(SERVER)} by hand to see why`;
        this.#failure = [endedText(status), next];
        throw this.#error(op, ...this.#failure);
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
      next: this.#own
        ? "correct the kernel"
        : "leave this peer out, or set it up on a machine that can run it",
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
    let line = await this.#nextLine();
    while (this.#prints && line !== undefined && !line.text.startsWith('{"ok":')) {
      line = await this.#nextLine();
    }
    return line;
  }

  async #nextLine(): Promise<{ readonly text: string } | undefined> {
    const decoder = new TextDecoder();
    for (let end = this.#pending.indexOf("\n"); end < 0; end = this.#pending.indexOf("\n")) {
      const { value, done } = await this.#lines.read();
      if (done) return undefined;
      this.#pending += decoder.decode(value, { stream: true });
      // Cut off, it cannot be read, and that ends the worker.
      if (this.#pending.length > LONGEST_ANSWER) return { text: this.#pending.slice(0, LAST_WORDS) };
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
      // Once the process has ended, nothing more is written to the pipe, and the reader can be cancelled.
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
