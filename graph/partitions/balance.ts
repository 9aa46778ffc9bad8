/**
 * Balancing of a k-way partition: parts above their limit lose vertices, empty parts get one.
 *
 * @module
 */
import { type KwayState, moveVertex, PartTies } from "./refine.ts";

/** Greatest weight of a part, by constraint. */
export type PartLimits = readonly [number, number];

/** Greatest number of rounds over all parts; each except the last lowers the total excess. */
const ROUNDS = 12;

/** Excess of two loads over their limits, as a share of the limits. */
function excess(first: number, second: number, limits: PartLimits): number {
  return (first > limits[0] ? first / limits[0] - 1 : 0) + (second > limits[1] ? second / limits[1] - 1 : 0);
}

/** Destination of a vertex of an overloaded part, with its gain in the cut. */
interface Refuge {
  readonly vertex: number;
  /** New part; the old one if no move lowers the total excess. */
  readonly part: number;
  readonly gain: number;
}

/** Prefers parts that stay within their limits, then the strongest tie, then the lightest part. */
function findRefuge(
  state: KwayState,
  vertex: number,
  context: { limits: PartLimits; ties: PartTies },
): Refuge {
  const { graph, parts, load, count } = state, { limits, ties } = context;
  const own = parts[vertex], w0 = graph.weight[0][vertex], w1 = graph.weight[1][vertex];
  const relief = excess(load[0][own], load[1][own], limits) -
    excess(load[0][own] - w0, load[1][own] - w1, limits);
  ties.gather(graph, parts, vertex);
  let best = own, bestAdded = relief, bestTie = 0;
  for (let p = 0; p < count; p++) {
    if (p === own) continue;
    const added = excess(load[0][p] + w0, load[1][p] + w1, limits) - excess(load[0][p], load[1][p], limits);
    if (added > bestAdded || added >= relief) continue;
    const tie = ties.tie[p];
    if (added === bestAdded && (tie < bestTie || (tie === bestTie && load[0][p] >= load[0][best]))) continue;
    best = p;
    bestAdded = added;
    bestTie = tie;
  }
  const gain = bestTie - ties.tie[own];
  ties.clear();
  return { vertex, part: best, gain };
}

/** The vertices of every part above its limits. */
function overloadedMembers(state: KwayState, limits: PartLimits): Map<number, number[]> {
  const { parts, load, count } = state;
  const members = new Map<number, number[]>();
  for (let p = 0; p < count; p++) if (excess(load[0][p], load[1][p], limits) > 0) members.set(p, []);
  if (members.size > 0) {
    for (let v = 0; v < parts.length; v++) members.get(parts[v])?.push(v);
  }
  return members;
}

/**
 * Moves vertices out of parts above `limits`, those first that cost the cut least, until all fit or no move
 * lowers the total excess. A move may overload its target in one constraint if it relieves the other more:
 * the next round then moves other vertices on.
 */
export function rebalance(state: KwayState, limits: PartLimits): void {
  const { load } = state;
  const context = { limits, ties: new PartTies(state.count) };
  for (let round = 0; round < ROUNDS; round++) {
    let moves = 0;
    for (const [part, members] of overloadedMembers(state, limits)) {
      const refuges = members.map((v) => findRefuge(state, v, context)).filter((r) => r.part !== part);
      refuges.sort((a, b) => b.gain - a.gain || a.vertex - b.vertex);
      for (const { vertex } of refuges) {
        if (excess(load[0][part], load[1][part], limits) === 0) break;
        const now = findRefuge(state, vertex, context);
        if (now.part === part) continue;
        moveVertex(state, vertex, now.part);
        moves++;
      }
    }
    if (moves === 0) return;
  }
}
