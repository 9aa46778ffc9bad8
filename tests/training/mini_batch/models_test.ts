/**
 * Tests of every model on sampled blocks: the operands of its layers, and its training.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { Layer } from "../../../training/layers/layer.ts";
import type { Aggregation } from "../../../training/mini_batch/aggregation.ts";
import { gat } from "../../../training/models/gat.ts";
import { gin } from "../../../training/models/gin.ts";
import { graphSage } from "../../../training/models/graph_sage.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import {
  assertNear,
  COMMUNITY,
  DATA,
  lossesOf,
  optionsWith,
  oracleLosses,
  testOnWasm,
  train,
} from "./trainings.ts";

const { classes } = COMMUNITY;
const MODELS: Readonly<
  Record<string, { readonly layers: readonly Layer[]; readonly aggregation: Aggregation }>
> = {
  "GIN": { layers: gin({ classes, hidden: 12, layers: 2, dropout: 0.1 }), aggregation: "sum" },
  "GraphSAGE": { layers: graphSage({ classes, hidden: 12, dropout: 0.1 }), aggregation: "mean" },
  "GAT": { layers: gat({ classes, heads: 3, headWidth: 4, dropout: 0.1 }), aggregation: "attention" },
};

for (const [name, model] of Object.entries(MODELS)) {
  testOnWasm(`${name} on mini-batches follows the oracle, and learns`, async (device) => {
    const { records } = await train(device, 60, model);
    const losses = lossesOf(records);
    assertNear(losses.slice(0, 7), await oracleLosses(7, optionsWith(model), DATA), 1e-3);
    assert(losses[59] < 0.75 * losses[0], `${losses[0]} to ${losses[59]}`);
  });

  testOnAdapter(`${name} on mini-batches on webgpu follows the oracle`, async (device) => {
    const { records } = await train(device, 3, { ...model, loading: { match: true } });
    assertNear(lossesOf(records), await oracleLosses(3, optionsWith(model), DATA), 1e-3);
    assert.equal(device.ledger.live, 0);
  });
}
