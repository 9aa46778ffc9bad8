/** Trainings by neighbour groups: which size each product gets, and that equal gradients come of it. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { groupKernels, trainedKernels } from "../../../../experiments/eppgcn/training/trained_groups.ts";
import { modeOptions } from "../../../../experiments/eppgcn/training/training_modes.ts";
import { trainingTask } from "../../../../experiments/trials/training_trial.ts";
import { nnz } from "../../../../graph/csr.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { kernelOf } from "../../../../training/executors/kernel_choice.ts";
import { testLab } from "../../lab.ts";
import { timedMode } from "../../../../experiments/eppgcn/training/active_modes.ts";
import { modeTrainingData, trainingPaths } from "../../../../experiments/eppgcn/training/training_data.ts";

const dataset = await loadDataset("com-youtube@1/512", { seed: 3 });

Deno.test("on a card every product on a path has the size that was chosen for it, all others GNNAdvisor's", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const lab = testLab(device);
    const data = await modeTrainingData(lab, dataset);
    const paths = trainingPaths(data), sizes = [3, 17], kernels = groupKernels(5, { paths, sizes });
    const { program } = trainingTask(lab, modeOptions(data, "paths", { paths, kernels }));
    const chosen = program.train.flatMap((step) => {
      if (step.op !== "spmm" && step.op !== "path-spmm") return [];
      const { kernel, parameters } = kernelOf(step, "webgpu", kernels);
      return [{ kernel: kernel.id, size: parameters.groupSize, nnz: step.op === "spmm" ? 0 : step.path.nnz }];
    });
    const ofPaths = chosen.filter((each) => each.nnz > 0);
    assert.deepEqual(
      ofPaths,
      paths.map(({ matrix }, i) => ({ kernel: "execution-path", size: sizes[i], nnz: nnz(matrix) })),
    );
    const others = chosen.filter((each) => each.nnz === 0);
    assert.ok(
      others.length > 0 && others.every(({ kernel, size }) => kernel === "neighbor-group" && size === 5),
    );
  } finally {
    device.close();
  }
});

Deno.test("CPU threads have no groups: the regression's training is that of the classifier, and neither chooses", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const lab = testLab(device), { adjacency } = await modeTrainingData(lab, dataset);
    assert.equal(timedMode(device, "regression"), "paths");
    const cached = () => Promise.reject(new Error("nothing is classified"));
    const kernels = await trainedKernels({ ...lab, cached }, dataset, {
      adjacency,
      paths: [],
      grouping: "classifier",
    });
    assert.deepEqual(kernels, { "path-spmm": { id: "execution-path" } });
  } finally {
    device.close();
  }
});
