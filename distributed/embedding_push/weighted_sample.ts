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

/** Sample for one receiver. */
export interface WeightedSample extends PushDraw {
  /** Rank that receives the sample. */
  readonly receiver: number;
  /** Greatest number of drawn candidates. */
  readonly count: number;
  /** Places of the candidates, in the order that breaks ties. */
  readonly candidates: Uint32Array;
  /** Original id at each place, from which the place's random number is derived. */
  readonly ids: Uint32Array;
  /** Weight at each place, above 0. */
  readonly weights: Float64Array;
}

/**
 * Draws `count` of the candidates, one after the other with a probability proportional to the weights of
 * those that are left. Each has an exponential key, `-ln(u) / weight`, and the smallest keys win (Efraimidis
 * and Spirakis, "Weighted random sampling with a reservoir", Information Processing Letters 97(5), 2006).
 * Linear time on average.
 *
 * @returns The drawn candidates, in their order; all candidates where there are no more than `count`.
 */
export function weightedSample(
  { count, candidates, ids, weights, receiver, ...draw }: WeightedSample,
): Uint32Array {
  if (candidates.length <= count) return candidates;
  if (count === 0) return new Uint32Array();
  const key = new Uint32Array(2), word = new Uint32Array(2);
  threefry2x32(draw.seed >>> 0, PURPOSE, draw.iteration >>> 0, draw.layer >>> 0, key);
  const kept = new SmallestKeys(count);
  for (let i = 0; i < candidates.length; i++) {
    const place = candidates[i], weight = weights[place];
    threefry2x32(key[0], key[1], ids[place], receiver, word);
    // Uniform number of 53 bits, strictly between 0 and 1.
    const uniform = ((word[0] >>> 6) * 2 ** 26 + (word[1] >>> 6) + 0.5) * 2 ** -52;
    // -ln(u) >= 1 - u, so few candidates need the logarithm.
    if (1 - uniform < kept.bound * weight) kept.offer(-Math.log(uniform) / weight, place);
  }
  return kept.places();
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
  #held = 0;

  constructor(count: number) {
    this.#count = count;
    this.#keys = new Float64Array(2 * count);
    this.#places = new Uint32Array(2 * count);
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
    const keys = this.#keys, last = smallest(keys.slice(0, this.#held), this.#count);
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
 * Selects the `count`-th smallest of numbers, which it reorders (Hoare, "Algorithm 65: Find", CACM 4(7),
 * 1961).
 */
function smallest(numbers: Float64Array, count: number): number {
  const place = count - 1;
  let low = 0, high = numbers.length - 1;
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
