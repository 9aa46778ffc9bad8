/**
 * Waits of the host for one GPU: their number, the one in progress, and their end where the GPU is lost. An
 * implementation of WebGPU need not answer for work of a lost device: its news would never come.
 *
 * @module
 */
import { beginWait } from "../dawn/polling.ts";

/** Milliseconds between two waits that count as a pause of the GPU. */
const PAUSE_MS = 20;

/** Waits for one `GPUDevice`. */
export class GpuWaits {
  /**
   * Ends of the waits in progress with the times of their begin, the oldest first. A race with the loss
   * itself would keep every wait of a session alive.
   */
  readonly #pending = new Map<() => void, number>();
  #count = 0;
  #pauses = 0;
  #ended = performance.now();

  /** Watches a device for its loss. */
  constructor({ lost }: Pick<GPUDevice, "lost">) {
    lost.then(() => {
      for (const end of [...this.#pending.keys()]) end();
    });
  }

  /** Number of waits until now. */
  get count(): number {
    return this.#count;
  }

  /**
   * Number of pauses until now: more than {@linkcode PAUSE_MS} between the end of a wait and the begin of the
   * next one.
   */
  get pauses(): number {
    return this.#pauses;
  }

  /** Milliseconds that the oldest wait in progress has lasted; `undefined` where there is none. */
  get waitingMs(): number | undefined {
    for (const since of this.#pending.values()) return performance.now() - since;
    return undefined;
  }

  /** Waits for news of the GPU; `undefined` where the device was lost before they came. */
  async until<T>(news: Promise<T>): Promise<T | undefined> {
    this.#count++;
    if (this.#pending.size === 0 && performance.now() - this.#ended > PAUSE_MS) this.#pauses++;
    beginWait();
    let end: (() => void) | undefined;
    try {
      return await new Promise<T | undefined>((resolve, reject) => {
        end = () => resolve(undefined);
        this.#pending.set(end, performance.now());
        news.then(resolve, reject);
      });
    } finally {
      this.#pending.delete(end!);
      this.#ended = performance.now();
    }
  }
}
