/** Text about a training: what is said of the memory of its ranks. @module */
import assert from "node:assert/strict";
import type { RankReport } from "../../../distributed/runs/rank_run.ts";
import type { TrainingDocument } from "../../../experiments/train/training_folder.ts";
import { renderEnd, renderRank } from "../../../experiments/train/training_text.ts";

const MEBIBYTE = 2 ** 20;
const same = { slowest: 1, median: 1, fastest: 1 };

function report(rank: number, on: Pick<RankReport["on"], "backend" | "adapterKind">): RankReport {
  return {
    rank,
    host: "a host",
    device: "a device",
    on: { ...on, isa: "none", threads: 1 },
    solid: 10,
    halo: 2,
    edges: 40,
    training: 4,
    memory: { idle: 100 * MEBIBYTE, part: 90 * MEBIBYTE, halo: 10 * MEBIBYTE },
  };
}

/** Last words about ranks of 250 MiB each, with 50 MiB on the device. */
function memoryOf(ranks: readonly RankReport[]): string[] {
  const document: TrainingDocument = {
    schema: 1,
    dataset: { id: "cora", kind: "real", hash: "00" },
    device: "auto",
    settings: {},
    command: [],
    ranks,
    epochs: [{ epoch: 1, loss: 1, iterations: 1, seconds: same, phases: { compute: same }, counts: {} }],
    peaks: ranks.map(() => ({ process: 250 * MEBIBYTE, device: 50 * MEBIBYTE })),
  };
  return renderEnd({ folder: "t", document }).split("\n").filter((line) => /^(memory|rank) /.test(line));
}

Deno.test("activations are taken off the memory of a process whose device is the processor", () => {
  const [header, wasm, emulated] = memoryOf([
    report(0, { backend: "wasm", adapterKind: "none" }),
    report(1, { backend: "webgpu", adapterKind: "software" }),
  ]);
  assert.match(header, / \(peak - idle - activations\) \/ \(part \+ halo\)$/);
  for (const line of [wasm, emulated]) assert.match(line, /50 MiB +1\.00$/);
});

Deno.test("activations on a card are not in the memory of the process", () => {
  const [header, ...cards] = memoryOf(
    [0, 1].map((rank) => report(rank, { backend: "webgpu", adapterKind: "hardware" })),
  );
  assert.match(header, / \(peak - idle\) \/ \(part \+ halo\)$/);
  for (const line of cards) assert.match(line, /50 MiB +1\.50$/);
  const [mixed, ...lines] = memoryOf([
    report(0, { backend: "webgpu", adapterKind: "hardware" }),
    report(1, { backend: "wasm", adapterKind: "none" }),
  ]);
  assert.match(mixed, /peak - idle - activations/);
  assert.deepEqual(lines.map((line) => line.slice(-4)), ["1.50", "1.00"]);
});

Deno.test("a rank of one vertex says so in the singular", () => {
  const one = { ...report(0, { backend: "wasm", adapterKind: "none" }), solid: 1, edges: 1, training: 1 };
  assert.equal(
    renderRank(one),
    "rank 0: a host, a device; part of 1 vertex and 2 halo, 1 edge, 1 training vertex",
  );
});
