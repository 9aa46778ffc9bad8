import assert from "node:assert/strict";
import { join } from "node:path";
import { DataError } from "../../../platform/errors.ts";
import { readCheckpointFile, writeCheckpointFile } from "../../../training/runs/checkpoint_file.ts";
import { Checkpoints } from "../../../training/runs/checkpoints.ts";
import type { EpochRecord } from "../../../training/runs/epoch_record.ts";
import { inFolder } from "../../in_folder.ts";

const once = { slowest: 1, median: 1, fastest: 1 };

function records(count: number): EpochRecord[] {
  return Array.from({ length: count }, (_, i) => ({
    epoch: i + 1,
    loss: 1 / (i + 1),
    iterations: 3,
    seconds: once,
    phases: {},
    counts: {},
  }));
}

Deno.test("a checkpoint file gives back maps and typed arrays; any damaged byte and any cut is refused by name", () =>
  inFolder(async (folder) => {
    const path = join(folder, "x.checkpoint");
    const value = { epochs: 3, numbers: new Map([["w", Float32Array.of(0.5, -0, Infinity)]]) };
    await writeCheckpointFile(path, value);
    assert.deepEqual(await readCheckpointFile(path), value);
    const whole = await Deno.readFile(path);
    for (let at = 0; at < whole.length; at += 7) {
      const damaged = whole.slice();
      damaged[at] ^= 1;
      await Deno.writeFile(path, damaged);
      await assert.rejects(
        readCheckpointFile(path),
        (error: Error) => error instanceof DataError && error.message.includes("x.checkpoint"),
        `byte ${at}`,
      );
    }
    for (const length of [0, 5, 30, 40, whole.length - 1]) {
      await Deno.writeFile(path, whole.subarray(0, length));
      await assert.rejects(readCheckpointFile(path), DataError, `${length} bytes`);
    }
  }));

Deno.test("the last two epochs of a rank are kept, and other ranks' are not touched", () =>
  inFolder(async (folder) => {
    const path = join(folder, "made", "by", "write");
    const first = new Checkpoints<number>(path, 0), second = new Checkpoints<number>(path, 1);
    assert.deepEqual(await first.list(), { epochs: [], damaged: [] });
    await second.write({ state: 100, records: records(1) });
    for (let epoch = 1; epoch <= 11; epoch++) {
      await first.write({ state: epoch, records: records(epoch) });
    }
    assert.deepEqual((await first.list()).epochs, [10, 11]);
    assert.deepEqual((await second.list()).epochs, [1]);
    assert.deepEqual(await first.read(10), { state: 10, records: records(10) });
  }));

Deno.test("a damaged checkpoint is listed as such and not as an epoch", () =>
  inFolder(async (folder) => {
    const checkpoints = new Checkpoints<number>(folder, 0);
    for (const epoch of [1, 2]) await checkpoints.write({ state: epoch, records: records(epoch) });
    const path = join(folder, "epoch-2.rank-0.checkpoint");
    await Deno.truncate(path, 60);
    assert.deepEqual(await checkpoints.list(), { epochs: [1], damaged: [path] });
  }));
