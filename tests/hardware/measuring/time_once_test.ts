import assert from "node:assert/strict";
import type { Device } from "../../../hardware/device.ts";
import { onceTimer, timeEach, timeOnce } from "../../../hardware/measuring/time_once.ts";

/** A device that logs what is asked of it; its own clock says 7 ms a call. */
function logged(changes: Partial<Pick<Device, "backend" | "timer">>) {
  const log: string[] = [];
  const device = {
    backend: "webgpu",
    timer: "gpu-timestamp",
    ...changes,
    finish: () => Promise.resolve(void log.push("finish")),
    time: (run: () => void, calls: number) => {
      run();
      log.push(`time ${calls}`);
      return Promise.resolve(7);
    },
    timeParts: (runs: readonly (() => void)[]) => {
      for (const run of runs) run();
      log.push("parts");
      return Promise.resolve(runs.map(() => 7));
    },
  } as unknown as Device;
  return { device, log, runs: ["a", "b"].map((name) => () => void log.push(name)) };
}

Deno.test("several steps are timed with one wait where a GPU has timestamps", async () => {
  const { device, log, runs } = logged({});
  assert.deepEqual(await timeEach(device, runs), [7, 7]);
  assert.deepEqual(log, ["a", "b", "parts"]);
});

Deno.test("without timestamps each step runs once, with its own end waited for, and no slope repeats it", async () => {
  const slope = logged({ timer: "wall-slope" });
  const times = await timeEach(slope.device, slope.runs);
  assert.ok(times.length === 2 && times.every((ms) => ms >= 0 && ms !== 7));
  assert.deepEqual(slope.log, ["a", "finish", "b", "finish"]);
  assert.equal(onceTimer(slope.device), "wall");
  const cpu = logged({ backend: "x86", timer: "wall" });
  assert.deepEqual(await timeEach(cpu.device, cpu.runs), [7, 7]);
  assert.deepEqual(cpu.log, ["a", "time 1", "b", "time 1"]);
  assert.equal(await timeOnce(cpu.device, cpu.runs[0]), 7);
});
