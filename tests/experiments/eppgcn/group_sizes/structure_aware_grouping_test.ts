/**
 * Figure 8 by its measurement: wrong choices, and contenders that were not asked for.
 *
 * @module
 */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { figure8 } from "../../../../experiments/eppgcn/group_sizes/figure_8.ts";
import type { Lab } from "../../../../experiments/lab.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import { SessionMemo } from "../../../../experiments/session/session_memo.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { runComparison, testLab } from "../../lab.ts";

const RATES = { group: 3e-9, neighbor: 1e-10, atomic: 2e-9 };
const dataset = await loadDataset("blog@1/512", { seed: 1 });

/** Rows of some contenders on Blog at given rates, and the names of what was computed once. */
async function measured(contenders: readonly string[], changes: Partial<Lab> = {}) {
  const device = openWasmDevice({ threads: 1 }), memo = new SessionMemo(), computed = new Set<string>();
  try {
    const lab: Lab = {
      ...testLab(device),
      once: async (compute, on, settings) => {
        computed.add(compute.name);
        const fitted = { rates: RATES, medianError: 0 };
        return await memo.get(
          lab,
          compute.name === "fitRates" ? () => fitted as Awaited<ReturnType<typeof compute>> : compute,
          on,
          settings,
        );
      },
      kept: async (_name, compute, on, settings) => {
        computed.add(compute.name);
        return await memo.get(lab, compute, on, settings);
      },
      ...changes,
    };
    const workload = figure8.workloads(PROFILES.smoke).find(({ id }) => id === "blog")!;
    const asked = figure8.contenders.filter(({ id }) => contenders.includes(id));
    return {
      rows: (await runComparison(lab, { suite: figure8, workload, contenders: asked, dataset })).rows,
      computed,
    };
  } finally {
    device.close();
  }
}

Deno.test("every chosen size is proven, and GNNAdvisor chooses none", async () => {
  const all = figure8.contenders.map(({ id }) => id);
  const { rows, computed } = await measured(all);
  assert.ok(rows.every(({ status }) => status === "ok"));
  const choices = rows.filter(({ metric }) => metric === "choose_time");
  assert.deepEqual(choices.map(({ contender }) => contender), all.filter((id) => id !== "gnnadvisor"));
  for (const { checked_rows, rel_err, tolerance, timer } of choices) {
    assert.deepEqual({ checked_rows, rel_err, tolerance, timer }, {
      checked_rows: 2,
      rel_err: 0,
      tolerance: 0,
      timer: "wall",
    });
  }
  assert.ok(computed.has("labelSize"), "the own regression is fitted to labelled matrices");
});

Deno.test("a size that the classifier cannot choose makes its cells wrong, and no other's", async () => {
  const cachedWithCost = () => Promise.resolve({ value: Uint32Array.of(3, 99), ms: 1 });
  const { rows } = await measured(["constant", "classifier"], { cachedWithCost });
  for (const { contender, status, reason } of rows) {
    assert.equal(status, contender === "classifier" ? "wrong" : "ok", reason);
    if (status === "wrong") assert.match(reason, /^99 for path 1/);
  }
});

Deno.test("without the own regression no matrix is labelled", async () => {
  const { rows, computed } = await measured(["constant", "classifier"]);
  assert.deepEqual([...new Set(rows.map(({ contender }) => contender))], ["constant", "classifier"]);
  assert.ok(rows.some(({ metric, status }) => metric === "speedup_over_gnnadvisor" && status === "ok"));
  assert.ok(!computed.has("labelSize"));
});
