/**
 * Pool of threads that compute in one shared WebAssembly memory. The calling thread is the first of them; the
 * others are workers that sleep between calls.
 *
 * @module
 */
import { Worker } from "node:worker_threads";
import { DeviceError } from "../errors.ts";
import { instantiate } from "./instance.ts";
import type { WasmModule } from "./module.ts";
import { type RangeFunction, ThreadControl } from "./thread_control.ts";
import type { WorkerData, WorkerOrder, WorkerReply } from "./worker_order.ts";
import { plural } from "../text/plural.ts";

/** A call over items by all threads. */
export interface ParallelCall {
  /** Module that {@link WorkerPool.load} has instantiated everywhere, or that of the pool's own functions. */
  readonly module: Pick<WasmModule, "name" | "digest">;
  /**
   * Name of the module's export, called as `fn(begin, end, ...args)` for ranges that cover `[0, items)` once,
   * in any order.
   */
  readonly fn: string;
  /** Number of items, at most 2^30. */
  readonly items: number;
  /** Number of items that a thread takes at once; fewer where it is more than 2^30 / threads. */
  readonly block: number;
  /** Further arguments: addresses, sizes, scalars; at most 32. */
  readonly args: readonly number[];
}

/** Observer of one thread's part of a call, with begin and end in milliseconds since 1970. */
export type CallWatcher = (call: ParallelCall, thread: number, begin: number, end: number) => void;

/** Functions that every thread of a pool has from the start, beside those of modules. */
export interface OwnFunctions {
  /** Program of the workers, which calls `serveThread` with the same functions in the same order. */
  readonly worker: URL;
  /** Name by which calls refer to them, as to a module. */
  readonly module: Pick<WasmModule, "name" | "digest">;
  /** Functions of the calling thread, by name. */
  readonly functions: ReadonlyMap<string, RangeFunction>;
}

const MAX_ITEMS = 2 ** 30;
const MAX_ARGS = 32;

/**
 * A fixed number of threads around one memory.
 *
 * @example
 * ```ts
 * import type { WasmModule } from "gnn-repro/hardware";
 * async function scaled(module: WasmModule, memory: WebAssembly.Memory, address: number) {
 *   const pool = new WorkerPool(4, memory);
 *   await pool.load(module);
 *   pool.parallel({ module, fn: "scale", items: 1_000_000, block: 4096, args: [address, 2] });
 *   pool.close();
 * }
 * ```
 */
export class WorkerPool {
  /** Number of computing threads, including the calling one. */
  readonly threads: number;
  /** Observer of every thread's part of a call; none unless set. */
  watch: CallWatcher | undefined;
  readonly #memory: WebAssembly.Memory;
  readonly #control: ThreadControl;
  readonly #workers: readonly Worker[];
  readonly #functions: RangeFunction[] = [];
  /** Place of each export in the table that all threads share, by module digest and name. */
  readonly #places = new Map<string, ReadonlyMap<string, number>>();
  /** Why workers have ended, by worker: such a pool has fewer threads than it says. */
  readonly #ended = new Map<Worker, string>();
  #loading: Promise<void> = Promise.resolve();
  #closed = false;

