/** EPPGCN whole: groups forward, paths backward, grown in the first epoch; and the losses that follow. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { figure10 } from "../../../../experiments/eppgcn/training/figure_10.ts";
import { table5 } from "../../../../experiments/eppgcn/training/table_5.ts";
import { wholeKernels } from "../../../../experiments/eppgcn/training/trained_groups.ts";
import { modeOptions } from "../../../../experiments/eppgcn/training/training_modes.ts";
import {
  type FirstEpochs,
  firstEpochs,
  wholeLosses,
} from "../../../../experiments/eppgcn/training/first_epochs.ts";
import type { Lab } from "../../../../experiments/lab.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import { SessionMemo } from "../../../../experiments/session/session_memo.ts";
import { trainingTask } from "../../../../experiments/trials/training_trial.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import type { CheckReport } from "../../../../kernels/checks/check_report.ts";
import { kernelOf } from "../../../../training/executors/kernel_choice.ts";
import { runComparison, testLab } from "../../lab.ts";
import { modeTrainingData, trainingPaths } from "../../../../experiments/eppgcn/training/training_data.ts";

const dataset = await loadDataset("com-youtube@1/512", { seed: 3 });

/** Worst entry of a result that is wrong. */
const worst = { row: 1, col: 0, got: 2, wanted: 1, allowed: 0 };

async function withLab(work: (lab: Lab) => Promise<void>): Promise<void> {
  const device = openWasmDevice({ threads: 2 });
  try {
    await work({ ...testLab(device), seed: 3 });
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
}

/** Rows of some contenders of a suite. */
async function rowsOf(suite: typeof table5 | typeof figure10, lab: Lab, contenders: readonly string[]) {
  const workload = suite.workloads(PROFILES.smoke).find(({ id }) => id === "com-youtube")!;
  const asked = suite.contenders.filter(({ id }) => contenders.includes(id));
  return (await runComparison(lab, { suite, workload, contenders: asked, dataset })).rows;
}

/** A lab in which a computation, by its name, has another result than it should. */
function faultyLab(lab: Lab, name: string, spoil: (result: unknown) => unknown): Lab {
  const memo = new SessionMemo();
  const faulty: Lab = {
    ...lab,
    once: async (compute, on, settings) => {
      const result = await memo.get(faulty, compute, on, settings);
      return compute.name === name ? spoil(result) as typeof result : result;
    },
  };
  return faulty;
}

Deno.test("forward products work by groups that add atomically, on CPU threads too, and backward ones on paths", () =>
  withLab(async (lab) => {
    const data = await modeTrainingData(lab, dataset), paths = trainingPaths(data);
    const kernels = await wholeKernels(lab, dataset, { adjacency: data.adjacency, paths });
    const { program } = trainingTask(lab, modeOptions(data, "whole", { paths, kernels }));
    const chosen = program.train.flatMap((step) => {
      if (step.op !== "spmm" && step.op !== "path-spmm") return [];
      const { kernel, parameters } = kernelOf(step, "wasm", kernels);
      return [{ pass: step.pass, id: kernel.id, size: parameters.groupSize }];
    });
    const forward = chosen.filter(({ pass }) => pass === "forward");
    const backward = chosen.filter(({ pass }) => pass === "backward");
    assert.ok(forward.length === 2 && backward.length === 2);
    assert.ok(forward.every(({ id, size }) => id === "neighbor-group-cas" && size! >= 1));
    assert.ok(backward.every(({ id }) => id === "execution-path"));
  }));

Deno.test("the whole has the losses of all-active training, and its first epoch grows the paths", () =>
  withLab(async (lab) => {
    const losses = await wholeLosses(lab, dataset);
    assert.ok(losses.ok && losses.checkedRows === 3);
    const { epoch, preparation } = await firstEpochs(lab, dataset, 2);
    assert.ok(epoch.check.ok && epoch.ms.length === 2);
    epoch.ms.forEach((ms, round) => assert.ok(preparation.ms[round] > 0 && ms > preparation.ms[round]));
  }));

Deno.test("Table V and Figure 10 have the whole as contenders, with and without the growth in its time", () =>
  withLab(async (lab) => {
    const whole = ["whole-on-the-fly", "whole-pre-processing"];
    const rows = await rowsOf(figure10, lab, ["gnnadvisor", ...whole]);
    assert.deepEqual(rows.filter(({ status }) => status !== "ok"), []);
    const value = (contender: string, metric: string) =>
      rows.find((row) => row.contender === contender && row.metric === metric)!.median!;
    assert.ok(value(whole[0], "path_preparation") > 0);
    assert.equal(value(whole[1], "path_preparation"), 0);
    const trained = await rowsOf(table5, lab, ["gnnadvisor", "whole"]);
    assert.ok(trained.some(({ contender, metric }) => contender === "whole" && metric === "speedup"));
    assert.ok(trained.every(({ status }) => status === "ok"));
  }));

Deno.test("other losses than those of all-active training make the cells of the whole wrong", () =>
  withLab(async (lab) => {
    const faulty = faultyLab(
      lab,
      "compareLosses",
      (check) => ({ ...check as CheckReport, ok: false, worst }),
    );
    for (const [suite, id] of [[table5, "whole"], [figure10, "whole-pre-processing"]] as const) {
      const rows = await rowsOf(suite, faulty, ["gnnadvisor", id]);
      assert.ok(rows.some(({ contender }) => contender === id));
      assert.ok(rows.every(({ contender, status }) => status === (contender === id ? "wrong" : "ok")));
    }
  }));

Deno.test("wrong paths of the first epoch make the cell that grows them wrong, and say that they are paths", () =>
  withLab(async (lab) => {
    const faulty = faultyLab(lab, "trainFirstEpochs", (epochs) => {
      const { epoch, preparation } = epochs as FirstEpochs,
        check = { ...preparation.check, ok: false, worst };
      return { epoch: { ...epoch, check }, preparation: { ...preparation, check } };
    });
    const rows = await rowsOf(figure10, faulty, ["gnnadvisor", "whole-on-the-fly"]);
    const bad = rows.filter(({ status }) => status !== "ok");
    assert.ok(bad.length > 0);
    for (const { contender, status, reason } of bad) {
      assert.deepEqual([contender, status], ["whole-on-the-fly", "wrong"]);
      assert.match(reason, /2 in row 1; compare the paths/);
    }
  }));
