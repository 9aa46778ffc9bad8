/**
 * Heartbeat of a run: no run is silent for a minute, whether its host computes, its GPU does not answer, or
 * its next line is simply far.
 *
 * @module
 */
import { Worker } from "node:worker_threads";
import { absoluteTime } from "../../../platform/absolute_time.ts";
import type { HeartbeatData } from "./heartbeat_worker.ts";
import { type RunStatus, StatusBoard } from "./status_board.ts";

/** Milliseconds between two looks at the run, and between two turns of its event loop that are noted. */
const LOOK_MS = 5_000;

/** Options of a heartbeat. */
export interface HeartbeatOptions {
  /** Milliseconds that the run has waited for its device; `undefined` while it does not. */
  readonly waitingMs: () => number | undefined;
  /** Whether the display rewrites a line. */
  readonly live: boolean;
  /** Milliseconds between two looks at the run; 5 s by default. */
  readonly lookMs?: number;
}

/** Heartbeat of one run, until it is disposed of. */
export class Heartbeat implements Disposable {
  readonly #board = new StatusBoard();
  readonly #worker: Worker;
  readonly #timer: ReturnType<typeof setInterval>;
  #status: RunStatus;

  /** Starts the thread that prints. */
  constructor({ waitingMs, live, lookMs = LOOK_MS }: HeartbeatOptions) {
    const now = absoluteTime();
    this.#status = { title: "", phase: "", begun: now, printed: now, turned: now };
    this.#board.write(this.#status);
    this.#worker = new Worker(new URL("./heartbeat_worker.ts", import.meta.url), {
      name: "heartbeat",
      workerData: { memory: this.#board.memory, lookMs, live } satisfies HeartbeatData,
    });
    this.#timer = setInterval(() => {
      const turned = absoluteTime(), ms = waitingMs();
      this.tell({ turned, waiting: ms === undefined ? undefined : turned - ms });
    }, lookMs);
    // A heartbeat must not keep alive what has ended.
    this.#worker.unref();
    this.#timer.unref();
  }

  /** Tells what has changed. */
  tell(change: Partial<RunStatus>): void {
    this.#status = { ...this.#status, ...change };
    this.#board.write(this.#status);
  }

  /** Ends the thread. */
  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#worker.terminate();
  }
}
