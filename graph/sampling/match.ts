/**
 * Match and Reorder (fastgl, Section 4.1): the vertices that mini-batches share, and the order of batches
 * that shares most.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { plural } from "../../platform/text/plural.ts";

/** Counts the ones of a word: pairs, nibbles, bytes, all. */
function ones(word: number): number {
  let x = word - (word >>> 1 & 0x55555555);
  x = (x & 0x33333333) + (x >>> 2 & 0x33333333);
  return Math.imul(x + (x >>> 4) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Counts the ones that two bit sets of `bits` share, `words` each, from places a and b. Full adders gather
 * eight words into one that counts eights before its ones are counted (Harley and Seal; Warren, "Hacker's
 * Delight", Section 5-1): half the time.
 */
function commonOnes(bits: Int32Array, [a, b]: readonly [number, number], words: number): number {
  let eighths = 0, one = 0, two = 0, four = 0;
  const whole = words - words % 8;
  for (let at = 0; at < whole; at += 8) {
    const p = a + at, q = b + at;
    const w0 = bits[p] & bits[q], w1 = bits[p + 1] & bits[q + 1];
    const w2 = bits[p + 2] & bits[q + 2], w3 = bits[p + 3] & bits[q + 3];
    const w4 = bits[p + 4] & bits[q + 4], w5 = bits[p + 5] & bits[q + 5];
    const w6 = bits[p + 6] & bits[q + 6], w7 = bits[p + 7] & bits[q + 7];
    let sum = one ^ w0;
    const two0 = one & w0 | sum & w1;
    one = sum ^ w1;
    sum = one ^ w2;
    const two1 = one & w2 | sum & w3;
    one = sum ^ w3;
    sum = two ^ two0;
    const four0 = two & two0 | sum & two1;
    two = sum ^ two1;
    sum = one ^ w4;
    const two2 = one & w4 | sum & w5;
    one = sum ^ w5;
    sum = one ^ w6;
    const two3 = one & w6 | sum & w7;
    one = sum ^ w7;
    sum = two ^ two2;
    const four1 = two & two2 | sum & two3;
    two = sum ^ two3;
    sum = four ^ four0;
    eighths += ones(four & four0 | sum & four1);
    four = sum ^ four1;
  }
  let count = 8 * eighths + 4 * ones(four) + 2 * ones(two) + ones(one);
  for (let at = whole; at < words; at++) count += ones(bits[a + at] & bits[b + at]);
  return count;
}

/**
 * Match degrees of all pairs of batches (Section 4.1): entry `[i][j]` is `|Ni & Nj| / min(|Ni|, |Nj|)`, 0
 * where one of them is empty. The diagonal is 0, as the reorder needs it. Each batch is a bit set over the
 * vertices, so that a pair costs `vertices / 32` steps, however large the batches are.
 *
 * @param lists Distinct vertices of each batch, in any order.
 * @throws {UsageError} for a vertex that is not below `vertices`.
 * @example
 * ```ts
 * import { matchDegrees } from "gnn-repro/graph";
 * const [[, degree]] = matchDegrees([Uint32Array.of(0, 1, 2), Uint32Array.of(2, 5)], 6);
 * if (degree !== 1 / 2) throw new Error("one of the two vertices of the smaller batch");
 * ```
 */
export function matchDegrees(lists: readonly Uint32Array[], vertices: number): Float64Array[] {
  const words = Math.ceil(vertices / 32);
  const bits = new Int32Array(words * lists.length);
  lists.forEach((list, batch) => {
    const first = batch * words;
    for (let i = 0; i < list.length; i++) {
      const vertex = list[i];
      if (vertex >= vertices) throw strangeVertex({ vertex, batch, vertices });
      bits[first + (vertex >>> 5)] |= 1 << (vertex & 31);
    }
  });
  const degrees = lists.map(() => new Float64Array(lists.length));
  for (let i = 0; i < lists.length; i++) {
    for (let j = 0; j < i; j++) {
      const smaller = Math.min(lists[i].length, lists[j].length);
      if (smaller === 0) continue;
      degrees[i][j] = degrees[j][i] = commonOnes(bits, [i * words, j * words], words) / smaller;
    }
  }
  return degrees;
}

/**
 * Match degree of two batches of distinct vertices: `|a & b| / min(|a|, |b|)`, 0 where one of them is empty.
 *
 * @example
 * ```ts
 * import { matchDegree } from "gnn-repro/graph";
 * if (matchDegree(Uint32Array.of(7, 3), Uint32Array.of(1, 2, 3)) !== 1 / 2) throw new Error("3, of 7 and 3");
 * ```
 */
export function matchDegree(a: Uint32Array, b: Uint32Array): number {
  const smaller = Math.min(a.length, b.length);
  if (smaller === 0) return 0;
  const those = new Set(a);
  let common = 0;
  for (let i = 0; i < b.length; i++) if (those.has(b[i])) common++;
  return common / smaller;
}

/**
 * Orders batches greedily: each next one has the greatest match degree with the one before it, among those
 * left (Algorithm 1). The order begins with batch 0; ties go to the lowest number. The diagonal of `degrees`
 * is not read: the algorithm as printed does not exclude it, and would never leave the first batch.
 *
 * @param degrees Match degrees from {@linkcode matchDegrees}.
 *
 * @example
 * ```ts
 * import { greedyReorder, matchDegrees } from "gnn-repro/graph";
 * const batches = [Uint32Array.of(0, 1), Uint32Array.of(4, 5), Uint32Array.of(1, 4)];
 * if (greedyReorder(matchDegrees(batches, 6)).join() !== "0,2,1") {
 *   throw new Error("the overlapping one goes between");
 * }
 * ```
 */
export function greedyReorder(degrees: readonly ArrayLike<number>[]): number[] {
  const left = degrees.map((_, batch) => batch);
  const order: number[] = [];
  for (let next = 0; left.length > 0;) {
    const [last] = left.splice(next, 1);
    order.push(last);
    next = 0;
    for (let i = 1; i < left.length; i++) if (degrees[last][left[i]] > degrees[last][left[next]]) next = i;
  }
  return order;
}

/**
 * Counts the vertices whose features Match copies from the host when the batches come in this order: all of
 * the first, then those that the batch before does not have. Times the feature width and 4 B it is the
 * traffic (Section 4.1).
 *
 * @param lists Distinct vertices of each batch.
 * @throws {UsageError} where the order names a batch that does not exist.
 *
 * @example
 * ```ts
 * import { traffic } from "gnn-repro/graph";
 * const batches = [Uint32Array.of(0, 1), Uint32Array.of(4, 5), Uint32Array.of(1, 4)];
 * if (traffic([0, 1, 2], batches) !== 5 || traffic([0, 2, 1], batches) !== 4) {
 *   throw new Error("4 twice, or 1 and 4 once");
 * }
 * ```
 */
export function traffic(order: readonly number[], lists: readonly Uint32Array[]): number {
  const lastSeen = new Uint32Array(verticesOf(lists));
  let loaded = 0;
  for (let place = 0; place < order.length; place++) {
    const list = lists[order[place]];
    if (list === undefined) throw strangeBatch(order[place], lists.length);
    for (let i = 0; i < list.length; i++) {
      // Place plus one, so that 0 marks a vertex that no batch had yet.
      if (place === 0 || lastSeen[list[i]] !== place) loaded++;
      lastSeen[list[i]] = place + 1;
    }
  }
  return loaded;
}

/** Number of vertices: the greatest id plus one. */
function verticesOf(lists: readonly Uint32Array[]): number {
  let vertices = 0;
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) if (list[i] >= vertices) vertices = list[i] + 1;
  }
  return vertices;
}

function strangeVertex(
  { vertex, batch, vertices }: { readonly vertex: number; readonly batch: number; readonly vertices: number },
): UsageError {
  return new UsageError({
    action: "compare mini-batches",
    current: `vertex ${vertex} in batch ${batch}`,
    wanted: `vertices below ${vertices}`,
    next: "pass the number of vertices of the graph that the batches are of",
  });
}

function strangeBatch(batch: number, batches: number): UsageError {
  return new UsageError({
    action: "count the traffic of an order",
    current: `batch ${batch}`,
    wanted: `one of ${plural(batches, "batch", "batches")}, counted from 0`,
    next: "pass an order of the batches in the list",
  });
}
