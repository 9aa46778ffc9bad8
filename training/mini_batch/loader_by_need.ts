/**
 * Feature loader whose size follows the batches.
 *
 * @module
 */
import type { FeatureLoader, LoadedFeatures } from "../feature_loading/feature_loader.ts";

/** Opens a loader for batches of at most `maxRows` vertices. */
export type OpenLoader = (maxRows: number) => Promise<FeatureLoader>;

/** Margin beyond the largest known batch: batches of one run differ by a few percent. */
const SLACK = 1 / 16;

/**
 * Loader sized for the largest known batch, replaced by a larger one where a later batch exceeds it: Match
 * then begins anew. A bound from fan-outs would be too large: a thousand vertices a seed for 5, 10, 15.
 */
export class LoaderByNeed {
  readonly #open: OpenLoader;
  readonly #vertices: number;
  #loader: { readonly loader: FeatureLoader; readonly maxRows: number } | undefined;

  /** Creates the loader without opening one; no batch has more than `vertices` vertices. */
  constructor(open: OpenLoader, vertices: number) {
    this.#open = open;
    this.#vertices = vertices;
  }

  /**
   * Loads a batch.
   *
   * @param expected Greatest number of vertices of the batches known to follow.
   */
  async load(vertices: Uint32Array, expected: number): Promise<LoadedFeatures> {
    const { length } = vertices;
    if (this.#loader === undefined || this.#loader.maxRows < length) {
      this.close();
      const wanted = Math.max(length, expected);
      const maxRows = Math.min(this.#vertices, wanted + Math.ceil(wanted * SLACK));
      this.#loader = { loader: await this.#open(maxRows), maxRows };
    }
    return await this.#loader.loader.load(vertices);
  }

  /** Frees all memory. */
  close(): void {
    this.#loader?.loader.close();
    this.#loader = undefined;
  }
}
