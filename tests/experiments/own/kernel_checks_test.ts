/** Checks of all kernels as a suite of a session. @module */
import assert from "node:assert/strict";
import { repro } from "../../../experiments/session/repro.ts";
import type { Lab } from "../../../experiments/lab.ts";
import { kernelChecks } from "../../../experiments/own/kernel_checks.ts";
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { addEntryWiseWasm } from "../../../kernels/add/entry_wise/wasm.ts";
import { registerKernel } from "../../../kernels/registry.ts";
import { countingRows } from "../../../results/store/counting_rows.ts";
import { readSession } from "../../../results/store/store.ts";

async function checked(filter?: string) {
  const out = await Deno.makeTempDir();
  try {
    const { paths, failed, cells } = await repro({
      papers: [kernelChecks.id],
      profile: "smoke",
      device: "wasm",
      threads: 1,
      out,
      quiet: true,
      ...(filter !== undefined && { filter }),
    });
    return { failed, cells, rows: countingRows((await readSession(paths.session)).rows) };
  } finally {
    await Deno.remove(out, { recursive: true });
  }
}

Deno.test("every operation is checked, and no kernel is wrong", async () => {
  const { failed, cells, rows } = await checked();
  const operations = kernelChecks.workloads({ id: "smoke" } as Parameters<typeof kernelChecks.workloads>[0]);
  assert.equal(cells.ok, operations.length);
  assert.equal(failed, false);
  for (const { factors: { operation } } of operations) {
    const valueOf = (metric: string) =>
      rows.find((row) => row.cell.includes(`:${operation}:`) && row.metric === metric)!.median!;
    assert.ok(valueOf("kernels") >= 1, operation);
    assert.ok(valueOf("checks") >= valueOf("kernels"), operation);
    assert.ok(valueOf("error_share") <= 1, operation);
  }
});

Deno.test("a kernel that is wrong makes its operation wrong, with the kernel's name, and the run fails", async () => {
  const twice: typeof addEntryWiseWasm = {
    ...addEntryWiseWasm,
    id: "add-twice",
    prepare: (device, operands, parameters) =>
      addEntryWiseWasm.prepare(device, { ...operands, alpha: 2 * operands.alpha }, parameters),
  };
  registerKernel("add", twice);
  const { failed, cells, rows } = await checked("operation=add");
  assert.deepEqual([failed, cells.wrong, cells.ok], [true, 1, 0]);
  assert.match(rows[0].reason, /add-twice is wrong: /);
});

Deno.test("checks end at a signal between two of them, as at Ctrl-C or the end of a budget", async () => {
  const device = openWasmDevice({ threads: 1 }), ended = new AbortController();
  const { measurement } = kernelChecks;
  assert.ok(measurement.kind === "joint");
  const kernels: string[] = [];
  const lab = {
    device,
    signal: ended.signal,
    say: (kernel: string) => {
      kernels.push(kernel);
      ended.abort(new Error("the budget is spent"));
    },
  } as unknown as Lab;
  const [workload] = kernelChecks.workloads({ id: "smoke" } as Parameters<typeof kernelChecks.workloads>[0]);
  try {
    await assert.rejects(
      async () => await measurement.measure(lab, {} as LoadedDataset, workload, kernelChecks.contenders),
      /the budget is spent/,
    );
    assert.equal(kernels.length, 1);
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});
