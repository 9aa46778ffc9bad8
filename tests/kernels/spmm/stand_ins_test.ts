/**
 * Checks of every SpMM kernel on every backend against the oracle, on every stand-in that a smoke run could
 * load.
 *
 * @module
 */
import assert from "node:assert/strict";
import { standInFamily } from "../../../datasets/generators/families.ts";
import { chooseScale, formatDatasetName } from "../../../datasets/generators/stand_in.ts";
import { loadDataset } from "../../../datasets/load.ts";
import { allDatasets } from "../../../datasets/registry.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import type { Device } from "../../../hardware/device.ts";
import { IS_REPEATED, testOnCpu } from "../../hardware/cpu/threads.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { checkEveryKernel } from "./every_kernel.ts";

/** Feature width of whole vectors of four and a partial last vector. */
const WIDTH = 18;

const { maxStoredEdges } = PROFILES.smoke;
const ORDERS = ["shuffled", "community", "mixed-50", "drift"] as const;

/**
 * Names of the stand-ins, each under several orders of ids. Another adapter gets each of them once, and each
 * of the orders on several: the kernels are the same, and its compiler sees no graph.
 */
const STAND_INS = new Set(
  allDatasets().filter(({ id }) => standInFamily(id) !== undefined).flatMap((record, i) =>
    (IS_REPEATED ? [ORDERS[i % ORDERS.length]] : ORDERS).map((ids) =>
      formatDatasetName({ id: record.id, standIn: chooseScale(record, maxStoredEdges, ids) })
    )
  ),
);

async function checkStandIns(device: Device): Promise<void> {
  for (const name of STAND_INS) {
    const { graph, kind } = await loadDataset(name);
    assert.equal(kind, "stand-in");
    assert.ok(graph.colIdx.length > 0 && graph.colIdx.length <= maxStoredEdges, name);
    const matrix = gcnNormalise(graph);
    const features = randomFeatures(matrix.cols, WIDTH, 1);
    const refused = await checkEveryKernel(device, { matrix, features, width: WIDTH });
    assert.equal(refused, 0, `${name}: fixed point refused`);
  }
}

for (const backend of ["wasm", "x86"] as const) {
  testOnCpu(
    backend,
    `every kernel on ${backend} equals the oracle on ${STAND_INS.size} stand-ins at smoke scale`,
    checkStandIns,
    [2],
  );
}

testOnAdapter(
  `every kernel on WebGPU equals the oracle on ${STAND_INS.size} stand-ins at smoke scale`,
  checkStandIns,
);
