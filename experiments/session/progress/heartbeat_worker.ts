/**
 * Thread of a heartbeat: reads the status of a run every few seconds and prints a line where the run has been
 * silent. It prints even while the run computes without a pause.
 *
 * @module
 */
import { workerData } from "node:worker_threads";
import { absoluteTime } from "../../../platform/absolute_time.ts";
import { Silence } from "./silence.ts";
import { StatusBoard } from "./status_board.ts";

/** Data that a heartbeat hands to its thread. */
export interface HeartbeatData {
  /** Memory of the run's {@linkcode StatusBoard}. */
  readonly memory: SharedArrayBuffer;
  /** Milliseconds between two looks. */
  readonly lookMs: number;
  /** Whether the display rewrites a line, which the thread's has to cover. */
  readonly live: boolean;
}

const COVERED = 100;

const { memory, lookMs, live } = workerData as HeartbeatData;
const board = new StatusBoard(memory), silence = new Silence();
setInterval(() => {
  const status = board.read();
  const line = status && silence.look(status, absoluteTime());
  if (line === undefined) return;
  Deno.stderr.writeSync(new TextEncoder().encode(live ? `\r${line.padEnd(COVERED)}\n` : `${line}\n`));
}, lookMs);
