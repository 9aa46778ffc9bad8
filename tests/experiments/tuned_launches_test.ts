import assert from "node:assert/strict";
import { tunedLaunchesText } from "../../experiments/tuned_launches_text.ts";
import { conditionsOn } from "../../kernels/tuning/tuning_conditions.ts";
import { MissingError, UsageError } from "../../platform/errors.ts";
import { fixedLaunches } from "../kernels/tuning/fixed_tuning.ts";

const conditions = conditionsOn({
  name: "NVIDIA H100 80GB HBM3",
  webgpu: "dawn",
  facts: { "webgpu driver": "550.1" },
});
const documents = [{
  conditions,
  made: "2026-11-26T21:00:00.000Z",
  choices: fixedLaunches("row-split", 64, { load: 16, workgroup: 128 }),
}];

Deno.test("a kernel's tuned parameters are told by adapter, with every sample", () => {
  const text = tunedLaunchesText("row-split", { documents, on: true });
  assert.match(
    text,
    /^spmm\/row-split@webgpu on NVIDIA H100 80GB HBM3, WebGPU by dawn, driver 550\.1, tuned 2026-11-26T/,
  );
  assert.match(text, /^ {2}row-split, 64 columns, X within the last cache: load 16, the default$/m);
  assert.match(text, /^ {2}row-split, 64 columns, X beyond the last cache: workgroup 128 in place of 64$/m);
  assert.match(text, /^ +ms by gpu-timestamp with workgroup 128: 3\.500 4\.250$/m);
  assert.match(
    tunedLaunchesText("row-split", { documents, on: false }),
    /^Switched off by GNN_REPRO_TUNING=off/,
  );
});

Deno.test("a kernel without choices is refused with the command that makes some, an unknown name as such", () => {
  const text = (name: string) => () => tunedLaunchesText(name, { documents, on: true });
  assert.throws(text("merge-split"), (error) => {
    assert.ok(error instanceof MissingError);
    assert.match(
      error.message,
      /deno task tune --device webgpu; it tunes .*spmm\/row-split@webgpu, spmm\/merge-split@webgpu$/,
    );
    return true;
  });
  assert.throws(text("row-splot"), UsageError);
});
