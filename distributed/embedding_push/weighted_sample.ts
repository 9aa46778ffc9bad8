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
  /** Original id of each candidate: what its random number is of. */
  readonly ids: Uint32Array;
  /** Weight of each, above 0. */
  readonly weights: Float64Array;
}

/**
 * Draws `count` of the candidates, one after the other with a chance proportional to the weights of those that are left. Each
 * has an exponential key, `-ln(u) / weight`, and the smallest keys win (Efraimidis and Spirakis, "Weighted random sampling
 * with a reservoir", Information Processing Letters 97(5), 2006). Linear on average.
 *
 * @returns The places of the drawn candidates, ascending; all where there are no more than `count`.
 */
export function weightedSample({ count, ids, weights, receiver, ...draw }: WeightedSample): Uint32Array {
  const size = ids.length;
  if (size <= count) return Uint32Array.from({ length: size }, (_, i) => i);
  if (count === 0) return new Uint32Array();
  const key = new Uint32Array(2), word = new Uint32Array(2);
  threefry2x32(draw.seed >>> 0, PURPOSE, draw.iteration >>> 0, draw.layer >>> 0, key);
  const keys = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    threefry2x32(key[0], key[1], ids[i], receiver, word);
    // 52 bits and a half: never 0, never 1.
    const uniform = ((word[0] >>> 6) * 2 ** 26 + (word[1] >>> 6) + 0.5) * 2 ** -52;
    keys[i] = -Math.log(uniform) / weights[i];
  }
  const last = smallest(keys.slice(), count);
  const drawn = new Uint32Array(count);
  let below = 0;
  for (let i = 0; i < size; i++) if (keys[i] < last) below++;
  // Equal keys are rare, but there may be more of them than places left.
  for (let i = 0, at = 0, equal = count - below; at < count; i++) {
    if (keys[i] < last || (keys[i] === last && equal-- > 0)) drawn[at++] = i;
  }
  return drawn;
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
