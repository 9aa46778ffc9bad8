/** Depth: hops that add up to a model of any depth, and a claim that is decided round by round. @module */
import assert from "node:assert/strict";
import { sideOf } from "../../../../results/verdicts/timed.ts";
import { loadDataset } from "../../../../datasets/load.ts";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { figure11 } from "../../../../experiments/eppgcn/execution_paths/figure_11.ts";
import { depthTimes } from "../../../../experiments/eppgcn/execution_paths/hop_times.ts";
import { SessionMemo } from "../../../../experiments/session/session_memo.ts";
import type { Lab } from "../../../../experiments/lab.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import type { Row, Sample } from "../../../../results/row.ts";
import { testLab } from "../../lab.ts";

/** Parts about the speed-up of models whose every further layer multiplies it by a factor. */
function parts(rounds: number, factor: number) {
  const rows: Row[] = [], samples: Sample[] = [];
  for (const dataset of ["amazon0505", "web-google"]) {
    for (const layers of [2, 3, 4, 5, 6]) {
      const cell = `${figure11.id}:${dataset}:L${layers}:eppgcn`, value = 3 * factor ** layers;
      const row = { suite: figure11.id, cell, contender: "eppgcn", status: "ok", n: rounds, attempt: 1 };
      rows.push({ ...row, metric: "speedup", median: value, dataset, source: "measured" } as Row);
      rows.push({ ...row, metric: "edge_share", median: 95, dataset, source: "measured" } as Row);
      for (let round = 0; round < rounds; round++) {
        samples.push({ cell, metric: "speedup", round, preparation: 0, value } as Sample);
      }
    }
  }
  const evidence = new SuiteEvidence(figure11.id, { rows, samples }, 1);
  return figure11.claims.find(({ claimId }) => claimId === "eppgcn.q.layers-speedup")!.decide(evidence)
    .flatMap((part) => part.kind === "timed" ? [part] : []);
}

Deno.test("a speed-up falls with depth by its paired rounds, of which one alone is no evidence", () => {
  const falling = parts(15, 0.9);
  assert.equal(falling.length, 8);
  assert.ok(falling.every((part) => sideOf(part).side === "holds" && part.found.n === 15));
  assert.ok(parts(15, 1.1).every((part) => sideOf(part).side === "fails"));
  assert.ok(parts(2, 0.9).every((part) => /2 rounds, 15 are needed/.test(sideOf(part).reason)));
});

Deno.test("models of all depths are sums of the same products, timed once", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const memo = new SessionMemo(), plain = testLab(device);
    const lab: Lab = { ...plain, once: (...asked) => memo.get(lab, ...asked) };
    const dataset = await loadDataset("com-youtube@1/512", { seed: 3 });
    const [two, three] = await Promise.all(
      [2, 3].map((layers) => depthTimes(lab, dataset, { layers, deepest: 3 })),
    );
    two.whole.ms.forEach((ms, round) => {
      assert.ok(three.whole.ms[round] > ms && three.active.ms[round] > two.active.ms[round]);
      assert.ok(two.shortest.ms[round] <= two.active.ms[round]);
    });
    assert.ok(three.whole.check.ok && three.active.check.ok);
  } finally {
    device.close();
  }
});
