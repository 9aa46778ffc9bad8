/**
 * Status of a run in memory that its threads share: the run writes, the heartbeat's thread reads. No message
 * wakes that thread, so that telling a status before a sample disturbs none.
 *
 * @module
 */

/** Status of a run; times are those of `absoluteTime`. */
export interface RunStatus {
  /** Comparison, or other stage, that is in progress; empty where there is none. */
  readonly title: string;
  /** Contender and phase within it; empty where nothing is known. */
  readonly phase: string;
  /** Time at which the stage began. */
  readonly begun: number;
  /** Time of the last line that the run has printed. */
  readonly printed: number;
  /** Time at which the run's event loop last turned. */
  readonly turned: number;
  /** Time since which the run has waited for its device, as of `turned`; absent where it did not. */
  readonly waiting?: number | undefined;
}

/** Bytes of a status; a longer one is cut by its writer. */
const BYTES = 4096;
/** Longest title and phase, in characters. */
const LONGEST = 400;
const SEQUENCE = 0, LENGTH = 1, HEADER = 8;

/** The status of one run. */
export class StatusBoard {
  /** Memory of the board, for another thread's. */
  readonly memory: SharedArrayBuffer;
  readonly #header: Int32Array;
  readonly #bytes: Uint8Array;

  /** Opens a board of its own, or that of another thread. */
  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(HEADER + BYTES)) {
    this.memory = memory;
    this.#header = new Int32Array(memory, 0, 2);
    this.#bytes = new Uint8Array(memory, HEADER);
  }

  /** Replaces the status; one thread alone writes. */
  write(status: RunStatus): void {
    const cut = { ...status, title: status.title.slice(0, LONGEST), phase: status.phase.slice(0, LONGEST) };
    const bytes = new TextEncoder().encode(JSON.stringify(cut));
    // Odd while the bytes change.
    Atomics.add(this.#header, SEQUENCE, 1);
    this.#bytes.set(bytes);
    Atomics.store(this.#header, LENGTH, bytes.length);
    Atomics.add(this.#header, SEQUENCE, 1);
  }

  /** The status; `undefined` before the first, or while it is being replaced. */
  read(): RunStatus | undefined {
    const before = Atomics.load(this.#header, SEQUENCE);
    if (before === 0 || before % 2 === 1) return undefined;
    const bytes = this.#bytes.slice(0, Atomics.load(this.#header, LENGTH));
    if (Atomics.load(this.#header, SEQUENCE) !== before) return undefined;
    return JSON.parse(new TextDecoder().decode(bytes)) as RunStatus;
  }
}
