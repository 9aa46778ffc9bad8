/**
 * Sampling by weight without replacement, the same wherever and however often it is drawn.
 *
 * @module
 */
import { threefry2x32 } from "../../platform/random.ts";

/** FNV-1a of "embedding push": keeps these draws apart from all others of the same seed. */
const PURPOSE = 0x724addbe;

/** What a rank's draws are told apart by. */
export interface PushDraw {
  /** The low 32 bits count. */
  readonly seed: number;
  /** Number of the iteration within the run. */
  readonly iteration: number;
  /** Layer, 0 next to the input. */
  readonly layer: number;
}

/** A draw for one receiver. */
export interface WeightedSample extends PushDraw {
  /** Rank that the sample is for. */
  readonly receiver: number;
  /** How many are drawn at most. */
  readonly count: number;
  /** Places of those who can be drawn, in an order that decides between equals. */
  readonly candidates: Uint32Array;
  /** Original id at each place: what its random number is of. */
  readonly ids: Uint32Array;
  /** Weight at each place, above 0. */
  readonly weights: Float64Array;
}

/**
 * Draws `count` of the candidates, one after the other with a chance proportional to the weights of those that are left. Each
 * has an exponential key, `-ln(u) / weight`, and the smallest keys win (Efraimidis and Spirakis, "Weighted random sampling
 * with a reservoir", Information Processing Letters 97(5), 2006). Linear on average.
 *
 * @returns The candidates that are drawn, in their order; all where there are no more than `count`.
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
    // 52 bits and a half: never 0, never 1.
    const uniform = ((word[0] >>> 6) * 2 ** 26 + (word[1] >>> 6) + 0.5) * 2 ** -52;
    // -ln(u) is not below 1 - u: few need the logarithm.
    if (1 - uniform < kept.bound * weight) kept.offer(-Math.log(uniform) / weight, place);
  }
  return kept.places();
}

/** The places with the smallest keys of those offered: twice as many are held, and halved when there is no room. */
class SmallestKeys {
  /** Keys from here on cannot be among the smallest. */
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

  /** Those with the smallest keys, in the order in which they were offered. */
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

/** The `count`-th smallest of numbers, which it reorders (Hoare, "Algorithm 65: Find", CACM 4(7), 1961). */
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
