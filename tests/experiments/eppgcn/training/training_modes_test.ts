import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { accuracyDifference } from "../../../../experiments/eppgcn/training/accuracy_difference.ts";
import { figure10 } from "../../../../experiments/eppgcn/training/figure_10.ts";
import { pathPreparation } from "../../../../experiments/eppgcn/training/path_preparation.ts";
import { table5 } from "../../../../experiments/eppgcn/training/table_5.ts";
import {
  backwardAggregationMs,
  trainingModes,
} from "../../../../experiments/eppgcn/training/training_modes.ts";
import type { Lab } from "../../../../experiments/lab.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import { SessionMemo } from "../../../../experiments/session/session_memo.ts";
import { rowMean } from "../../../../graph/normalization.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { runComparison, testLab } from "../../lab.ts";
import { MODES, timedMode } from "../../../../experiments/eppgcn/training/active_modes.ts";

const dataset = await loadDataset("com-youtube@1/512", { seed: 3 });

async function withLab(work: (lab: Lab) => Promise<void>): Promise<void> {
  const device = openWasmDevice({ threads: 2 });
  try {
    await work({ ...testLab(device), seed: 3 });
  } finally {
    device.close();
  }
}

/** A lab that notes which computations are asked for, and with which settings. */
function noting(lab: Lab): { readonly lab: Lab; readonly asked: ReadonlySet<string> } {
  const asked = new Set<string>(), memo = new SessionMemo();
  const once: Lab["once"] = (compute, on, settings) => {
    asked.add(`${compute.name} ${JSON.stringify(settings)}`);
    return memo.get(noted, compute, on, settings);
  };
  const noted = { ...lab, once };
  return { lab: noted, asked };
}

/** Rows of some contenders of a suite. */
async function rowsOf(suite: typeof table5 | typeof figure10, lab: Lab, contenders: readonly string[]) {
  const workload = suite.workloads(PROFILES.smoke).find(({ id }) => id === "com-youtube")!;
  const asked = suite.contenders.filter(({ id }) => contenders.includes(id));
  return (await runComparison(lab, { suite, workload, contenders: asked, dataset })).rows;
}

Deno.test("trainings on paths lose no accuracy, and are measured once however many suites ask", () =>
  withLab(async (lab) => {
    const sides = await trainingModes(lab, dataset, MODES);
    assert.equal(await trainingModes(lab, dataset, MODES), sides);
    const { differences, published } = await accuracyDifference(lab, dataset);
    assert.ok(differences.length === 1 && Math.abs(differences[0]) < 0.0005, String(differences));
    assert.equal(published, false, "a stand-in");
    for (const mode of MODES) {
      const side = sides.of(timedMode(lab.device, mode)), aggregationMs = backwardAggregationMs(side);
      assert.equal(side.ms.length, PROFILES.smoke.rounds);
      assert.ok(aggregationMs > 0 && aggregationMs < Math.max(...side.ms));
    }
    const preparation = await pathPreparation(lab, dataset, 2);
    assert.equal(preparation.ms.length, 2);
    assert.ok(preparation.check.ok && preparation.check.checkedRows > 0);
  }));

Deno.test("Table V and Figure 10 share the epochs and the preparation of the paths", () =>
  withLab(async (lab) => {
    const { lab: noted, asked } = noting(lab);
    await rowsOf(table5, noted, table5.contenders.map(({ id }) => id));
    const first = [...asked];
    await rowsOf(figure10, noted, figure10.contenders.map(({ id }) => id));
    const further = [...asked].filter((name) => !first.includes(name));
    assert.deepEqual(further, [`trainFirstEpochs ${PROFILES.smoke.rounds}`], "the one with growing paths");
  }));

Deno.test("a mode that was not asked for is not trained, nor are its paths prepared", () =>
  withLab(async (lab) => {
    const { lab: noted, asked } = noting(lab);
    const rows = await rowsOf(table5, noted, ["gnnadvisor"]);
    assert.ok(rows.some(({ metric, status }) => metric === "time" && status === "ok"));
    assert.deepEqual([...asked].sort(), ["drawData {}", 'timeModes ["all"]']);
    await rowsOf(figure10, noted, ["gnnadvisor", "pre-processing"]);
    assert.ok(asked.has('timeModes ["all","paths"]'));
    assert.ok(![...asked].some((name) => name.startsWith("preparePaths")));
  }));

Deno.test("paths that are not those of the matrix make the cells on paths wrong", () =>
  withLab(async (lab) => {
    const memo = new SessionMemo();
    const directed = rowMean(dataset.graph);
    const faulty: Lab = {
      ...lab,
      once: async (compute, on, settings) => {
        const result = await memo.get(faulty, compute, on, settings);
        // Paths of a directed matrix are cut from it as if it were its own transpose.
        return compute.name === "drawData" ? { ...result, adjacency: directed, symmetric: true } : result;
      },
    };
    assert.equal((await pathPreparation(faulty, dataset, 1)).check.ok, false);
    for (const suite of [table5, figure10]) {
      const rows = await rowsOf(suite, faulty, ["gnnadvisor", "eppgcn", "on-the-fly"]);
      const ofPaths = rows.filter(({ contender }) => contender !== "gnnadvisor");
      assert.ok(ofPaths.length > 0 && ofPaths.every(({ status }) => status === "wrong"));
    }
  }));
