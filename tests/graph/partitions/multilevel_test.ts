import assert from "node:assert/strict";
import fc from "fast-check";
import { rebalance } from "../../../graph/partitions/balance.ts";
import { partitionMultilevel } from "../../../graph/partitions/multilevel.ts";
import { type KwayState, kwayState, moveVertex, refineKway } from "../../../graph/partitions/refine.ts";
import { weightedGraph } from "../../../graph/partitions/weighted_graph.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { RandomStream } from "../../../platform/random.ts";
import { graphOf, graphs, gridGraph, SHAPES } from "../graph_fixture.ts";
import {
  checkQuality,
  checkSecondWeight,
  checkValidity,
  checkVertexWeight,
  communities,
} from "./partition_checks.ts";
import { fillEmptyParts } from "../../../graph/partitions/empty_parts.ts";

Deno.test("built-in partitions are valid on every shape, their cut and balance equal a recount", () => {
  checkValidity(partitionMultilevel);
});

Deno.test("built-in partitions of planted communities are balanced, repeat, and cut far less than random ones", () => {
  checkQuality(partitionMultilevel);
});

Deno.test("the built-in partitioner balances a clustered second weight within 5 %", () => {
  checkSecondWeight(partitionMultilevel);
});

Deno.test("the built-in partitioner balances vertex weights within 3 %", () => {
  checkVertexWeight(partitionMultilevel);
});

Deno.test("the built-in partitioner leaves no part empty while there are vertices for all", () => {
  fc.assert(fc.property(graphs, fc.integer({ min: 1, max: 30 }), (graph, count) => {
    const used = new Set(partitionMultilevel(graph, count).parts).size;
    assert.equal(used, Math.min(count, graph.rows));
  }));
  for (const graph of Object.values(SHAPES)) {
    for (const count of [2, 30, 299]) {
      assert.equal(new Set(partitionMultilevel(graph, count).parts).size, Math.min(count, graph.rows));
    }
  }
});

Deno.test("a path into 4 parts costs 3 edges, a 32 x 32 grid hardly more than two straight cuts", () => {
  assert.ok(partitionMultilevel(SHAPES.path, 4).edgeCut <= 5);
  assert.ok(partitionMultilevel(gridGraph(32), 4).edgeCut <= 1.25 * 64);
});

/** A random graph with small weights in random parts, and what no limit and no floor is. */
function randomState(seed: number): KwayState {
  const stream = new RandomStream(seed, "k-way state"), vertices = 60;
  const pairs = Array.from({ length: 200 }, () => [stream.below(vertices), stream.below(vertices)] as const);
  const structure = graphOf(vertices, pairs, { symmetrise: true, selfLoops: "drop" });
  const weights = () => Uint32Array.from({ length: vertices }, () => stream.below(4));
  const graph = weightedGraph(structure, { first: weights().map((weight) => weight + 1), second: weights() });
  return kwayState(graph, Uint32Array.from({ length: vertices }, () => stream.below(4)), 4);
}
const OPEN = { limits: [Infinity, Infinity], floors: [-Infinity, -Infinity], passes: 100 } as const;

const copyOf = ({ graph, parts, count }: KwayState) => kwayState(graph, parts.slice(), count);

/** Edges of a vertex to each part. */
function tiesOf({ graph: { rowPtr, colIdx }, parts, count }: KwayState, v: number): number[] {
  const ties = new Array<number>(count).fill(0);
  for (const u of colIdx.subarray(rowPtr[v], rowPtr[v + 1])) ties[parts[u]]++;
  return ties;
}

const cutOf = (state: KwayState) =>
  [...state.parts.keys()].reduce((sum, v) => {
    const ties = tiesOf(state, v);
    return sum + sumOf(ties) - ties[state.parts[v]];
  }, 0) / 2;

Deno.test("refinement goes on until no vertex has more ties to another part, within limits and floors", () => {
  for (let seed = 0; seed < 20; seed++) {
    const start = randomState(seed), free = copyOf(start), random = new RandomStream(seed, "visits");
    refineKway(free, { ...OPEN, random });
    for (const [v, part] of free.parts.entries()) {
      if (free.members[part] > 1) assert.equal(Math.max(...tiesOf(free, v)), tiesOf(free, v)[part]);
    }
    const bound = copyOf(start),
      means = start.load.map((loads) => loads.reduce((sum, load) => sum + load) / 4);
    const limits = [1.2 * means[0], 1.3 * means[1]] as const,
      floors = [0.8 * means[0], 0.7 * means[1]] as const;
    refineKway(bound, { limits, floors, passes: 8, random });
    for (const state of [free, bound]) {
      assert.ok(cutOf(state) < 0.8 * cutOf(start), `${cutOf(state)} of ${cutOf(start)}`);
      assert.deepEqual({ ...state }, { ...copyOf(state) }, "loads and members are those of the parts");
    }
    for (const c of [0, 1] as const) {
      bound.load[c].forEach((load, p) => {
        assert.ok(
          load <= Math.max(limits[c], start.load[c][p]) && load >= Math.min(floors[c], start.load[c][p]),
        );
      });
    }
  }
});

