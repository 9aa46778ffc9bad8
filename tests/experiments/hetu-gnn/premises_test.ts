/** Premises of hetu-gnn: what a graph and a device must be like before a claim is decided. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { FIGURE_7_DEVICES_CLAIMS } from "../../../experiments/hetu-gnn/convergence/figure_7_claims.ts";
import { balancePremise, blockSpread } from "../../../experiments/hetu-gnn/distribution/balance_premises.ts";
import { figure5 } from "../../../experiments/hetu-gnn/distribution/figure_5.ts";
import { FIGURE_9_CLAIMS } from "../../../experiments/hetu-gnn/distribution/figure_9_claims.ts";
import { ONE_D_4 } from "../../../experiments/hetu-gnn/distribution/schemes.ts";
import { BLOCK_METIS } from "../../../experiments/hetu-gnn/distribution/scoped_orderings.ts";
import { section22 } from "../../../experiments/hetu-gnn/distribution/section_2_2.ts";
import { thinned } from "../../../experiments/hetu-gnn/distribution/equal_edges.ts";
import { fillShare, fullTiles, tilePremise } from "../../../experiments/hetu-gnn/epochs/tile_premises.ts";
import { table4Memory } from "../../../experiments/hetu-gnn/epochs/table_4_memory.ts";
import { densityFacts, sparseStandIn } from "../../../experiments/hetu-gnn/graph_regime.ts";
import { diagonalShare } from "../../../experiments/hetu-gnn/orderings/entry_clustering.ts";
import { HIT_RATE_PREMISE } from "../../../experiments/hetu-gnn/orderings/hit_rate_claims.ts";
import { orderingPremise } from "../../../experiments/hetu-gnn/orderings/ordering_premises.ts";
import { figure10 } from "../../../experiments/hetu-gnn/tiles/figure_10.ts";
import { findPaper } from "../../../experiments/papers.ts";
import { type PremiseCondition, premiseOf } from "../../../experiments/premises/condition.ts";
import { LONG_CALLS } from "../../../experiments/premises/long_calls.ts";
import { decideClaims } from "../../../experiments/session/verdicts/claim_verdicts.ts";
import { csrFromEdges, type CsrMatrix, denseShare, nnz, tileGrid } from "../../../graph/mod.ts";
import { symmetrise } from "../../../graph/symmetry.ts";
import { RandomStream } from "../../../platform/random.ts";
import type { Suite } from "../../../experiments/suite.ts";
import type { Row } from "../../../results/row.ts";

type Values = Readonly<Record<string, number>>;

/** Rows of one cell, a metric each. */
function cellRows(suite: string, cell: string, values: Values, kind: Row["dataset_kind"] = "real"): Row[] {
  return Object.entries(values).map(([metric, median]) => ({
    ...{ suite, cell: `${suite}:${cell}`, contender: cell.slice(cell.indexOf(":") + 1), metric, median },
    ...{ dataset: cell.split(":")[0], dataset_kind: kind, source: "measured", status: "ok", unit: "1" },
  } as Row));
}

function isMet(conditions: readonly PremiseCondition[], rows: readonly Row[]): boolean {
  return premiseOf(conditions, new SuiteEvidence("s", { rows, samples: [] }, 1)).met;
}

/** Asks the premise on values that meet it, and on each of those that do not, one at a time. */
function assertBounds(
  conditions: readonly PremiseCondition[],
  within: Values,
  outside: Readonly<Record<string, readonly number[]>>,
) {
  assert.ok(isMet(conditions, cellRows("s", "reddit:none", within)), "bounds are within");
  for (const [metric, values] of Object.entries(outside)) {
    for (const value of values) {
      const rows = cellRows("s", "reddit:none", { ...within, [metric]: value });
      assert.ok(!isMet(conditions, rows), `${metric} ${value}`);
    }
  }
}

const REDDIT = { graphs: { reddit: "reddit" }, contender: "none" } as const;
const ORDERABLE = { headroom: 1.5, edges_over_square: 0.01, degree_over_printed: 0.8 };

Deno.test("claims about orderings want room for the printed gain, a sparse graph of the printed degree, and real ids", () => {
  assertBounds(orderingPremise(REDDIT), ORDERABLE, {
    headroom: [1.49, NaN],
    edges_over_square: [0.0101],
    degree_over_printed: [0.79],
  });
  assert.ok(!isMet(orderingPremise(REDDIT), cellRows("s", "reddit:none", ORDERABLE, "stand-in")));
  // Archaea gained more in the paper, and so it needs more room.
  const archaea = orderingPremise({ graphs: { archaea: "archaea" }, contender: "none" });
  assert.ok(!isMet(archaea, cellRows("s", "archaea:none", { ...ORDERABLE, headroom: 2.39 })));
  assert.ok(isMet(archaea, cellRows("s", "archaea:none", { ...ORDERABLE, headroom: 2.4 })));
});

