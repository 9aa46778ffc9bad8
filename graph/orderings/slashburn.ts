/**
 * SlashBurn: hubs get the lowest ids, components without them the highest.
 *
 * @module
 */
import { degrees } from "../degrees.ts";
import { symmetrise } from "../symmetry.ts";
import type { Ordering } from "./ordering.ts";
import { indices } from "../../platform/indices.ts";

/** Default share of the vertices that are taken as hubs in each round. */
const HUB_SHARE = 0.005;

/** State of a vertex: with an id, without one, or without one and met in this round's search. */
const RETIRED = 0, REMAINING = 1, MET = 2;

/** Remaining graph of a round. */
interface Remainder {
  /** Begin of each vertex's row in `neighbours`. */
  readonly rowPtr: Uint32Array;
  /** Rows, of which those of remaining vertices lose retired neighbours in each round's search. */
  readonly neighbours: Uint32Array;
  /** Length of each vertex's row. */
  readonly degree: Uint32Array;
  readonly state: Uint8Array;
}

/** The `k` members of highest degree, highest first, ties by old id: a counting selection, linear. */
function hubsOf({ degree }: Remainder, members: Uint32Array, k: number): Uint32Array {
  let max = 0;
  for (const v of members) max = Math.max(max, degree[v]);
  const count = new Uint32Array(max + 1);
  for (const v of members) count[degree[v]]++;
  let threshold = max, above = 0;
  while (threshold > 0 && above + count[threshold] < k) above += count[threshold--];
  const chosen: number[] = [];
  let ties = k - above;
  for (const v of members) {
    if (degree[v] > threshold || (degree[v] === threshold && ties-- > 0)) chosen.push(v);
  }
  return Uint32Array.from(chosen.sort((a, b) => degree[b] - degree[a] || a - b));
}

/**
 * Connected components of the members that remain, each as the run of its vertices in `order`. The search
 * drops retired neighbours from the rows that it reads: no later round reads them again, and lengths are
 * degrees.
 */
function componentsOf(
  { rowPtr, neighbours, degree, state }: Remainder,
  members: Uint32Array,
): { readonly order: Uint32Array; readonly starts: number[] } {
  const order = new Uint32Array(members.length);
  const starts: number[] = [];
  let end = 0;
  for (const root of members) {
    if (state[root] !== REMAINING) continue;
    starts.push(end);
    state[root] = MET;
    order[end] = root;
    for (let at = end++; at < end; at++) {
      const v = order[at], begin = rowPtr[v], rowEnd = begin + degree[v];
      let kept = begin;
      for (let e = begin; e < rowEnd; e++) {
        const u = neighbours[e], found = state[u];
        if (found === RETIRED) continue;
        neighbours[kept++] = u;
        if (found === MET) continue;
        state[u] = MET;
        order[end++] = u;
      }
      degree[v] = kept - begin;
    }
  }
  starts.push(end);
  return { order: order.subarray(0, end), starts };
}

/**
 * SlashBurn (Kang and Faloutsos, "Beyond 'caveman communities'", ICDM 2011; hetu-gnn, Figure 8): takes the
 * `k` vertices of highest degree as hubs and gives them the lowest free ids; all components of the rest but
 * the largest get the highest free ids, larger ones first; and again on the largest, until it has at most `k`
 * vertices. With `k` = 0.5 % of the vertices there are at most 200 rounds, each linear in what remains.
 */
export const slashburn: Ordering = {
  id: "slashburn",
  title: "SlashBurn",
  source: { paper: "hetu-gnn", section: "Figure 8" },
  parameters: { hubShare: HUB_SHARE },
  compute(matrix) {
    const structure = symmetrise(matrix, { selfLoops: "drop" });
    const { rows, rowPtr, colIdx } = structure;
    const k = Math.max(1, Math.ceil(HUB_SHARE * rows));
    const perm = new Uint32Array(rows), state = new Uint8Array(rows).fill(REMAINING);
    // A graph without self-loops shares its columns with the structure.
    const remainder = { rowPtr, neighbours: colIdx.slice(), degree: degrees(structure), state };
    let members = indices(rows);
    let low = 0, high = rows;

    const retire = (v: number, id: number) => {
      perm[v] = id;
      state[v] = RETIRED;
    };

    while (members.length > k) {
      for (const hub of hubsOf(remainder, members, k)) retire(hub, low++);
      const { order, starts } = componentsOf(remainder, members);
      const bySize = starts.slice(0, -1).map((start, i) => ({ start, size: starts[i + 1] - start }))
        .sort((a, b) => b.size - a.size || order[a.start] - order[b.start]);
      // There is no component where all members were hubs.
      const [giant, ...spokes] = bySize;
      let id = high -= order.length - (giant?.size ?? 0);
      for (const { start, size } of spokes) {
        for (let i = start; i < start + size; i++) retire(order[i], id++);
      }
      let left = 0;
      for (const v of members) {
        if (state[v] === RETIRED) continue;
        state[v] = REMAINING;
        members[left++] = v;
      }
      members = members.subarray(0, left);
    }
    for (const last of hubsOf(remainder, members, members.length)) retire(last, low++);
    return { perm, facts: {} };
  },
};
