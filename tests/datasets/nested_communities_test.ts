/** @module */
import assert from "node:assert/strict";
import fc from "fast-check";
import { drawIds, type IdOrder } from "../../datasets/generators/id_order.ts";
import {
  nestedCommunities,
  type NestedCommunityParameters,
} from "../../datasets/generators/nested_communities.ts";
import { MAX_GRAPH_FILL } from "../../datasets/generators/stand_in.ts";
import { measureGraph } from "../../datasets/graph_measures.ts";
import { loadDataset } from "../../datasets/load.ts";
import { assertCsr, type CsrMatrix, nnz } from "../../graph/csr.ts";
import { degrees, degreeStatistics } from "../../graph/degrees.ts";
import { graphHash } from "../../graph/graph_hash.ts";
import { permuteSymmetric } from "../../graph/permute.ts";
import { isSymmetric } from "../../graph/symmetry.ts";
import { fillHistogram, tileGrid } from "../../graph/tiles.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { RandomStream } from "../../platform/random.ts";
import { shares } from "../shares.ts";

const NOWHERE = { environmentDir: "", cacheDir: "/nonexistent" };

const PARAMETERS: NestedCommunityParameters = {
  vertices: 6000,
  storedEdges: 240_000,
  communities: 24,
  communitySizes: { exponent: 2, spread: 5 },
  degrees: { exponent: 2.5, spread: 50 },
  mixing: 0.2,
  degreeBySize: 0,
  locality: 1,
  ids: "community",
};

/** Hash of the graph of {@link PARAMETERS} and seed 1. */
const GOLDEN = "1862e430d8e8a6744ec0bb0b3dd038eb1e997e1455d361c7cf134dea9bd4f493";

const law = fc.record({
  exponent: fc.double({ min: 1.5, max: 4, noNaN: true }),
  spread: fc.integer({ min: 1, max: 90 }),
});
const orders = fc.oneof(
  fc.constantFrom<IdOrder>("shuffled", "community", "drift"),
  fc.integer({ min: 1, max: 99 }).map((percent): IdOrder => `mixed-${percent}`),
);

/** Shares of the entries in tiles of each class of fill. */
function tileShares(graph: CsrMatrix): number[] {
  return fillHistogram(graph).map(({ nnz: entries }) => entries / nnz(graph));
}

/** Half the sum of the differences of two histograms: 0 where they are equal, 1 where they share nothing. */
function distance(a: readonly number[], b: readonly number[]): number {
  return sumOf(a, (share, i) => Math.abs(share - b[i])) / 2;
}

/** Share of the entries that join two communities. */
function mixingOf({ rows, rowPtr, colIdx }: CsrMatrix, community: Uint32Array): number {
  let between = 0;
  for (let v = 0; v < rows; v++) {
    for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) if (community[v] !== community[colIdx[e]]) between++;
  }
  return between / rowPtr[rows];
}

