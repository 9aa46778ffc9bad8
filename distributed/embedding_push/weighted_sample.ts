/**
 * Weighted sampling without replacement, reproducible from seed, iteration, layer and receiver.
 *
 * @module
 */
import { threefry2x32 } from "../../platform/random.ts";

/** FNV-1a of "embedding push", which separates these draws from all others of the same seed. */
const PURPOSE = 0x724addbe;

/** Identification of a rank's draws. */
export interface PushDraw {
  /** Seed, of which the low 32 bits count. */
  readonly seed: number;
  /** Number of the iteration within the run. */
  readonly iteration: number;
  /** Layer, 0 next to the input. */
  readonly layer: number;
}

/** Samples of a push, one for each receiver. */
export interface WeightedSamples extends PushDraw {
  /** Greatest number of drawn candidates. */
  readonly count: number;
  /** Original id at each place, from which the place's random number is derived. */
  readonly ids: Uint32Array;
  /** Weight at each place, above 0. */
  readonly weights: Float64Array;
}

/**
 * Draws `count` of some candidates, one after the other with a probability proportional to the weights of
 * those that are left. Each has an exponential key, `-ln(u) / weight`, and the smallest keys win (Efraimidis
 * and Spirakis, "Weighted random sampling with a reservoir", Information Processing Letters 97(5), 2006).
 * All receivers share the memory of the selection, whose allocation takes longer than a draw of few
 * candidates.
 */
export class WeightedSampler {
  readonly #of: WeightedSamples;
  readonly #key = new Uint32Array(2);
  readonly #word = new Uint32Array(2);
  #kept: SmallestKeys | undefined;

  /** Prepares the draws of one push. */
  constructor(samples: WeightedSamples) {
    const { seed, iteration, layer } = samples;
    this.#of = samples;
    threefry2x32(seed >>> 0, PURPOSE, iteration >>> 0, layer >>> 0, this.#key);
  }

  /**
   * Draws the sample of a receiver, in linear time on average.
   *
   * @param candidates Places of the candidates, in the order that breaks ties.
   * @returns The drawn candidates, in their order; all candidates where there are no more than `count`.
   */
  sample(receiver: number, candidates: Uint32Array): Uint32Array {
    const { count, ids, weights } = this.#of, word = this.#word;
    if (candidates.length <= count) return candidates;
    if (count === 0) return new Uint32Array();
    const kept = this.#kept ??= new SmallestKeys(count), key0 = this.#key[0], key1 = this.#key[1];
    kept.clear();
    for (let i = 0; i < candidates.length; i++) {
      const place = candidates[i], weight = weights[place];
      threefry2x32(key0, key1, ids[place], receiver, word);
      // Uniform number of 53 bits, strictly between 0 and 1.
      const uniform = ((word[0] >>> 6) * 2 ** 26 + (word[1] >>> 6) + 0.5) * 2 ** -52;
      // -ln(u) >= 1 - u, so few candidates need the logarithm.
      if (1 - uniform < kept.bound * weight) kept.offer(-Math.log(uniform) / weight, place);
    }
    return kept.places();
  }
}

/**
 * Selection of the places with the smallest keys: holds up to twice as many as wanted, and halves them when
 * full.
 */
class SmallestKeys {
  /** Bound above which no key can be among the smallest. */
  bound = Infinity;
  readonly #count: number;
  readonly #keys: Float64Array;
  readonly #places: Uint32Array;
  /** Keys while the greatest of the smallest is searched, which reorders them. */
  readonly #searched: Float64Array;
  #held = 0;

  constructor(count: number) {
    this.#count = count;
    this.#keys = new Float64Array(2 * count);
    this.#places = new Uint32Array(2 * count);
    this.#searched = new Float64Array(2 * count);
  }

  /** Begins a new selection. */
  clear(): void {
    this.bound = Infinity;
    this.#held = 0;
  }

  offer(key: number, place: number): void {
    if (!(key < this.bound)) return;
    this.#keys[this.#held] = key;
    this.#places[this.#held++] = place;
    if (this.#held === this.#keys.length) this.#halve();
  }

  /** Places with the smallest keys, in the order in which they were offered. */
  places(): Uint32Array {
    if (this.#held > this.#count) this.#halve();
    return this.#places.slice(0, this.#count);
  }

  #halve(): void {
    const keys = this.#keys, searched = this.#searched;
    for (let i = 0; i < this.#held; i++) searched[i] = keys[i];
    const last = smallest(searched, this.#held, this.#count);
    let below = 0;
    for (let i = 0; i < this.#held; i++) if (keys[i] < last) below++;
    // Equal keys are rare, but there may be more of them than places left.
    let held = 0;
    for (let i = 0, equal = this.#count - below; held < this.#count; i++) {
      if (!(keys[i] < last || (keys[i] === last && equal-- > 0))) continue;
      keys[held] = keys[i];
      this.#places[held++] = this.#places[i];
    }
    this.#held = held;
    this.bound = last;
  }
}

/**
 * Selects the `count`-th smallest of the first `length` numbers, which it reorders (Hoare, "Algorithm 65:
 * Find", CACM 4(7), 1961).
 */
function smallest(numbers: Float64Array, length: number, count: number): number {
  const place = count - 1;
  let low = 0, high = length - 1;
  while (low < high) {
    const pivot = numbers[low + high >>> 1];
    let i = low, j = high;
    while (i <= j) {
      while (numbers[i] < pivot) i++;
      while (numbers[j] > pivot) j--;
      if (i > j) break;
      const held = numbers[i];
      numbers[i++] = numbers[j];
      numbers[j--] = held;
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else break;
  }
  return numbers[place];
}