Deno.test("a vertex with as many ties to a lighter part goes there, to one as heavy it does not", () => {
  // Vertex 1 is tied to 0 and to 3, vertices 2 and 4 to no one.
  const graph = weightedGraph(graphOf(5, [[0, 1], [1, 3]], { symmetrise: true }));
  const refined = (parts: number[]) => {
    const state = kwayState(graph, Uint32Array.from(parts), 2), random = new RandomStream(1, "visits");
    refineKway(state, { ...OPEN, passes: 1, floors: [1, 0], limits: [3, 0], random });
    return state.parts[1];
  };
  assert.equal(refined([0, 0, 0, 1, 1]), 0, "2 without it there, 2 here");
  assert.equal(refined([0, 0, 0, 1, 0]), 1, "3 without it here, 1 there");
});

Deno.test("vertices leave overloaded parts until all fit, first those that cost the cut least", () => {
  for (let seed = 0; seed < 20; seed++) {
    const start = randomState(seed), state = copyOf(start);
    for (let v = 0; v < 50; v++) moveVertex(state, v, v % 2);
    const limits = state.load.map((loads) =>
      Math.ceil(1.1 * loads.reduce((sum, load) => sum + load) / 4) + 3
    );
    rebalance(state, [limits[0], limits[1]]);
    state.load.forEach((loads, c) =>
      assert.ok(Math.max(...loads) <= limits[c], `${loads} above ${limits[c]}`)
    );
    assert.deepEqual({ ...state }, { ...copyOf(state) });
  }
  // Part 0 holds a triangle and vertices 0 and 4, of which 4 is tied to part 1 twice.
  const pairs = [[1, 2], [2, 3], [3, 1], [0, 1], [4, 5], [4, 6], [4, 3]] as const;
  const graph = weightedGraph(graphOf(8, pairs, { symmetrise: true }));
  const leaving = (limit: number, parts = [0, 0, 0, 0, 0, 1, 1, 2]) => {
    const state = kwayState(graph, Uint32Array.from(parts), 3);
    rebalance(state, [limit, Infinity]);
    return [...state.parts];
  };
  assert.deepEqual(leaving(5), [0, 0, 0, 0, 0, 1, 1, 2]);
  assert.deepEqual(leaving(4), [0, 0, 0, 0, 1, 1, 1, 2]);
  // Then part 1 is full: 0, which has one tie, goes to the other.
  assert.deepEqual(leaving(3), [2, 0, 0, 0, 1, 1, 1, 2]);
  assert.deepEqual(leaving(3, [2, 2, 2, 2, 2, 1, 1, 0]), [0, 2, 2, 2, 1, 1, 1, 0]);
  // Without ties the lightest part is the refuge.
  const apart = kwayState(weightedGraph(graphOf(7, [])), Uint32Array.of(0, 1, 1, 2, 2, 2, 2), 3);
  rebalance(apart, [3, Infinity]);
  assert.deepEqual([...apart.members], [2, 2, 3]);
});

Deno.test("an empty part gets the vertex that is tied least to the heaviest part", () => {
  // Part 0 is a triangle and vertex 1, which has one tie to it.
  const graph = weightedGraph(graphOf(6, [[1, 0], [0, 2], [2, 3], [0, 3], [4, 5]], { symmetrise: true }));
  const state = kwayState(graph, Uint32Array.of(0, 0, 0, 0, 2, 2), 3);
  fillEmptyParts(state);
  assert.deepEqual([...state.parts], [0, 1, 0, 0, 2, 2]);
  const alone = kwayState(
    weightedGraph(graphOf(3, [[1, 2]], { symmetrise: true })),
    Uint32Array.of(1, 1, 1),
    2,
  );
  fillEmptyParts(alone);
  assert.deepEqual([...alone.parts], [0, 1, 1], "vertex 0 has no ties");
});

Deno.test("weights that are all zero neither crash nor hang", () => {
  const zeros = new Uint32Array(300);
  assert.equal(partitionMultilevel(SHAPES.path, 4, { vertexWeight: zeros, secondWeight: zeros }).balance, 1);
});

Deno.test("the built-in partitioner refuses to balance entries by a typed error", () => {
  assert.throws(() => partitionMultilevel(communities, 2, { entryImbalance: 0.1 }), UsageError);
});
