/** Accuracy of Table V: what seeds, labels and differences its verdict needs. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { PAPER_GRAPHS } from "../../../../experiments/eppgcn/paper_graphs.ts";
import { accuracyDifference } from "../../../../experiments/eppgcn/training/accuracy_difference.ts";
import { table5 } from "../../../../experiments/eppgcn/training/table_5.ts";
import { findPaper } from "../../../../experiments/papers.ts";
import { decideClaims } from "../../../../experiments/session/verdicts/claim_verdicts.ts";
import type { Suite } from "../../../../experiments/suite.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import type { Row, Sample } from "../../../../results/row.ts";
import { sideOf } from "../../../../results/verdicts/timed.ts";
import { testLab } from "../../lab.ts";

/** Verdict on the accuracy of graphs of which the first ones have the publisher's labels, all of them real. */
function verdict(published: number, { seeds = 5, difference = 0 } = {}) {
  const rows = PAPER_GRAPHS.flatMap(({ id }, i) =>
    Object.entries({
      accuracy_difference: i === 0 ? difference : 0,
      published_labels: Number(i < published),
      accuracy_seeds: i < published ? seeds : 1,
    }).map(([metric, median]) => ({
      ...{ suite: table5.id, cell: `${table5.id}:${id}:eppgcn`, contender: "eppgcn", dataset: id },
      ...{ metric, median, n: 1, unit: "1", status: "ok", source: "measured", dataset_kind: "real" },
    } as Row))
  );
  const session = { session: "s", seed: 1, rows, samples: [], smallestDifference: 0.01 };
  const measuring = { backend: "wasm", adapterKind: "none", profile: "standard" } as const;
  return decideClaims([findPaper("eppgcn")], [table5 as unknown as Suite], { ...session, ...measuring })
    .find(({ claim_id }) => claim_id === "eppgcn.q.accuracy")!;
}

Deno.test("equal accuracies are reproduced on the publisher's labels, and an analogue where any graph's are drawn", () => {
  assert.equal(verdict(PAPER_GRAPHS.length).verdict, "reproduced");
  assert.equal(verdict(2).verdict, "analogue-supports");
  assert.match(verdict(2).reason, /drawn/);
  assert.equal(verdict(0).verdict, "analogue-supports");
  assert.equal(verdict(2, { difference: -0.001 }).verdict, "analogue-contradicts");
});

/**
 * Sides of the parts of the claim about pre-processing, by its time over that of training on small graphs and
 * on others; `chosen` is the part of it that the classifier takes, which is timed once.
 */
function preprocessing(small: number, larger: number, { youtube = larger, chosen = 0 } = {}) {
  const metrics = PAPER_GRAPHS.flatMap(({ id }) => {
    const isSmall = ["cora", "citeseer", "pubmed"].includes(id);
    const ratio = id === "com-youtube" ? youtube : isSmall ? small : larger;
    const times = { preprocess: 100 * ratio, classification: 100 * chosen * ratio };
    return Object.entries({ ...times, preprocess_over_training: ratio }).map(([metric, median]) => ({
      ...{
        suite: table5.id,
        cell: `${table5.id}:${id}:eppgcn`,
        contender: "eppgcn",
        dataset: id,
        metric,
        median,
      },
      ...{ n: metric === "classification" ? 1 : 15, status: "ok", source: "measured", dataset_kind: "real" },
      ...(metric in times ? { unit: "ms", timer: "wall" } : { unit: "1", timer: "" }),
      ...{ attempt: 1, reason: "" },
    } as Row));
  });
  const samples = metrics.flatMap(({ cell, metric, median, n }) =>
    Array.from(
      { length: n },
      (_, round) => ({ cell, metric, preparation: 0, round, value: median } as Sample),
    )
  );
  const evidence = new SuiteEvidence(table5.id, { rows: metrics, samples }, 1);
  return table5.claims.find(({ claimId }) => claimId === "eppgcn.q.preprocess-ratio")!.decide(evidence)
    .map((part) => sideOf(part).side);
}

Deno.test("pre-processing has to outweigh training on every larger graph and on no small one", () => {
  const failing = (...asked: Parameters<typeof preprocessing>) =>
    preprocessing(...asked).filter((side) => side !== "holds").length;
  assert.equal(failing(0.8, 1.2), 0);
  assert.equal(failing(1.1, 1.2), 3);
  assert.equal(failing(0.8, 1.2, { youtube: 0.9 }), 1);
  assert.equal(failing(0.8, 1.2, { youtube: 0.7 }), 4, "and less than on the three small ones");
});

Deno.test("a choice of group sizes that is timed once is right within a factor of two, however many rounds train", () => {
  const near = preprocessing(0.8, 1.2, { chosen: 0.9 });
  assert.deepEqual(new Set(near), new Set(["open"]), "either may be on the other side of 1");
  assert.deepEqual(new Set(preprocessing(0.3, 3, { chosen: 0.9 })), new Set(["holds"]));
});

Deno.test("an accuracy of less than five seeds decides nothing", () => {
  assert.equal(verdict(2, { seeds: 4 }).verdict, "out-of-regime");
});

Deno.test("the citation graphs at hand are trained from five seeds, and a stand-in from one", async () => {
  const cora = await loadDataset("cora");
  if (cora.kind !== "real") return;
  const device = openWasmDevice({ threads: 2 });
  try {
    const { differences, published } = await accuracyDifference(testLab(device), cora);
    assert.equal(published, true);
    assert.equal(differences.length, 5);
    assert.ok(differences.every((each) => Math.abs(each) < 0.0005), String(differences));
  } finally {
    device.close();
  }
});