Deno.test("claims about tiles want a break-even fill between the thresholds' ends, filled tiles and epochs that aggregate", () => {
  const within = {
    break_even_fill: 2,
    fill_2_5: 5,
    fill_5_10: 5,
    edges_over_square: 0.01,
    base_aggregation: 0.75,
  };
  assertBounds(tilePremise(REDDIT), within, {
    break_even_fill: [1.99, 10.1],
    fill_2_5: [4.9],
    fill_5_10: [4.9],
    edges_over_square: [0.0101],
    base_aggregation: [0.74],
  });
  assert.ok(isMet(tilePremise(REDDIT), cellRows("s", "reddit:none", { ...within, break_even_fill: 10 })));
});

Deno.test("claims about balance want parts of a quarter of the printed size that no vertex outweighs", () => {
  const within = { part_over_printed: 0.25, heaviest_vertex: 0.1, edges_over_square: 1 };
  assertBounds(balancePremise(REDDIT), within, { part_over_printed: [0.249], heaviest_vertex: [0.101] });
  assert.ok(!isMet(balancePremise(REDDIT), cellRows("s", "reddit:none", within, "stand-in")));
});

Deno.test("clusters beside the diagonal are those of the paper's ids: of drawn ids, which METIS may leave as they are, none is decided", () => {
  const verdict = (kind: Row["dataset_kind"]) => {
    const rows = [
      ...["b01", "b10"].flatMap((block) => [
        ...cellRows(figure5.id, `${block}:none`, { mean_column_gap: 29, tile_density_variance: 1 }, kind),
        ...cellRows(
          figure5.id,
          `${block}:block-metis`,
          { mean_column_gap: 28, tile_density_variance: 2 },
          kind,
        ),
      ]),
      ...cellRows(figure5.id, "step:none", { degree_over_printed: 1, edges_over_square: 0.03 }, kind),
    ];
    const claims = decideClaims([findPaper("hetu-gnn")], [figure5 as unknown as Suite], {
      ...{ session: "t", seed: 1, rows, samples: [], smallestDifference: 0.03, backend: "x86" },
      ...{ adapterKind: "none" as const, profile: "standard" },
    });
    return claims.find(({ claim_id }) => claim_id === "hetu-gnn.q.offdiag-also-clustered")!.verdict;
  };
  assert.deepEqual([verdict("real"), verdict("stand-in")], ["reproduced", "out-of-regime"]);
});

Deno.test("hit rates are believed on a graph whose diagonal blocks hold the printed shares, two points off at most", () => {
  const premise = (natural: number, metis: number) =>
    isMet(HIT_RATE_PREMISE, [
      ...cellRows("s", "reddit:natural", { diagonal_share: natural }),
      ...cellRows("s", "reddit:metis", { diagonal_share: metis }),
    ]);
  assert.ok(premise(50.2, 93.4) && premise(48.2, 91.5) && premise(52.2, 95.3));
  assert.ok(!premise(48.1, 93.4) && !premise(50.2, 91.3) && !premise(50.2, 95.5));
});

/** Graph of two halves with `inside` edges in each and `across` between them, as pairs of vertex i. */
function halves(vertices: number, inside: number, across: number): CsrMatrix {
  const half = vertices / 2, source: number[] = [], target: number[] = [];
  for (let v = 0; v < half; v++) {
    for (let step = 1; step <= inside; step++) {
      source.push(v, half + v);
      target.push((v + step) % half, half + (v + step) % half);
    }
    for (let step = 0; step < across; step++) {
      source.push(v);
      target.push(half + (v + step) % half);
    }
  }
  const edges = { vertices, source: Uint32Array.from(source), target: Uint32Array.from(target) };
  return csrFromEdges({ ...edges, symmetrise: true });
}

Deno.test("density and shares of blocks are those of the graph", () => {
  const graph = halves(100, 3, 2);
  assert.equal(nnz(graph), 100 * 8);
  assert.equal(diagonalShare(graph), 6 / 8);
  const { edges_over_square, degree_over_printed } = densityFacts(graph, "reddit");
  assert.equal(edges_over_square, 0.08);
  assert.ok(Math.abs(degree_over_printed as number - 8 * 232965 / 114848857) < 1e-12);
  assert.deepEqual(["reddit", "ogbn-proteins"].map((id) => sparseStandIn(id as "reddit")), [
    "reddit@1/4.7",
    "ogbn-proteins@1/2.2",
  ]);
});