Deno.test("nested communities are simple, symmetric and of the size asked for, whatever the parameters", () => {
  fc.assert(
    fc.property(
      fc.record({
        vertices: fc.integer({ min: 2, max: 80 }),
        storedEdges: fc.nat(4000),
        communities: fc.integer({ min: 1, max: 60 }),
        communitySizes: law,
        degrees: law,
        mixing: shares,
        degreeBySize: fc.constantFrom(0 as const, 1 as const),
        locality: shares.map((share) => 3 * share),
        ids: orders,
      }),
      fc.nat(),
      (parameters, seed) => {
        const { graph, community, droppedEdges } = nestedCommunities(parameters, seed);
        assertCsr(graph);
        assert.ok(isSymmetric(graph));
        for (let v = 0; v < graph.rows; v++) {
          assert.ok(!graph.colIdx.subarray(graph.rowPtr[v], graph.rowPtr[v + 1]).includes(v), "a self-loop");
        }
        assert.deepEqual([graph.rows, community.length], [parameters.vertices, parameters.vertices]);
        assert.equal(nnz(graph) + droppedEdges, 2 * Math.round(parameters.storedEdges / 2));
        assert.ok(nnz(graph) <= MAX_GRAPH_FILL * graph.rows * (graph.rows - 1));
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("the graph is decided by the seed alone: this one is the same on every machine", () => {
  const hash = (seed: number) => graphHash(nestedCommunities(PARAMETERS, seed).graph);
  assert.equal(hash(1), GOLDEN);
  assert.notEqual(hash(2), GOLDEN);
});

Deno.test("size, skew and mixing are what was asked for", () => {
  const { graph, community, droppedEdges } = nestedCommunities(PARAMETERS, 1);
  assert.deepEqual([droppedEdges, nnz(graph), new Set(community).size], [0, 240_000, 24]);
  const even = nestedCommunities({ ...PARAMETERS, degrees: { exponent: 2.5, spread: 1 } }, 1);
  const flat = even.graph;
  assert.ok(Math.abs(mixingOf(flat, even.community) - 0.2) < 0.01, `${mixingOf(flat, even.community)}`);
  // The greatest degrees exceed their communities: the rest of their edges leaves.
  const mixing = mixingOf(graph, community);
  assert.ok(mixing > 0.2 && mixing < 0.25, `${mixing}`);
  assert.ok(degreeStatistics(graph).gini > degreeStatistics(flat).gini + 0.2);
  assert.ok(Math.max(...degrees(graph)) > 4 * Math.max(...degrees(flat)));
  const half = (each: CsrMatrix) => each.rowPtr[each.rows / 2] / nnz(each);
  assert.ok(Math.abs(half(graph) - 0.5) < 0.1, `${half(graph)}`);
  assert.ok(half(nestedCommunities({ ...PARAMETERS, ids: "drift" }, 1).graph) > 0.65);
});

Deno.test("the order of ids is a factor: every order gives the same graph under other ids", () => {
  const under = (ids: IdOrder) => nestedCommunities({ ...PARAMETERS, ids }, 1);
  const natural = under("community");
  const weights = new Float64Array(PARAMETERS.vertices);
  for (const ids of ["shuffled", "mixed-10", "mixed-90"] as const) {
    const { graph, community } = under(ids);
    const newId = drawIds(weights, ids, new RandomStream(1, "stand-in ids"));
    const expected = permuteSymmetric(natural.graph, newId);
    assert.equal(graphHash(graph), graphHash(expected), ids);
    natural.community.forEach((c, v) => assert.equal(community[newId[v]], c));
  }
});

Deno.test("mixed orders move P per cent of the vertices, and those of the smaller P stay among them", () => {
  const weights = new Float64Array(10_000);
  const moved = (order: IdOrder) => {
    const ids = drawIds(weights, order, new RandomStream(3, "ids"));
    assert.equal(new Set(ids).size, ids.length);
    return new Set([...ids.keys()].filter((v) => ids[v] !== v));
  };
  assert.equal(moved("community").size, 0);
  const [few, half, most] = [moved("mixed-10"), moved("mixed-50"), moved("mixed-90")];
  for (const [set, share] of [[few, 0.1], [half, 0.5], [most, 0.9]] as const) {
    assert.ok(Math.abs(set.size / 10_000 - share) < 0.002, `${set.size}`);
  }
  const stray = [...few].filter((v) => !half.has(v));
  assert.ok(stray.length < 10, "a vertex may land on its own place by chance");
});

Deno.test("tiles are full near the diagonal and emptier away from it; without locality all are filled alike", () => {
  // One community: what is seen is the structure within it.
  const one = { ...PARAMETERS, vertices: 2048, storedEdges: 200_000, communities: 1 };
  const fillAt = (graph: CsrMatrix, away: number) => {
    const { tilePtr, tileCol, entryPtr, tileRows } = tileGrid(graph);
    let entries = 0, tiles = 0;
    for (let i = 0; i < tileRows; i++) {
      for (let t = tilePtr[i]; t < tilePtr[i + 1]; t++) {
        if (Math.abs(tileCol[t] - i) === away) entries += entryPtr[t + 1] - entryPtr[t];
      }
      tiles += (i + away < tileRows ? 1 : 0) + (away > 0 && i >= away ? 1 : 0);
    }
    return entries / tiles / 1024;
  };
  const nested = nestedCommunities(one, 1).graph;
  const [on, beside, far] = [0, 1, 32].map((away) => fillAt(nested, away));
  assert.ok(on > 2 * beside && beside > 4 * far && far > 0, `${on}, ${beside}, ${far}`);
  const flat = nestedCommunities({ ...one, locality: 0 }, 1).graph;
  assert.ok(fillAt(flat, 0) < 1.2 * fillAt(flat, 32));
});

Deno.test("tile fill and degree stay when the graph is scaled; random ids hide the tiles, mixed ones a part", async () => {
  const load = async (name: string) => (await loadDataset(name, NOWHERE)).graph;
  for (const id of ["archaea", "ogbn-products", "twitter"]) {
    const scale = id === "twitter" ? 2 : 128;
    const large = await load(`${id}@1/${scale}:community`),
      small = await load(`${id}@1/${4 * scale}:community`);
    const [a, b] = [tileShares(large), tileShares(small)];
    assert.ok(distance(a, b) < 0.12, `${id}: ${a} and ${b}`);
    assert.ok(Math.abs(degreeStatistics(small).mean / degreeStatistics(large).mean - 1) < 0.01, id);
  }
  const dense = async (order: string) =>
    tileShares(await load(`archaea@1/256:${order}`)).slice(6).reduce((sum, share) => sum + share);
  const shares = await Promise.all(["community", "mixed-10", "mixed-50", "mixed-90", "shuffled"].map(dense));
  shares.forEach((share, i) => assert.ok(i === 0 || share < shares[i - 1], `${shares}`));
  assert.ok(shares[0] > 0.8 && shares[4] < 0.01, `${shares}`);
});

Deno.test("citations order by field and arrival, and a fractional scale divides the counts", async () => {
  const { graph } = await loadDataset("cora@1/1:community", NOWHERE);
  const shuffled = (await loadDataset("cora@1/1:shuffled", NOWHERE)).graph;
  assert.equal(graphHash(shuffled), (await loadDataset("cora@1/1", NOWHERE)).hash);
  assert.deepEqual([...degrees(graph)].sort(), [...degrees(shuffled)].sort());
  const hits = (each: CsrMatrix) => measureGraph(each).asNumbered.hits[0];
  assert.ok(hits(graph) > hits(shuffled) + 0.03, `${hits(graph)} and ${hits(shuffled)}`);
  const { counts } = await loadDataset("twitter@1/2.5:shuffled", NOWHERE);
  assert.deepEqual([counts.vertices, counts.storedEdges], [32_522, 1_073_838]);
});
