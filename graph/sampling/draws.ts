/**
 * Random numbers of a sampler: one stream a vertex, so that the draws of a vertex depend only on the seed,
 * the batch, the layer and the vertex, whichever thread or invocation draws them and in whatever order.
 *
 * @module
 */
import { threefry2x32 } from "../../platform/random.ts";

/** FNV-1a of "sampling", which separates these streams from all others of the same seed. */
const PURPOSE = 0xc0db0290;

/** Key of the draws of one layer of one batch. */
export interface LayerOfBatch {
  /** Seed, of which the low 32 bits count. */
  readonly seed: number;
  /** Number of the batch within the run, below 2^32. */
  readonly batch: number;
  /** Layer of the model, 0 next to the input. */
  readonly layer: number;
}

/**
 * Threefry key of a layer of a batch. Word i of vertex v is half `i & 1` of the block with counter `(v, i >>
 * 1)`; the samplers on threads and on adapters draw the same words.
 *
 * @example
 * ```ts
 * import { layerKey } from "gnn-repro/graph";
 * const a = layerKey({ seed: 1, batch: 0, layer: 0 }), b = layerKey({ seed: 1, batch: 1, layer: 0 });
 * if (a.join() === b.join()) throw new Error("each batch draws anew");
 * ```
 */
export function layerKey({ seed, batch, layer }: LayerOfBatch): Uint32Array {
  const key = new Uint32Array(2);
  threefry2x32(seed >>> 0, PURPOSE, batch >>> 0, layer >>> 0, key);
  return key;
}

/** Keys of all layers of a batch, as {@linkcode layerKey} computes them: two words each, layer 0 first. */
export function layerKeys({ seed, batch }: Omit<LayerOfBatch, "layer">, layers: number): Uint32Array {
  const keys = new Uint32Array(2 * layers);
  for (let layer = 0; layer < layers; layer++) keys.set(layerKey({ seed, batch, layer }), 2 * layer);
  return keys;
}

/** Random streams of one layer of one batch, one vertex at a time. */
export class VertexDraws {
  readonly #key: Uint32Array;
  readonly #block = new Uint32Array(2);
  #vertex = 0;
  #word = 0;

  /** Prepares the streams; call {@link start} before the first draw. */
  constructor(of: LayerOfBatch) {
    this.#key = layerKey(of);
  }

  /** Begins the stream of a vertex. */
  start(vertex: number): void {
    this.#vertex = vertex;
    this.#word = 0;
  }

  /** Draws the next 32 random bits. */
  uint32(): number {
    const word = this.#word++;
    if ((word & 1) === 1) return this.#block[1];
    threefry2x32(this.#key[0], this.#key[1], this.#vertex, word >>> 1, this.#block);
    return this.#block[0];
  }

  /** Draws uniformly from `[0, bound)` without modulo bias, for a bound from 1 to 2^32 - 1. */
  below(bound: number): number {
    // Draws from the incomplete last run of `bound` numbers are rejected; its begin is rarely needed.
    for (;;) {
      const draw = this.uint32();
      if (draw < 2 ** 32 - bound || draw < 2 ** 32 - 2 ** 32 % bound) return draw % bound;
    }
  }

  /** Draws uniformly below 2^53: the upper 21 bits of the next word, then all 32 of the following one. */
  uint53(): number {
    const high = this.uint32() >>> 11;
    return high * 2 ** 32 + this.uint32();
  }
}
