/**
 * SlashBurn: hubs get the lowest ids, components without them the highest.
 *
 * @module
 */
import type { CsrMatrix } from "../csr.ts";
import { degrees } from "../degrees.ts";
import { symmetrise } from "../symmetry.ts";
import type { Ordering } from "./ordering.ts";
import { indices } from "../../platform/indices.ts";

/** Default share of the vertices that are taken as hubs in each round. */
const HUB_SHARE = 0.005;

/** Remaining graph of one round: its vertices, with their numbers of remaining neighbours. */
interface Remainder {
  readonly members: Uint32Array;
  readonly degree: Uint32Array;
}

/** The `k` members of highest degree, highest first, ties by old id: a counting selection, linear. */
function hubsOf({ members, degree }: Remainder, k: number): Uint32Array {
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

/** The connected components of the vertices that are `alive`, each as the run of its vertices in `order`. */
function componentsOf(
  { rowPtr, colIdx }: CsrMatrix,
  members: Uint32Array,
  alive: Uint8Array,
): { readonly order: Uint32Array; readonly starts: number[] } {
  const order = new Uint32Array(members.length);
  const seen = new Uint8Array(alive.length);
  const starts: number[] = [];
  let end = 0;
  for (const root of members) {
    if (!alive[root] || seen[root]) continue;
    starts.push(end);
    seen[root] = 1;
    order[end] = root;
    for (let at = end++; at < end; at++) {
      const v = order[at];
      for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) {
        const u = colIdx[e];
        if (alive[u] && !seen[u]) {
          seen[u] = 1;
          order[end++] = u;
        }
      }
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
    const perm = new Uint32Array(rows);
    const alive = new Uint8Array(rows).fill(1);
    const degree = degrees(structure);
    let members = indices(rows);
    let low = 0, high = rows;

    const retire = (v: number, id: number) => {
      perm[v] = id;
      alive[v] = 0;
      for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) degree[colIdx[e]]--;
    };

    while (members.length > k) {
      for (const hub of hubsOf({ members, degree }, k)) retire(hub, low++);
      const { order, starts } = componentsOf(structure, members, alive);
      const bySize = starts.slice(0, -1).map((start, i) => ({ start, size: starts[i + 1] - start }))
        .sort((a, b) => b.size - a.size || order[a.start] - order[b.start]);
      const [giant, ...spokes] = bySize;
      if (giant === undefined) {
        members = new Uint32Array();
        break;
      }
      let id = high -= order.length - giant.size;
      for (const { start, size } of spokes) {
        for (let i = start; i < start + size; i++) retire(order[i], id++);
      }
      members = order.slice(giant.start, giant.start + giant.size).sort();
    }
    for (const last of hubsOf({ members, degree }, members.length)) retire(last, low++);
    return { perm, facts: {} };
  },
};
