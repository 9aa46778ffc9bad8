/** The suites of hetu-gnn's several devices: what they join, and what claims are decided from. @module */
import assert from "node:assert/strict";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { findLibrary, NATIVE_LIBRARIES } from "../../../platform/native/native_library.ts";
import { loadDataset } from "../../../datasets/load.ts";
import { OneProcess } from "../../../distributed/spmm/mod.ts";
import { readClaims } from "../../../experiments/claims/published_claims.ts";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { algorithm3 } from "../../../experiments/hetu-gnn/tiles/algorithm_3.ts";
import { figure10 } from "../../../experiments/hetu-gnn/tiles/figure_10.ts";
import { figure10Devices } from "../../../experiments/hetu-gnn/tiles/figure_10_devices.ts";
import { figure5 } from "../../../experiments/hetu-gnn/distribution/figure_5.ts";
import { figure7 } from "../../../experiments/hetu-gnn/convergence/figure_7.ts";
import { figure7Devices } from "../../../experiments/hetu-gnn/convergence/figure_7_devices.ts";
import { figure8 } from "../../../experiments/hetu-gnn/orderings/figure_8.ts";
import { figure9 } from "../../../experiments/hetu-gnn/distribution/figure_9.ts";
import { openRightProduct } from "../../../experiments/hetu-gnn/distribution/scheme_product.ts";
import { peerRunner } from "../../../experiments/hetu-gnn/convergence/peer_runner.ts";
import { TWO_GROUPS } from "../../../experiments/hetu-gnn/distribution/schemes.ts";
import { UNORDERED } from "../../../experiments/hetu-gnn/distribution/scoped_orderings.ts";
import { section21 } from "../../../experiments/hetu-gnn/distribution/section_2_1.ts";
import { section22 } from "../../../experiments/hetu-gnn/distribution/section_2_2.ts";
import { section56 } from "../../../experiments/hetu-gnn/epochs/section_5_6.ts";
import { table2 } from "../../../experiments/hetu-gnn/distribution/table_2.ts";
import { table3 } from "../../../experiments/hetu-gnn/table_3.ts";
import { table4 } from "../../../experiments/hetu-gnn/epochs/table_4.ts";
import { table4Memory } from "../../../experiments/hetu-gnn/epochs/table_4_memory.ts";
import { table5 } from "../../../experiments/hetu-gnn/tiles/table_5.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { findPaper } from "../../../experiments/papers.ts";
import { joinPublished, readPublished } from "../../../experiments/published/mod.ts";
import { declaredCells } from "../../../experiments/session/verdicts/declared_cells.ts";
import { NO_DATASET } from "../../../experiments/lab.ts";
import type { Suite } from "../../../experiments/suite.ts";
import type { Device } from "../../../hardware/device.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { CheckReport } from "../../../kernels/checks/check_report.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { Row, Sample } from "../../../results/row.ts";
import { runComparison, testLab } from "../lab.ts";

const SUITES: readonly Suite[] = [
  ...[table2, table3, section21, section22, algorithm3, figure5, figure7, figure7Devices, figure8, figure9],
  ...[figure10, figure10Devices, table4, table4Memory, table5, section56],
];

Deno.test("every published row of hetu-gnn has a cell or a reason, and no cell claims to be one that is none", () => {
  const rows = readPublished(findPaper("hetu-gnn"));
  const { errors, strays } = joinPublished(rows, declaredCells(SUITES));
  assert.deepEqual(errors, []);
  assert.deepEqual(strays, []);
  assert.ok(rows.every(({ reason }) => reason !== "suite-missing"));
});

Deno.test("a row of Figure 9 is joined to its own scheme, graph and ordering", () => {
  const { entries } = joinPublished(
    readPublished(findPaper("hetu-gnn")),
    declaredCells([figure9, section56]),
  );
  const cells = (id: string) =>
    entries.find(({ row }) => row.claimId === `hetu-gnn.${id}`)!.cells.map(({ cell }) => cell);
  assert.deepEqual(cells("f9.archaea.rcm.1_5d-p4"), ["hetu-gnn/figure-9:archaea:1.5d-p4-r2:block-rcm"]);
  assert.deepEqual(cells("f9.archaea.rcm.1d-p4"), ["hetu-gnn/figure-9:archaea:1d-p4:block-rcm"]);
  assert.deepEqual(cells("f9.products.epoch.rcm.1d-p2"), ["hetu-gnn/figure-9:ogbn-products:1d-p2:block-rcm"]);
  assert.deepEqual(cells("f9.reddit.best"), ["hetu-gnn/figure-9:reddit:best:block-best"]);
  assert.deepEqual(cells("s5_4.overall"), ["hetu-gnn/figure-9:4-graphs:block-best"]);
  assert.equal(cells("f9.archaea.range-min").length, 10, "five schemes, two orderings");
  const quotients = cells("s5_6.dgl-pytorch-min");
  assert.equal(quotients.length, 3, "three graphs");
  assert.ok(quotients.every((cell) => cell.includes(":peer:")), "a policy is not the system");
});