Deno.test("blocks of random ids are balanced, and grow apart as ids follow the degrees", () => {
  const hubs = 40, vertices = 400, source: number[] = [], target: number[] = [];
  for (let v = hubs; v < vertices; v++) {
    for (let hub = 0; hub < hubs; hub += 2) source.push(v), target.push(hub);
  }
  const edges = { vertices, source: Uint32Array.from(source), target: Uint32Array.from(target) };
  const graph = csrFromEdges({ ...edges, symmetrise: true });
  const spreads = [0, 0.5, 1].map((drift) => blockSpread(graph, drift, 1));
  assert.ok(spreads[0] < spreads[1] && spreads[1] < spreads[2], spreads.join());
  assert.equal(spreads[2], Infinity, "sorted by degree, all hubs are in the first half");
});

Deno.test("tiles that hold nothing but self-loops are no filled tiles", () => {
  const vertices = 320, ids = Uint32Array.from({ length: vertices }, (_, v) => v);
  const loops = csrFromEdges({ vertices, source: ids, target: ids });
  assert.equal(fillShare(loops, 0.02, 0.05), 100, "32 of 1,024 places");
  const withoutLoops = symmetrise(loops, { selfLoops: "drop" });
  assert.deepEqual([fillShare(withoutLoops, 0.02, 0.05), fillShare(withoutLoops, 0.05, 0.1)], [0, 0]);
});

Deno.test("full tiles are full, and nothing else is stored", () => {
  const grid = tileGrid(fullTiles());
  assert.equal(denseShare(grid, 0.999).denseNnzShare, 1);
  assert.equal(grid.tileCol.length, 64 * 8);
});

Deno.test("a thinned block has as many entries as were asked for, all of them its own, at its own places", () => {
  const graph = halves(64, 5, 4), values = Float32Array.from({ length: nnz(graph) }, (_, e) => e);
  const matrix = { ...graph, values };
  for (const entries of [0, 1, 100, nnz(graph), nnz(graph) + 5]) {
    const thin = thinned(matrix, entries, 3), kept = Math.min(entries, nnz(graph));
    assert.deepEqual([nnz(thin), thin.colIdx.length, thin.rows], [kept, kept, 64]);
    for (let row = 0; row < 64; row++) {
      for (let e = thin.rowPtr[row]; e < thin.rowPtr[row + 1]; e++) {
        const at = thin.values![e];
        assert.ok(
          at >= matrix.rowPtr[row] && at < matrix.rowPtr[row + 1] && matrix.colIdx[at] === thin.colIdx[e],
        );
        assert.ok(e === 0 || at > thin.values![e - 1]);
      }
    }
  }
  // Every entry is as likely: over many draws each is kept about as often.
  const counts = new Uint32Array(nnz(graph)), stream = new RandomStream(1, "seeds");
  for (let draw = 0; draw < 400; draw++) {
    for (const at of thinned(matrix, nnz(graph) / 4, stream.below(2 ** 31)).values!) counts[at]++;
  }
  assert.ok(
    Math.min(...counts) > 50 && Math.max(...counts) < 160,
    `${Math.min(...counts)} ${Math.max(...counts)}`,
  );
});

Deno.test("a claim is decided where every graph is in its regime, and told to be outside where one is not", () => {
  const shares = { "natural:block-sparse": 0.1, "metis:block-sparse": 0.5, "rcm:block-sparse": 0.3 };
  const verdict = (proteins: Values) => {
    const rows = [["reddit", ORDERABLE], ["ogbn-proteins", proteins]] as const;
    const cells = rows.flatMap(([graph, regime]) => [
      ...cellRows(figure10.id, `${graph}:metis:row-split`, regime),
      ...Object.entries(shares).flatMap(([contender, share]) =>
        cellRows(figure10.id, `${graph}:${contender}`, { dense_nnz_share: share })
      ),
    ]);
    const session = { session: "s", seed: 1, rows: cells, samples: [], smallestDifference: 0.01 };
    const device = { backend: "wasm", adapterKind: "none", profile: "standard" } as const;
    return decideClaims([findPaper("hetu-gnn")], [figure10], { ...session, ...device })
      .find(({ claim_id }) => claim_id === "hetu-gnn.q.reorder-helps-block-sparse")!;
  };
  assert.equal(verdict({ ...ORDERABLE, headroom: 2 }).verdict, "reproduced");
  const outside = verdict({ ...ORDERABLE, headroom: 1.9 });
  assert.equal(outside.verdict, "out-of-regime");
  assert.match(outside.reason, /of ogbn-proteins is 0.95, 1 or more is wanted.*ogbn-proteins@1\/2.2/);
});

