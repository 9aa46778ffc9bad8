/** The suites of fastgl's training: what they join, and what claims are decided from. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { figure1 } from "../../../experiments/fastgl/training/phases/figure_1.ts";
import { figure11 } from "../../../experiments/fastgl/training/figure_11.ts";
import { figure14a } from "../../../experiments/fastgl/scalability/figure_14_a.ts";
import { figure15 } from "../../../experiments/fastgl/training/figure_15.ts";
import { figure3 } from "../../../experiments/fastgl/training/phases/figure_3.ts";
import { figure9 } from "../../../experiments/fastgl/training/figure_9.ts";
import { PRODUCTS } from "../../../experiments/fastgl/training/training_workloads.ts";
import { section31 } from "../../../experiments/fastgl/feature_loading/section_3_1.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { findPaper } from "../../../experiments/papers.ts";
import { matches, readPublished } from "../../../experiments/published/mod.ts";
import { declaredCells } from "../../../experiments/session/verdicts/declared_cells.ts";
import type { Suite } from "../../../experiments/suite.ts";
import type { Device } from "../../../hardware/device.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { Row, Sample } from "../../../results/row.ts";
import { runComparison, testLab } from "../lab.ts";

const SUITES = [figure1, figure3, figure9, figure11, figure15, figure14a, section31];

Deno.test("every cell of these suites that says so is a published row's, and every row of their artifacts has a cell", () => {
  const cells = declaredCells(SUITES), rows = readPublished(findPaper("fastgl"));
  assert.deepEqual(cells.filter(({ key }) => !rows.some((row) => matches(row, key))), []);
  const joined = rows.filter((row) => cells.some(({ key }) => matches(row, key)));
  const wanted = rows.filter(({ artifact, claimId, reason }) =>
    reason !== "setting" &&
    (["Abstract", "Figure 9", "Figure 11", "Figure 15", "Section 6.2"].includes(artifact) ||
      ["f14.a.", "s3_1.memio", "s3_1.pagraph", "s3_3.sample", "intro.dgl-idmap"].some((part) =>
        claimId.startsWith(`fastgl.${part}`)
      ))
  );
  assert.equal(wanted.length, 3 + 8 + 3 + 3 + 2 + 2 + 4);
  for (const row of wanted) assert.ok(joined.includes(row), row.claimId);
});

Deno.test("a published share is joined to its own system and step alone", () => {
  const cells = declaredCells(SUITES), rows = readPublished(findPaper("fastgl"));
  const contendersOf = (claimId: string) => {
    const row = rows.find((each) => each.claimId === claimId)!;
    return new Set(
      cells.filter(({ key }) => matches(row, key)).map(({ cell }) => cell.split(":").slice(2).join(":")),
    );
  };
  const ends = (claimId: string, contender: string) => {
    const found = contendersOf(claimId);
    assert.ok(
      found.size > 0 && [...found].every((cell) => cell.endsWith(contender)),
      `${claimId}: ${[...found]}`,
    );
  };
  ends("fastgl.s6_2.pyg-sample-share", ":pyg");
  ends("fastgl.f15.sample-share-max", "mr+ma");
  ends("fastgl.s3_3.sample-share", "mr+ma");
  ends("fastgl.s3_1.memio-share", "policy:dgl");
  ends("fastgl.f9.gnnlab.max", "policy:gnnlab");
  ends("fastgl.f14.a.dgl-8gpu", "policy:dgl");
});

/** Rows and samples of a suite's workloads at smoke sizes. */
async function smokeEvidence(
  device: Device,
  suite: Suite,
  graphs: readonly string[],
): Promise<SuiteEvidence> {
  const lab = testLab(device);
  const rows: Row[] = [], samples: Sample[] = [];
  for (
    const workload of suite.workloads(PROFILES.smoke).filter(({ id }) => graphs.includes(id.split(":")[0]))
  ) {
    const outcome = await runComparison(lab, { suite, workload });
    rows.push(...outcome.rows as Row[]);
    samples.push(...outcome.samples as Sample[]);
  }
  assert.equal(device.ledger.live, 0, "nothing stays on the device");
  return new SuiteEvidence(suite.id, { rows, samples }, 1);
}

const decide = (suite: Suite, claim: string, evidence: SuiteEvidence): readonly ClaimPart[] =>
  suite.claims.find(({ claimId }) => claimId === `fastgl.q.${claim}`)!.decide(evidence);

Deno.test("Figure 3 measures every step with both models, and its claims rest on measured stand-ins", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const evidence = await smokeEvidence(device, figure3, [PRODUCTS]);
    for (const claim of ["naive-io", "mr-then-computation", "ma-then-sample"]) {
      const parts = decide(figure3, claim, evidence);
      assert.equal(parts.length, 2, claim);
      for (const { source, datasetKind } of parts) {
        assert.deepEqual([source, datasetKind], ["measured", "stand-in"]);
      }
    }
    const key = { workload: `${PRODUCTS}:GCN`, contender: "policy:dgl" };
    const [whole, time, preparation] = ["whole_time", "time", "preparation_time"].map((metric) =>
      evidence.row(key, metric).median!
    );
    assert.ok(whole > time && preparation > 0);
    assert.match(evidence.row(key, "memory_io_time").factors, /(^|;)gather=row-copy@wasm(;|$)/);
    const flip = evidence.row(key, "flip_link"), card = evidence.row(key, "flip_rtx_3090");
    assert.deepEqual([flip.source, card.source, flip.n], ["modelled", "modelled", card.n]);
  } finally {
    device.close();
  }
});

Deno.test("GPUs that are not here are modelled from one, and what scaling claims rest on says so", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const evidence = await smokeEvidence(device, figure14a, [PRODUCTS]);
    const at = (contender: string, devices: number) => ({ workload: `${PRODUCTS}:${devices}`, contender });
    const measured = evidence.row(at("policy:dgl", 1), "measured_time");
    const modelled = evidence.row(at("policy:dgl", 1), "time");
    assert.deepEqual([measured.source, modelled.source], ["measured", "modelled"]);
    // The same but for the copies, which go over a link: no more than an epoch's over PCIe 4.0 beside what was measured.
    const link = evidence.row(at("policy:dgl", 1), "io_over_pcie_4");
    assert.equal(link.source, "modelled");
    assert.ok(modelled.median! <= measured.median! + link.median!);
    for (const contender of ["policy:dgl", "policy:gnnlab"]) {
      assert.equal(evidence.row(at(contender, 8), "flip_link").source, "modelled");
    }
    const scaling = evidence.row(at("policy:fastgl", 8), "scaling").median!;
    assert.ok(scaling > 1 && scaling < 8, `${scaling} with 8 devices`);
    assert.equal(evidence.find(at("policy:gnnlab", 1), "time")!.status, "skipped");
    const parts = decide(figure14a, "a-scaling", evidence);
    assert.equal(
      parts.length,
      5 * 3 - 1 + 2,
      "three systems on five counts, GNNLab not on one; two that grow",
    );
    assert.ok(parts.every(({ source }) => source === "modelled"));
  } finally {
    device.close();
  }
});