Deno.test("every claim of hetu-gnn is decided by one suite", () => {
  const rules = SUITES.flatMap(({ claims }) => claims.map(({ claimId }) => claimId));
  assert.equal(new Set(rules).size, rules.length, "none by two");
  assert.deepEqual([...rules].sort(), readClaims(findPaper("hetu-gnn")).map(({ claimId }) => claimId).sort());
});

/** Rows and samples of a suite's workloads at smoke sizes. */
async function smokeEvidence(
  device: Device,
  suite: Suite,
  wanted: (workload: string) => boolean = () => true,
  asked: (contender: string) => boolean = () => true,
) {
  const lab = testLab(device);
  const rows: Row[] = [], samples: Sample[] = [];
  const datasets = new Map<string, Awaited<ReturnType<typeof loadDataset>>>();
  for (const workload of suite.workloads(PROFILES.smoke).filter(({ id }) => wanted(id))) {
    const { dataset: name } = workload;
    if (name !== undefined && !datasets.has(name)) datasets.set(name, await loadDataset(name));
    const contenders = suite.contenders.filter(({ id }) => asked(id));
    const outcome = await runComparison(lab, {
      suite,
      workload,
      contenders,
      dataset: name === undefined ? NO_DATASET : datasets.get(name)!,
    });
    rows.push(...outcome.rows as Row[]);
    samples.push(...outcome.samples as Sample[]);
  }
  assert.equal(device.ledger.live, 0, "nothing stays on the device");
  return new SuiteEvidence(suite.id, { rows, samples }, 1);
}

const decide = (suite: Suite, claim: string, evidence: SuiteEvidence): readonly ClaimPart[] =>
  suite.claims.find(({ claimId }) => claimId === `hetu-gnn.q.${claim}`)!.decide(evidence);

const holds = (parts: readonly ClaimPart[]) => parts.every((part) => part.kind === "exact" && part.holds);

Deno.test("block counts, products and bytes of the five schemes are what the paper says", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const counts = await smokeEvidence(device, table2);
    assert.ok(holds(decide(table2, "blocknum-rule", counts)));
    const products = await smokeEvidence(device, section21, (id) => id === "reddit");
    const of = (contender: string, metric: string) =>
      products.row({ workload: "reddit", contender }, metric).median!;
    for (const { id } of section21.contenders) {
      assert.equal(of(id, "broadcast_bytes"), of(id, "broadcast_bytes_formula"));
      assert.equal(of(id, "sum_bytes") > 0, id.startsWith("1.5d"));
      assert.ok(of(id, "error_share") <= 1);
    }
  } finally {
    device.close();
  }
});

Deno.test("a partitioned product that is wrong contradicts the claim that it is right, and is not timed", async () => {
  const device = openWasmDevice({ threads: 1 }), add = OneProcess.prototype.sum;
  // Who adds up forgets the last one.
  OneProcess.prototype.sum = function (payloads) {
    for (const payload of payloads.slice(0, -1)) add.call(this, [payload]);
    payloads.at(-1)!.set(payloads[0]);
  };
  try {
    const evidence = await smokeEvidence(device, section21);
    const parts = decide(section21, "partition-correct", evidence);
    assert.ok(parts.every((part) => part.kind === "exact" && !part.holds));
    const dataset = await loadDataset("reddit@1/1024");
    const setting = { scheme: TWO_GROUPS, ordering: UNORDERED, width: 8 };
    await assert.rejects(openRightProduct(testLab(device), dataset, setting), /another product/);
    assert.equal(device.ledger.live, 0);
  } finally {
    OneProcess.prototype.sum = add;
    device.close();
  }
});

Deno.test("Figure 5 counts and times all four blocks, and block-wise reordering keeps their edges", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const evidence = await smokeEvidence(device, figure5);
    // The built-in partitioner balances vertices only: at this size one diagonal block loses edges.
    const ofMetis = findLibrary(NATIVE_LIBRARIES.metis) === undefined ? [] : ["whole-diagonal-dense"];
    for (const claim of ["block-keeps-edges", "offdiag-also-clustered", ...ofMetis]) {
      assert.ok(holds(decide(figure5, claim, evidence)), claim);
    }
    for (const { claimId, decide } of figure5.claims) assert.ok(decide(evidence).length > 0, claimId);
    const edges = (contender: string) =>
      ["b00", "b01", "b10", "b11"].map((workload) =>
        evidence.row({ workload, contender }, "block_edges").median!
      );
    for (const [contender, has] of [["none", true], ["whole-metis", true], ["block-metis", false]] as const) {
      const thinned = evidence.find({ workload: "b00", contender }, "time_at_equal_edges");
      assert.equal(thinned !== undefined && thinned.median! > 0, has, contender);
    }
    for (const metric of ["headroom", "edges_over_square", "part_over_printed", "drift_at_imbalance"]) {
      assert.ok(evidence.row({ workload: "step", contender: "none" }, metric).median! > 0, metric);
    }
    assert.equal(sumOf(edges("none")), sumOf(edges("whole-metis")), "an ordering loses no edge");
    const slowest = evidence.row({ workload: "step", contender: "none" }, "slowest_time").median!;
    const step = evidence.row({ workload: "step", contender: "none" }, "step_time");
    assert.ok(step.median! > slowest && step.source === "modelled");
  } finally {
    device.close();
  }
});

