/**
 * The historical embedding cache as plainly as it can be written; the real one is compared with it.
 *
 * @module
 */
import type { LifeSpanUnit } from "../../../distributed/embedding_cache/mod.ts";

/**
 * Ids with the tick that each was stored at, in the order of storing: ticks only rise, so the first is the
 * oldest.
 */
export class ShadowCache {
  /** Early evictions: lines that had to go though their life span was not over. */
  evictions = 0;
  readonly #capacity: number;
  readonly #lifeSpan: number;
  readonly #unit: LifeSpanUnit;
  readonly #storedAt = new Map<number, number>();
  #now = 0;

  /** Makes an empty cache. */
  constructor(
    { capacity, lifeSpan, lifeSpanUnit }: {
      readonly capacity: number;
      readonly lifeSpan: number;
      readonly lifeSpanUnit: LifeSpanUnit;
    },
  ) {
    this.#capacity = capacity;
    this.#lifeSpan = lifeSpan;
    this.#unit = lifeSpanUnit;
  }

  /** Number of lines. */
  get size(): number {
    return this.#storedAt.size;
  }

  /** Ticks since an id was stored; `undefined` where it is not there. */
  age(id: number): number | undefined {
    const storedAt = this.#storedAt.get(id);
    return storedAt === undefined ? undefined : this.#now - storedAt;
  }

  /** Stores ids (HECStore). */
  store(ids: Uint32Array): void {
    if (this.#capacity === 0) return;
    for (const id of ids) {
      const there = this.#storedAt.delete(id);
      if (!there && this.#storedAt.size === this.#capacity) {
        this.#storedAt.delete(this.#storedAt.keys().next().value!);
        this.evictions++;
      }
      this.#storedAt.set(id, this.#now);
    }
  }

  /** Ends an iteration or an epoch. */
  tick(ended: LifeSpanUnit): void {
    if (ended !== this.#unit) return;
    this.#now++;
    for (const [id, storedAt] of this.#storedAt) {
      if (this.#now - storedAt <= this.#lifeSpan) return;
      this.#storedAt.delete(id);
    }
  }
}
