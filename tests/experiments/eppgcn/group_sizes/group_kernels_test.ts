/** Kernels of grouped products: float atomics by default, integer atomics beside them. @module */
import assert from "node:assert/strict";
import { rmat } from "../../../../datasets/generators/rmat.ts";
import { figure5 } from "../../../../experiments/eppgcn/group_sizes/figure_5.ts";
import { figure8 } from "../../../../experiments/eppgcn/group_sizes/figure_8.ts";
import { modelledGroupTimes } from "../../../../experiments/eppgcn/group_sizes/group_times.ts";
import { fittedRates, modelledTimes } from "../../../../experiments/eppgcn/group_sizes/grouping_rates.ts";
import { INTEGER_ATOMICS, timeProducts } from "../../../../experiments/eppgcn/grouped_product.ts";
import { SessionMemo } from "../../../../experiments/session/session_memo.ts";
import type { Lab } from "../../../../experiments/lab.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { testLab } from "../../lab.ts";

const product = { matrix: rmat({ vertices: 300, edges: 3000 }, 1), width: 16, groupSize: 4 };

Deno.test("products of a kernel are modelled at the rates of that kernel, float atomics by default", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const asked: unknown[] = [], memo = new SessionMemo();
    const lab: Lab = {
      ...testLab(device),
      once: (compute, on, settings) => {
        if (compute.name === "fitRates") asked.push(settings);
        return memo.get(lab, compute, on, settings);
      },
    };
    const [float, integer] = await modelledGroupTimes(lab, [product, {
      ...product,
      kernel: INTEGER_ATOMICS,
    }], 64);
    assert.deepEqual(asked, ["neighbor-group-cas", "neighbor-group-fixed"]);
    for (const [time, kernel] of [[float, undefined], [integer, INTEGER_ATOMICS]] as const) {
      const { rates } = await fittedRates(lab, kernel);
      assert.deepEqual(time.ms, modelledTimes(product, { rates, slots: 64 }));
    }
    const [one, other] = await timeProducts(lab, [product, { ...product, kernel: INTEGER_ATOMICS }], 2);
    assert.ok(one.check.ok && other.check.ok && one.ms.length === 2);
  } finally {
    device.close();
  }
});

Deno.test("claims about group sizes read contenders with float atomics, and integer ones stand beside them", () => {
  for (const { contenders, claims } of [figure5, figure8]) {
    const beside = contenders.filter(({ kernel }) => kernel === INTEGER_ATOMICS);
    assert.ok(beside.length > 0 && beside.length < contenders.length / 2);
    assert.ok(contenders.every(({ kernel }) => kernel === undefined || kernel === INTEGER_ATOMICS));
    assert.ok(claims.length > 0);
  }
  const published = figure5.workloads({ id: "smoke" } as never).flatMap((workload) =>
    figure5.contenders.filter(({ kernel }) => kernel !== undefined)
      .map((contender) => figure5.publishedAs!(workload, contender, "time_over_64"))
  );
  assert.ok(published.every((key) => key === undefined), "a printed number is that of the paper's atomics");
});
