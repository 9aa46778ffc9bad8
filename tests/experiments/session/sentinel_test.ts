import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import { openSentinel } from "../../../experiments/session/calibration.ts";
import { calibrationMeans } from "../../../experiments/session/calibration_means.ts";
import { comparisonOutcomeText } from "../../../experiments/session/comparison/outcome_text.ts";
import { selectSuites } from "../../../experiments/suites.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { isSentinel, SENTINEL } from "../../../results/sentinel.ts";
import { runComparison, testLab } from "../lab.ts";

Deno.test("every round of a comparison times the sentinel too, and all its samples are kept", async () => {
  const device = openWasmDevice({ threads: 1 });
  const lab = testLab(device, { rounds: 3, maxRounds: 3, preparations: 1 });
  const [suite] = selectSuites(["hetu-gnn/figure-8"]);
  const [workload] = suite.workloads(lab.profile);
  const contenders = suite.contenders.slice(0, 2);
  const sentinel = await openSentinel(lab, calibrationMeans(lab.device));
  try {
    const { rows, samples } = await runComparison(lab, {
      suite,
      workload,
      contenders,
      dataset: await loadDataset("cora@1/8", { seed: 1 }),
      timed: { sentinel: sentinel.contender },
    });
    const own = samples.filter(({ metric }) => metric === SENTINEL);
    assert.deepEqual(own.map(({ round }) => round), [0, 1, 2]);
    const cell = `${suite.id}:${workload.id}:${SENTINEL}`;
    assert.ok(own.every((sample) => sample.cell === cell && sample.value > 0 && sample.unit === "ms"));
    const [row, ...others] = rows.filter(isSentinel);
    assert.equal(others.length, 0);
    assert.deepEqual([row.cell, row.n, row.dataset, row.status], [cell, 3, "", "ok"]);
    assert.ok(row.ci_lo! <= row.median! && row.median! <= row.ci_hi!);
    assert.equal(samples.filter(({ metric }) => metric === "time").length, 3 * contenders.length);
    // A progress line counts contenders alone, as the end of the run does.
    const absent = { ...rows[0], cell: "absent", status: "skipped", reason: "not set up" } as const;
    assert.equal(comparisonOutcomeText([...rows, absent]), "1 skipped (not set up), 2 ok");
  } finally {
    sentinel.close();
    device.close();
  }
});
