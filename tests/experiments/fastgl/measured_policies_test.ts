import assert from "node:assert/strict";
import { figure9 } from "../../../experiments/fastgl/figure_9.ts";
import { figure14a } from "../../../experiments/fastgl/figure_14_a.ts";
import { figure15 } from "../../../experiments/fastgl/figure_15.ts";
import {
  graphOf,
  knownIterations,
  MEAN,
  meanOfRounds,
  policySetting,
  PRODUCTS,
} from "../../../experiments/fastgl/measured_policies.ts";
import { STEPS, SYSTEMS } from "../../../experiments/fastgl/policies.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { NO_DATASET } from "../../../experiments/suite.ts";
import { openWasmDevice } from "../../../hardware/wasm/device.ts";
import { MissingError } from "../../../platform/errors.ts";
import { testLab } from "../lab.ts";

Deno.test("all systems are measured everywhere, and the steps of the ablation where figures show them", () => {
  const ids = (graph: string, model: "GCN" | "GIN" | "GAT") =>
    policySetting(PROFILES.standard, graph, model).policies.map(({ id }) => id);
  for (const model of ["GCN", "GIN", "GAT"] as const) {
    for (const { id } of SYSTEMS) assert.ok(ids("mag", model).includes(id), `${id} with ${model}`);
  }
  for (const { id } of STEPS) {
    assert.ok(ids("mag", "GCN").includes(id));
    assert.ok(ids(PRODUCTS, "GIN").includes(id));
  }
});

Deno.test("a mean is of the graphs before it: where they were not measured it says so", async () => {
  const device = await openWasmDevice({ threads: 1 });
  const lab = testLab(device);
  try {
    assert.throws(() => knownIterations(lab, "GCN"), MissingError);
    for (
      const { suite, contender } of [
        { suite: figure9, contender: figure9.contenders[0] },
        { suite: figure14a, contender: figure14a.contenders[0] },
        { suite: figure15, contender: figure15.contenders[0] },
      ]
    ) {
      assert.ok(suite.measurement.kind === "counted");
      const workloads = suite.workloads(lab.profile);
      const means = workloads.filter((workload) => graphOf(workload) === MEAN);
      assert.deepEqual(workloads.slice(-means.length), means, "after all graphs");
      for (const workload of means) {
        await assert.rejects(
          async () =>
            await (suite.measurement as typeof suite.measurement & { kind: "counted" }).count(
              lab,
              NO_DATASET,
              workload,
              contender,
            ),
          MissingError,
        );
      }
    }
  } finally {
    device.close();
  }
});

Deno.test("means are taken round by round", () => {
  assert.deepEqual(meanOfRounds([[1, 4], [3, 8]]), [2, 6]);
});
