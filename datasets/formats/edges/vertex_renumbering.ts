/**
 * Renumbering of vertex ids with gaps to 0..V-1, in ascending order of the old id.
 *
 * @module
 */

/**
 * Renumbers both arrays in place and returns the distinct ids among the first `count` entries, ascending: the
 * old id of each new one. Needs four bytes an id where ids are dense enough, else a sorted copy of all.
 *
 * @example
 * ```ts
 * const source = Uint32Array.of(7, 900), target = Uint32Array.of(900, 3);
 * const distinct = closeGaps(source, target, 2);
 * if (distinct.join() !== "3,7,900" || source.join() !== "1,2") throw new Error("3, 7, 900 become 0, 1, 2");
 * ```
 */
export function closeGaps(source: Uint32Array, target: Uint32Array, count: number): Uint32Array {
  let max = -1;
  for (let e = 0; e < count; e++) {
    if (source[e] > max) max = source[e];
    if (target[e] > max) max = target[e];
  }
  if (max < 4 * count + 65_536) {
    const rank = new Uint32Array(max + 1);
    for (let e = 0; e < count; e++) rank[source[e]] = rank[target[e]] = 1;
    let vertices = 0;
    for (let id = 0; id <= max; id++) vertices += rank[id];
    const ids = new Uint32Array(vertices);
    vertices = 0;
    for (let id = 0; id <= max; id++) {
      if (rank[id]) {
        ids[vertices] = id;
        rank[id] = vertices++;
      }
    }
    for (let e = 0; e < count; e++) {
      source[e] = rank[source[e]];
      target[e] = rank[target[e]];
    }
    return ids;
  }
  const ids = new Uint32Array(2 * count);
  ids.set(source.subarray(0, count));
  ids.set(target.subarray(0, count), count);
  ids.sort();
  let vertices = 0;
  for (let i = 0; i < ids.length; i++) {
    if (i === 0 || ids[i] !== ids[i - 1]) ids[vertices++] = ids[i];
  }
  const rankOf = (id: number): number => {
    let low = 0, high = vertices - 1;
    while (low < high) {
      const middle = low + ((high - low) >>> 1);
      if (ids[middle] < id) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  for (let e = 0; e < count; e++) {
    source[e] = rankOf(source[e]);
    target[e] = rankOf(target[e]);
  }
  return ids.slice(0, vertices);
}
