/**
 * Block-wise reordering (hetu-gnn, Algorithm 2): an ordering that respects a partition by rows.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { equalVertexRanges } from "../partitions/ranges.ts";
import { assertSquare } from "../square.ts";
import { submatrix } from "../submatrix.ts";
import type { Ordering, OrderingFacts } from "./ordering.ts";
import { plural } from "../../platform/text/plural.ts";

/** First id of each of `count` blocks of `n` ids, and `n` itself: block i begins at `floor(i n / count)`. */
export function blockOffsets(n: number, count: number): Uint32Array {
  return equalVertexRanges(n, count).offsets;
}

/** Merges the facts of blocks: sums, and the balance of the worst block. */
function mergeFacts(facts: readonly OrderingFacts[]): OrderingFacts {
  const defined = <K extends keyof OrderingFacts>(key: K) =>
    facts.map((fact) => fact[key]).filter((value) => value !== undefined);
  const engines = [...new Set(defined("engine"))], clusters = defined("clusters");
  const cuts = defined("edgeCut"), balances = defined("balance");
  return {
    ...(engines.length > 0 && { engine: engines.join(" + ") }),
    ...(clusters.length > 0 && { clusters: sumOf(clusters) }),
    ...(cuts.length > 0 && { edgeCut: sumOf(cuts) }),
    ...(balances.length > 0 && { balance: Math.max(...balances) }),
    blocks: facts.length,
  };
}

/**
 * Applies `ordering` to each of `blocknum` diagonal blocks: ids stay inside their block, so the number of
 * edges of every block of the matrix is exactly unchanged. `blocknum = 1` is the ordering of the whole graph.
 *
 * @throws {UsageError} if `blocknum` is not a positive integer.
 *
 * @example
 * ```ts
 * import { blockWise, csrFromEdges, findOrdering } from "gnn-repro/graph";
 * const source = Uint32Array.of(0, 0, 1, 3), target = Uint32Array.of(1, 2, 2, 3);
 * const graph = csrFromEdges({ vertices: 4, source, target });
 * const { perm } = blockWise(findOrdering("degsort"), 2).compute(graph, { seed: 1 });
 * if (perm.join() !== "1,0,3,2") throw new Error("ids stay in 0..1 and 2..3");
 * ```
 */
export function blockWise(ordering: Ordering, blocknum: number): Ordering {
  if (!Number.isInteger(blocknum) || blocknum < 1 || blocknum > 2 ** 20) {
    throw new UsageError({
      action: `apply ordering "${ordering.id}" block by block`,
      current: plural(blocknum, "block"),
      wanted: "a whole number from 1 to 2^20",
      next: "take the number of process groups: ranks over replication",
    });
  }
  return {
    id: `block-${ordering.id}`,
    title: `${ordering.title}, ${blocknum} ${blocknum === 1 ? "block" : "blocks"}`,
    source: { paper: "hetu-gnn", section: "Algorithm 2" },
    get parameters() {
      return { ...ordering.parameters, blocknum };
    },
    compute(matrix, options) {
      assertSquare(matrix, "order the vertices of a graph");
      const offsets = blockOffsets(matrix.rows, blocknum);
      const perm = new Uint32Array(matrix.rows);
      const facts: OrderingFacts[] = [];
      for (let i = 0; i < blocknum; i++) {
        const begin = offsets[i], end = offsets[i + 1];
        const block = submatrix(matrix, { rows: [begin, end], cols: [begin, end] });
        const ordered = ordering.compute(block, options);
        for (let v = begin; v < end; v++) perm[v] = ordered.perm[v - begin] + begin;
        facts.push(ordered.facts);
      }
      return { perm, facts: mergeFacts(facts) };
    },
  };
}
