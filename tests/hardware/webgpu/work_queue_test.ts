import assert from "node:assert/strict";
import fc from "fast-check";
import type { PassClock } from "../../../hardware/webgpu/clock/pass_clock.ts";
import { foldedGrid, WorkQueue } from "../../../hardware/webgpu/work_queue.ts";

Deno.test("a folded grid holds all workgroups, stays within both axes and wastes less than one row of them", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 31 }),
      fc.integer({ min: 60_000, max: 70_000 }),
      (count, perAxis) => {
        const [x, y, z] = foldedGrid(count, perAxis);
        assert(x <= perAxis && y <= perAxis && z === 1);
        assert(x * y >= count && x * y - count < Math.max(1, y));
      },
    ),
  );
});

/** A device that writes down its commands. */
function recordingGpu(): { readonly gpu: GPUDevice; readonly commands: string[] } {
  const commands: string[] = [];
  const say = (text: string) => void commands.push(text);
  const pass = {
    setPipeline: (pipeline: { label: string }) => say(`pipeline ${pipeline.label}`),
    setBindGroup: (_: number, group: { label: string }) => say(`group ${group.label}`),
    dispatchWorkgroups: (x: number) => say(`dispatch ${x}`),
    end: () => say("end"),
  };
  const encoder = {
    beginComputePass: () => (say("pass"), pass),
    clearBuffer: () => say("clear"),
    finish: () => ({}),
  };
  const gpu = {
    createCommandEncoder: () => encoder,
    createShaderModule: () => ({}),
    createComputePipeline: ({ label }: { label: string }) => ({ label, getBindGroupLayout: () => ({}) }),
    createBindGroup: ({ label }: { label: string }) => (say("bind"), { label }),
    queue: { submit: () => say("submit") },
  };
  return { gpu: gpu as unknown as GPUDevice, commands };
}

Deno.test("a pass is told a pipeline and a group again only where they change, every new pass anew", () => {
  const { gpu, commands } = recordingGpu(), queue = new WorkQueue(gpu, 1e9);
  const named = (label: string) => ({ label }) as unknown as GPUComputePipeline & GPUBindGroup;
  const [a, b, own, other] = ["a", "b", "own", "other"].map(named);
  const run = (pipeline: GPUComputePipeline, group: GPUBindGroup, x: number) =>
    queue.dispatch(pipeline, group, [x, 1, 1]);
  run(a, own, 1);
  run(a, own, 2);
  run(a, other, 3);
  run(b, other, 4);
  queue.encode((encoder) => encoder.clearBuffer({} as GPUBuffer));
  run(b, other, 5);
  queue.flush();
  run(b, other, 6);
  queue.flush();
  assert.deepEqual(commands, [
    ...["pass", "pipeline a", "group own", "dispatch 1", "dispatch 2", "group other", "dispatch 3"],
    ...["pipeline b", "dispatch 4", "end", "clear"],
    ...["pass", "pipeline b", "group other", "dispatch 5", "end", "submit"],
    ...["pass", "pipeline b", "group other", "dispatch 6", "end", "submit"],
  ]);
});

Deno.test("a small clear stays in the pass, where one is open, and its buffer is bound once", () => {
  const { gpu, commands } = recordingGpu(), queue = new WorkQueue(gpu, 1e9);
  const [pipeline, group] = ["a", "own"].map((label) => ({ label }) as GPUComputePipeline & GPUBindGroup);
  const buffer = (size: number, usage: number = GPUBufferUsage.STORAGE) => ({ size, usage }) as GPUBuffer;
  const own = buffer(260);
  const commandsOf = (cleared: GPUBuffer) => {
    queue.clear(cleared);
    queue.dispatch(pipeline, group, [1, 1, 1]);
    return commands.splice(0);
  };
  const run = ["pipeline a", "group own", "dispatch 1"],
    clear = ["pipeline clear", "group clear", "dispatch 2"];
  assert.deepEqual(commandsOf(own), ["clear", "pass", ...run]);
  assert.deepEqual(commandsOf(own), ["bind", ...clear, ...run]);
  assert.deepEqual(commandsOf(own), [...clear, ...run]);
  assert.deepEqual(commandsOf(buffer(4 * 2 ** 20)).slice(0, 4), [
    ...["bind", "pipeline clear", "group clear", "dispatch 16384"],
  ]);
  for (const between of [buffer(4 * 2 ** 20 + 4), buffer(16, GPUBufferUsage.UNIFORM)]) {
    assert.deepEqual(commandsOf(between), ["end", "clear", "pass", ...run]);
  }
});

Deno.test("a pass that marks the time of copies and clears has a dispatch: Metal stamps no other", () => {
  const { gpu, commands } = recordingGpu(), queue = new WorkQueue(gpu, 1e9);
  const clock = { pass: () => ({}), submitted: () => {} } as unknown as PassClock;
  const clear = () => queue.encode((encoder) => encoder.clearBuffer({} as GPUBuffer));
  queue.submit(clear, clock);
  const mark = ["pass", "pipeline mark", "dispatch 1", "end"];
  assert.deepEqual(commands.splice(0), [...mark, "clear", ...mark, "submit"]);
  // Without a clock nothing is marked.
  clear();
  queue.flush();
  assert.deepEqual(commands, ["clear", "submit"]);
});

Deno.test("a queue whose submissions are shortened ends them earlier from then on", () => {
  const { gpu, commands } = recordingGpu(), queue = new WorkQueue(gpu, 1000);
  const named = (label: string) => ({ label }) as unknown as GPUComputePipeline & GPUBindGroup;
  const [pipeline, group] = ["a", "own"].map(named);
  const submissionsOf = (works: readonly number[]) => {
    for (const work of works) queue.dispatch(pipeline, group, [1, 1, 1], work);
    queue.flush();
    return commands.splice(0).filter((command) => command === "submit").length;
  };
  assert.equal(submissionsOf([400, 400, 200, 400]), 2);
  queue.submissionWork = 400;
  assert.equal(submissionsOf([400, 400, 200, 400]), 4);
});
