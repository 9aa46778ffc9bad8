/**
 * A feature loader that is as large as the batches turn out to be.
 *
 * @module
 */
import type { FeatureLoader, LoadedFeatures } from "../feature_loading/feature_loader.ts";

/** Opens a loader for batches of at most `maxRows` vertices. */
export type OpenLoader = (maxRows: number) => Promise<FeatureLoader>;

/** Room beyond the largest batch that is known: batches of one run differ by a few percent. */
const SLACK = 1 / 16;

/**
 * Opens a loader for the largest batch known, and another where a later one is larger still: Match then begins anew. No bound from
 * fan-outs would do, which for 5, 10, 15 is a thousand vertices a seed.
 */
export class LoaderByNeed {
  readonly #open: OpenLoader;
  readonly #vertices: number;
  #loader: { readonly loader: FeatureLoader; readonly maxRows: number } | undefined;

  /** Opens nothing yet; no batch has more than all `vertices`. */
  constructor(open: OpenLoader, vertices: number) {
    this.#open = open;
    this.#vertices = vertices;
  }

  /**
   * Loads a batch.
   *
   * @param expected The most vertices of the batches known to follow.
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

  /** Returns all memory. */
  close(): void {
    this.#loader?.loader.close();
    this.#loader = undefined;
  }
}