  /**
   * Starts `threads - 1` workers (20 ms or so each, side by side). `memory` must be shared if there are any.
   */
  constructor(threads: number, memory: WebAssembly.Memory, own?: OwnFunctions) {
    this.threads = threads;
    this.#memory = memory;
    if (own) this.#enter(own.module, own.functions);
    const control = new SharedArrayBuffer(ThreadControl.BYTES);
    this.#control = new ThreadControl(control);
    this.#workers = Array.from({ length: threads - 1 }, (_, i) => {
      const worker = new Worker(own?.worker ?? new URL("./worker.ts", import.meta.url), {
        name: `wasm ${i + 1}`,
        workerData: { control, memory, thread: i + 1 } satisfies WorkerData,
      });
      worker.on("error", (error: unknown) => this.#ended.set(worker, failureText(error)));
      // A pool that nobody closes must not keep the process alive.
      worker.unref();
      // Own functions can be called before a module is loaded, or without one.
      if (own) worker.postMessage("serve" satisfies WorkerOrder);
      return worker;
    });
  }

  /**
   * Instantiates a module in every thread. A module that is loaded already costs nothing.
   *
   * @throws {DeviceError} where an instance cannot be made, or a worker does not start.
   */
  load(module: WasmModule): Promise<void> {
    // One after the other: all threads must number the functions alike.
    const loading = this.#loading.then(() => this.#load(module));
    this.#loading = loading.catch(() => {});
    return loading;
  }

  async #load(module: WasmModule): Promise<void> {
    if (this.#closed) throw closedError(`load "${module.name}"`);
    if (this.#places.has(module.digest)) return;
    const action = `load "${module.name}" into ${this.threads} threads`;
    const functions = this.#instantiate(action, module);
    this.#control.dismiss();
    const replies = this.#workers.map((worker) => {
      const failed = this.#ended.get(worker);
      return failed === undefined ? ask(worker, { load: module.module }) : { failed };
    });
    const failed = (await Promise.all(replies)).find((reply) => reply.failed !== undefined)?.failed;
    if (failed !== undefined) {
      // Some threads may have the module now and others not: their tables no longer agree.
      this.close();
      throw threadError(action, failed);
    }
    this.#control.admit();
    for (const worker of this.#workers) worker.postMessage("serve" satisfies WorkerOrder);
    this.#enter(module, functions);
  }

  /** Adds functions to the table of the calling thread; workers have them at the same places. */
  #enter({ digest }: Pick<WasmModule, "digest">, functions: ReadonlyMap<string, RangeFunction>): void {
    const places = [...functions.keys()].map((name, i) => [name, this.#functions.length + i] as const);
    this.#places.set(digest, new Map(places));
    this.#functions.push(...functions.values());
  }

  #instantiate(action: string, module: WasmModule): Map<string, RangeFunction> {
    try {
      return instantiate(module.module, this.#memory);
    } catch (cause) {
      throw threadError(action, cause instanceof Error ? cause.message : String(cause));
    }
  }

  /**
   * Runs an export over all items and returns when every one is done.
   *
   * @throws {DeviceError} where a thread fails (with its text; the output is then undefined) or has ended,
   * the module was not loaded, has no such export, or the pool is closed.
   */
  parallel(call: ParallelCall): void {
    const { module, fn: name, items, args } = call;
    if (this.#closed) throw closedError(`run "${name}"`);
    for (const ended of this.#ended.values()) throw threadError(`run "${name}" of "${module.name}"`, ended);
    const fn = this.#places.get(module.digest)?.get(name);
    if (fn === undefined) {
      throw new DeviceError({
        action: `run "${name}" of "${module.name}"`,
        current: this.#places.has(module.digest) ? "no such export" : "a module that is not loaded",
        wanted: "an exported function of a loaded module",
        next: "await load(module) first, and see the module's exports",
      });
    }
    if (items > MAX_ITEMS || args.length > MAX_ARGS) {
      throw new DeviceError({
        action: `run "${name}" of "${module.name}"`,
        current: `${plural(items, "item")}, ${plural(args.length, "argument")}`,
        wanted: `at most ${MAX_ITEMS} items and ${MAX_ARGS} arguments`,
        next: "split the call",
      });
    }
    if (items <= 0) return;
    // Each thread takes one block past the last item, and the count of items taken is a 32-bit number.
    const most = items <= call.block ? items : Math.floor(MAX_ITEMS / this.threads);
    const block = Math.min(items, most, Math.max(1, Math.floor(call.block)));
    const { watch } = this;
    const failed = this.#control.call(
      { fn, items, block, args },
      this.#functions,
      watch && ((...span) => watch(call, ...span)),
    );
    if (failed !== undefined) throw threadError(`run "${name}" of "${module.name}"`, failed);
  }

  /** Ends the workers. The pool cannot be used afterwards. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    // Workers are woken first: a worker that is terminated in its sleep never ends, nor does the process.
    this.#control.dismiss();
    for (const worker of this.#workers) void worker.terminate();
  }
}

/** Sends an order and waits for the reply; a worker that ends instead replies with the reason. */
function ask(worker: Worker, order: WorkerOrder): Promise<WorkerReply> {
  worker.ref();
  return new Promise<WorkerReply>((resolve) => {
    const settle = (reply: WorkerReply) => {
      worker.off("message", settle).off("error", onError).off("exit", onExit);
      worker.unref();
      resolve(reply);
    };
    const onError = (error: unknown) => settle({ failed: failureText(error) });
    const onExit = () => settle({ failed: "the worker ended" });
    worker.on("message", settle).on("error", onError).on("exit", onExit);
    worker.postMessage(order);
  });
}

function failureText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function threadError(action: string, current: string): DeviceError {
  return new DeviceError({
    action,
    current,
    wanted: "every thread to finish",
    next: "check the sizes and addresses given to the kernel, or try one thread",
  });
}

function closedError(action: string): DeviceError {
  return new DeviceError({
    action,
    current: "a closed pool",
    wanted: "an open one",
    next: "open the device again",
  });
}
