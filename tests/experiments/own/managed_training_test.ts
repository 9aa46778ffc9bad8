import assert from "node:assert/strict";
import { managedTrainingSuite } from "../../../experiments/own/managed_training.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { NewRow } from "../../../results/store/store.ts";
import { runComparison, testLab } from "../lab.ts";

const { workloads, id: suite } = managedTrainingSuite;
const MANAGED = ["streaming", "lru", "dynamic-program"];

/** Rows of one graph at smoke size, on a session's device of so many bytes. */
async function rowsOf(graph: string, memoryBytes?: number): Promise<readonly NewRow[]> {
  const device = openWasmDevice({ threads: 2, ...(memoryBytes === undefined ? {} : { memoryBytes }) });
  try {
    const workload = workloads(PROFILES.smoke).find(({ id }) => id === graph)!;
    const { rows } = await runComparison(testLab(device), { suite: managedTrainingSuite, workload });
    assert.equal(device.ledger.peak, 0, "the session's own device is not touched");
    return rows;
  } finally {
    device.close();
  }
}

function value(rows: readonly NewRow[], contender: string, metric: string): number {
  const row = rows.find((each) => each.contender === contender && each.metric === metric);
  assert.equal(row?.status, "ok", `${contender} ${metric}: ${row?.reason}`);
  return row!.median!;
}

/** Refused as a whole, and trained to the same loss by every policy within the cap. */
function assertManaged(rows: readonly NewRow[], capBytes: number): void {
  for (const { status, reason } of rows.filter(({ contender }) => contender === "whole")) {
    assert.equal(status, "oom");
    assert.match(reason, /^all of the model takes [\d.]+ \w+, the device has [\d.]+ \w+;/);
  }
  for (const policy of MANAGED) {
    assert.equal(value(rows, policy, "final_loss"), value(rows, "uncapped", "final_loss"));
    assert.equal(value(rows, policy, "memory_cap"), capBytes / 1e6);
    assert.ok(value(rows, policy, "peak_memory") <= capBytes / 1e6);
    assert.ok(value(rows, policy, "epoch_time") > 0);
  }
  const [streaming, lru, program] = MANAGED.map((policy) => value(rows, policy, "loaded"));
  assert.ok(program <= lru && lru <= streaming && program < streaming);
}

for (const graph of ["reddit", "twitter"]) {
  Deno.test(`${graph}: a device that holds the model is capped at half of what that takes`, async () => {
    const rows = await rowsOf(graph), needed = value(rows, "uncapped", "peak_memory");
    assertManaged(rows, Math.floor(needed * 1e6 / 2));
    assert.ok(value(rows, "lru", "peak_memory") > needed / 4, "a cap that presses nobody");
  });
}

Deno.test("a device that does not hold the model is its own cap", async () => {
  const capBytes = 6 * 2 ** 20;
  assertManaged(await rowsOf("reddit", capBytes), capBytes);
});

Deno.test("where not even one operation fits, every row but the uncapped one's says so, with its bytes", async () => {
  const rows = await rowsOf("reddit", 2 ** 12);
  assert.ok(value(rows, "uncapped", "epoch_time") > 0);
  for (const { status, reason, contender } of rows.filter(({ contender }) => contender !== "uncapped")) {
    assert.equal(status, "oom");
    if (contender !== "whole") assert.match(reason, /does not fit into 4 KiB .*raise --device-memory$/);
  }
});

Deno.test(`${suite} trains at standard what takes more than 64 MiB`, () => {
  const datasets = workloads(PROFILES.standard).map(({ dataset }) => dataset);
  assert.deepEqual(datasets, ["reddit@1/48", "twitter@1/3"]);
});