Deno.test("a ledger below the card's memory shows nothing of another system, and with its overhead all of ours", () => {
  const parts = (own: number, overhead: number, dgl: number) => {
    const of = (contender: string, values: Values) =>
      cellRows(table4Memory.id, `archaea:${contender}`, values);
    const rows = [
      ...of("own", { peak_memory: own, overhead }),
      ...of("policy:pytorch", { peak_memory: 25 }),
      ...of("policy:dgl", { peak_memory: dgl }),
    ];
    const evidence = new SuiteEvidence(table4Memory.id, { rows, samples: [] }, 1);
    return table4Memory.claims[0].decide(evidence).map((part) =>
      part.kind === "exact" ? part.holds : part.kind
    );
  };
  assert.deepEqual(parts(7.6, 2, 21.5), [true, true, "open"]);
  assert.deepEqual(parts(13, 2, 24.1), ["open", true, true]);
  assert.deepEqual(parts(24.1, 1, 24), [false, true, "open"]);
});

Deno.test("products of a stand-in at 1/64 leave threads of a GPU idle, those of the graph do not, and CPUs are busy", () => {
  const words = (scale: string, backend: string) => {
    const rows = ["reddit", "ogbn-proteins"].flatMap((graph) =>
      cellRows(section22.id, `${graph}:epoch`, { hidden_width: 128 }).map((row): Row => ({
        ...row,
        dataset: `${graph}${scale}`,
        backend,
        threads: 2,
      }))
    );
    return premiseOf(section22.claims[0].premise!, new SuiteEvidence(section22.id, { rows, samples: [] }, 1));
  };
  // 132,534 / 64 vertices of Proteins, 128 outputs each, over 2^18 threads.
  const small = words("@1/64", "webgpu");
  assert.ok(!small.met);
  assert.equal(small.text, "work items over threads of ogbn-proteins@1/64 is 1.01, 8 or more is wanted");
  assert.match(small.elsewhere, /--profile paper/);
  assert.ok(words("", "webgpu").met && words("@1/64", "x86").met);
});

Deno.test("ranks of a graph have their share of its products, and a card that is modelled those of the published graph", () => {
  const epoch = (dataset: string, ranks: number) =>
    cellRows("hetu-gnn/real-ranks", "reddit:epoch:machine:broadcast", { epoch_time: 1 })
      .map((row): Row => ({ ...row, dataset, ranks, backend: "webgpu" }));
  const [devices] = FIGURE_7_DEVICES_CLAIMS;
  const ofRanks = (rows: readonly Row[]) =>
    premiseOf(devices.premise!, new SuiteEvidence("hetu-gnn/real-ranks", { rows, samples: [] }, 1)).text;
  // 232,965 vertices, 128 hidden units.
  assert.match(ofRanks(epoch("reddit", 2)), /of a rank on reddit is 56.9, 8 or more/);
  assert.match(ofRanks(epoch("reddit@1/64", 4)), /of a rank on reddit@1\/64 is 0.444, 8 or more/);

  const card = FIGURE_9_CLAIMS.find(({ claimId }) => claimId === "hetu-gnn.q.comm-dominates-large")!;
  const rows = ["archaea", "ogbn-products"].flatMap((graph) =>
    cellRows("s", `${graph}:${ONE_D_4.id}:${BLOCK_METIS.id}`, { card_spmm_time: 1 })
      .map((row): Row => ({ ...row, dataset: `${graph}@1/256`, backend: "wasm", threads: 2 }))
  );
  const { met, text } = premiseOf(card.premise!, new SuiteEvidence("s", { rows, samples: [] }, 1));
  assert.ok(met);
  assert.match(text, /of a rank on archaea is 201, 8 or more/);
});

Deno.test("a quotient of two times is in its regime where both are long beside a call", () => {
  const found = (spmm: number, dense: number) => {
    const rows = ["reddit", "ogbn-proteins"].flatMap((graph) => [
      ...cellRows(section22.id, `${graph}:epoch`, { spmm_time: spmm, dense_time: dense }).map((row) => ({
        ...row,
        unit: "ms",
      })),
      ...cellRows(section22.id, `${graph}:epoch`, { spmm_over_dense: 2, average_degree: 9, hidden_width: 9 }),
    ]);
    const evidence = new SuiteEvidence(section22.id, { rows, samples: [], callMs: 0.01 }, 1);
    section22.claims[0].decide(evidence);
    return LONG_CALLS.find(evidence).met;
  };
  assert.deepEqual([found(2, 1), found(0.3, 0.1), found(0.1, 0.3)], [true, false, false]);
});