Deno.test("Figure 9 measures every scheme and ordering of a graph; communication stays, and faster links shorten epochs", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const evidence = await smokeEvidence(device, figure9, (id) => id.startsWith("archaea"));
    for (const { id } of table2.contenders) {
      const at = (contender: string) => ({ workload: `archaea:${id}`, contender });
      const bytes = ["none", "whole-metis", "whole-rcm", "block-metis", "block-rcm"].map((contender) =>
        evidence.row(at(contender), "comm_bytes").median
      );
      assert.equal(new Set(bytes).size, 1, id);
      const [plain, three, twelve] = ["", "_link_3x", "_link_12x"].map((link) =>
        evidence.row(at("block-metis"), `epoch_time${link}`).median!
      );
      assert.ok(twelve < three && three < plain);
      assert.equal(evidence.row(at("none"), "spmm_time").source, "measured");
      assert.equal(evidence.row(at("none"), "epoch_time").source, "modelled");
    }
    const best = evidence.row({ workload: "archaea:best", contender: "block-best" }, "spmm_speedup").median!;
    for (const contender of ["block-metis", "block-rcm"]) {
      for (const { id } of table2.contenders) {
        assert.ok(best >= evidence.row({ workload: `archaea:${id}`, contender }, "spmm_speedup").median!);
      }
    }
    const card = { workload: "archaea:1d-p4", contender: "block-metis" };
    const [fast, slow] = ["_bandwidth_x2", "_bandwidth_half"].map((link) =>
      evidence.row(card, `card_messages_time${link}`).median!
    );
    assert.ok(fast < slow && evidence.row(card, "card_spmm_time").median! > 0);
  } finally {
    device.close();
  }
});

Deno.test("the best of all graphs is measured where no rows of this process have them, as after a resume", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const evidence = await smokeEvidence(device, figure9, (id) => id === "4-graphs" || id === "archaea:best");
    const bestOf = (workload: string) =>
      evidence.row({ workload, contender: "block-best" }, "spmm_speedup").median!;
    assert.ok(bestOf("4-graphs") >= bestOf("archaea:best"));
  } finally {
    device.close();
  }
});

Deno.test("a peer with other losses than ours is closed and not timed", async () => {
  const opened = (check: () => Promise<CheckReport>) => {
    const prepared = {
      prepareMs: 0,
      time: () => Promise.resolve(1),
      check,
      recheck: () => Promise.resolve(),
      destroy: () => closed++,
    };
    const lab = { device: { timer: "wall" } as Device, seed: 1 };
    return peerRunner(lab, "dgl", { prepare: () => Promise.resolve(prepared) });
  };
  let closed = 0;
  const report = { ...{ ok: true, relErr: 0, tolerance: 1e-3, checkedRows: 5 } };
  await opened(() => Promise.resolve(report));
  assert.equal(closed, 0);
  const worst = { row: 1, got: 3, wanted: 2, allowed: 2e-3 };
  await assert.rejects(
    opened(() => Promise.resolve({ ...report, ok: false, worst })),
    /loss of 3 in epoch 2/,
  );
  await assert.rejects(opened(() => Promise.reject(new Error("gone"))), /gone/);
  assert.equal(closed, 2);
});

Deno.test("several devices train with the losses of one, and their epochs are modelled from their own steps", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const evidence = await smokeEvidence(device, figure7Devices);
    for (const { id } of table2.contenders) {
      const at = { workload: "reddit", contender: id };
      assert.ok(evidence.row(at, "loss_difference").median! < 1e-4);
      const [compute, epoch] = ["compute_time", "epoch_time"].map((metric) => evidence.row(at, metric));
      assert.ok(epoch.median! > compute.median!);
      assert.deepEqual([compute.source, epoch.source], ["measured", "modelled"]);
    }
    const peer = evidence.find({ workload: "reddit", contender: "peer:torch-autograd" }, "best_speedup")!;
    assert.equal(peer.status, "skipped", "no Python in a smoke run");

    const kernels = await smokeEvidence(device, figure10Devices, (id) => id.startsWith("reddit"));
    for (const scheme of ["1-device", "1d-p2", "1.5d-p4-r2"]) {
      for (const contender of ["row-split", "block-sparse"]) {
        const row = kernels.row({ workload: `reddit:${scheme}`, contender }, "compute_time");
        assert.ok(row.median! > 0 && row.n === PROFILES.smoke.contextRounds);
      }
    }
  } finally {
    device.close();
  }
});
