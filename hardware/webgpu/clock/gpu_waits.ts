/**
 * Waits of the host for one GPU: their number, the one in progress, and their end where the GPU is lost. An
 * implementation of WebGPU need not answer for work of a lost device: its news would never come.
 *
 * @module
 */

/** Waits for one `GPUDevice`. */
export class GpuWaits {
  /** Ends of the waits in progress. A race with the loss itself would keep every wait of a session alive. */
  readonly #pending = new Set<() => void>();
  #count = 0;
  #since: number | undefined;

  /** Watches a device for its loss. */
  constructor({ lost }: Pick<GPUDevice, "lost">) {
    lost.then(() => {
      for (const end of [...this.#pending]) end();
    });
  }

  /** Number of waits until now. */
  get count(): number {
    return this.#count;
  }

  /** Milliseconds that the wait in progress has lasted; `undefined` where there is none. */
  get waitingMs(): number | undefined {
    return this.#since === undefined ? undefined : performance.now() - this.#since;
  }

  /** Waits for news of the GPU; `undefined` where the device was lost before they came. */
  async until<T>(news: Promise<T>): Promise<T | undefined> {
    this.#count++;
    const outer = this.#since;
    this.#since ??= performance.now();
    let end: (() => void) | undefined;
    try {
      return await new Promise<T | undefined>((resolve, reject) => {
        end = () => resolve(undefined);
        this.#pending.add(end);
        news.then(resolve, reject);
      });
    } finally {
      this.#pending.delete(end!);
      this.#since = outer;
    }
  }
}
