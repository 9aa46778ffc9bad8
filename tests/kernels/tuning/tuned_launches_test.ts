import assert from "node:assert/strict";
import { assertCsr } from "../../../graph/csr.ts";
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { mergeSplitBf16WebGpu } from "../../../kernels/spmm/merge_split_bf16/webgpu.ts";
import { mergeSplitWebGpu } from "../../../kernels/spmm/merge_split/webgpu.ts";
import { neighborGroupWebGpu } from "../../../kernels/spmm/neighbor_group/webgpu.ts";
import { rowSplitWebGpu } from "../../../kernels/spmm/row_split/webgpu.ts";
import type { SpmmProblem } from "../../../kernels/spmm/spmm.ts";
import { SavedTuning } from "../../../kernels/tuning/saved_tuning.ts";
import { tune, type TuneOptions } from "../../../kernels/tuning/tune.ts";
import { tunedLaunches } from "../../../kernels/tuning/tuned_launches.ts";
import { Interrupted } from "../../../platform/interrupted.ts";
import { type TunedChoice, tunedChoiceSchema } from "../../../results/store/tuned_choice.ts";
import { choiceSummary } from "../../../results/store/tuned_choice.ts";
import { testOnNewDevice } from "../../hardware/webgpu/any_adapter.ts";
import { checkPlan, matrixOf } from "../spmm/plan_checks_webgpu.ts";
import { fixedLaunches } from "./fixed_tuning.ts";

const KERNELS = [
  { kernel: rowSplitWebGpu, chosen: { load: 8, workgroup: 96 } },
  { kernel: mergeSplitWebGpu, chosen: { load: 8, workgroup: 96 } },
  { kernel: neighborGroupWebGpu, chosen: { dimWorkers: 8, workgroup: 96 } },
];
const SIZES = { cacheBytes: 2 ** 15, work: 2 ** 12 };
const WITHIN = "X within the last cache", BEYOND = "X beyond the last cache";

Deno.test("a width has parameters of three kernels that differ in effect, on one product each side of the cache", () => {
  const numbers = tunedLaunches(SIZES, [64, 602]);
  assert.deepEqual(
    numbers.slice(0, 7).map(({ name, parameter, values }) => `${name}: ${parameter} ${values}`),
    [
      `row-split, 64 columns, ${WITHIN}: load 8,16`,
      `row-split, 64 columns, ${WITHIN}: workgroup 64,128,256`,
      `merge-split, 64 columns, ${WITHIN}: load 8,16`,
      `merge-split, 64 columns, ${WITHIN}: workgroup 64,128,256`,
      `neighbor-group, 64 columns, ${WITHIN}: dimWorkers 16,8`,
      `neighbor-group, 64 columns, ${WITHIN}: workgroup 128,64,256`,
      `row-split, 64 columns, ${BEYOND}: load 8,16`,
    ],
  );
  assert.equal(numbers.length, 24);
  const wide = numbers.filter(({ columns, kernel }) => columns === 604 && kernel.id === "row-split");
  assert.deepEqual(wide.slice(0, 2).map(({ values }) => values), [[16, 8], [256, 64, 128]]);
  assert.deepEqual(numbers.at(-2)!.values, [32, 8, 16], "602 columns have more vectors");
  assert.ok(tunedLaunches(SIZES, [16]).every(({ parameter }) => parameter !== "dimWorkers"), "four vectors");
  const blocks = (widths: readonly number[], subgroup?: number) =>
    tunedLaunches({ ...SIZES, ...(subgroup && { subgroup }) }, widths)
      .filter(({ parameter }) => parameter === "broadcast").map((
        { kernel, values },
      ) => [kernel.id, ...values]);
  const tried = ["merge-split", 1, 32];
  assert.deepEqual(blocks([64, 602], 32), [tried, tried, tried, tried], "on each side of the cache");
  assert.deepEqual([blocks([64]), blocks([4], 32)], [[], []], "no subgroups; one lane a row");
  assert.equal(new Set(numbers.map(({ problem }) => problem)).size, 4);
  assert.ok(numbers.every(({ kernel, parameter, values }) => {
    const { default: standard, range: [least, most] } = kernel.parameters[parameter];
    const isDefault = standard === 0 || values[0] === standard || parameter === "dimWorkers";
    return isDefault && values.every((value) => value > 0 && value >= least && value <= most);
  }));
});

Deno.test("products that launches are tuned on have hubs, and X on their side of the cache", () => {
  const cacheBytes = 2 ** 20, work = 2 ** 22;
  for (const { name, problem } of tunedLaunches({ cacheBytes, work }, [64, 100])) {
    const { matrix, width } = problem(1) as SpmmProblem, { rowPtr, rows, cols, colIdx } = matrix;
    assertCsr(matrix);
    const bytes = 4 * width * cols, named = 4 * width * new Set(colIdx).size;
    if (name.includes("beyond")) assert.ok(bytes > 3 * cacheBytes && named > cacheBytes, `${bytes} ${named}`);
    else assert.ok(bytes < cacheBytes / 2, name);
    const degrees = Array.from({ length: rows }, (_, row) => rowPtr[row + 1] - rowPtr[row]);
    const mean = colIdx.length / rows;
    assert.ok(mean > 30 && mean < 70, `mean degree ${mean}`);
    assert.ok(Math.max(...degrees) > 10 * mean && Math.min(...degrees) === 16);
  }
});

/** Values of `WORKGROUP` that pipelines of a device were compiled with. */
function workgroups({ pipelines }: WebGpuDevice): Set<number> {
  const constants = [...pipelines.keys()].map((key) => JSON.parse(key)[1] as [string, number][]);
  return new Set(
    constants.flatMap((each) => each.filter(([name]) => name === "WORKGROUP").map(([, of]) => of)),
  );
}

testOnNewDevice(
  "plans take the tuned parameters of their kernel and width, and no bit changes",
  async (device) => {
    const matrix = matrixOf(120, 300, (row) => row === 5 ? 300 : row % 3 === 0 ? 0 : 10 + row % 60);
    for (const { kernel, chosen } of KERNELS) {
      for (const width of [40, 64, 602]) {
        const columns = 4 * Math.ceil(width / 4);
        delete device.tuning;
        const plain = await checkPlan(device, kernel, { matrix, width });
        device.pipelines.clear();
        const choices = fixedLaunches(kernel.id, columns, chosen);
        const tuning = device.tuning = new SavedTuning(choices, 2 ** 20);
        const tuned = await checkPlan(device, kernel, { matrix, width });
        assert.deepEqual(tuned.panels, plain.panels, `${kernel.id}, width ${width}`);
        assert.ok(workgroups(device).has(96), `${kernel.id}: ${[...workgroups(device)]}`);
        assert.deepEqual(tuning.takeUsed(), [`${kernel.id}, ${columns} columns, ${WITHIN}`]);

        device.pipelines.clear();
        await checkPlan(device, kernel, { matrix, width }, { parameters: { workgroup: 32 } });
        assert.ok(workgroups(device).has(32) && !workgroups(device).has(96), "a given value goes before");
        device.pipelines.clear();
        await checkPlan(device, kernel, { matrix, width: width + 8 });
        assert.ok(!workgroups(device).has(96), "another width keeps its default");
      }
    }
    const choices = fixedLaunches(mergeSplitWebGpu.id, 64, { load: 8, workgroup: 96 });
    device.tuning = new SavedTuning(choices, 2 ** 20);
    device.pipelines.clear();
    await checkPlan(device, mergeSplitBf16WebGpu, { matrix, width: 64 });
    assert.ok(!workgroups(device).has(96), "another kernel keeps its default");
  },
);

testOnNewDevice("matrices are told apart by the bytes of X against the last cache", async (device) => {
  const beyond = fixedLaunches("row-split", 64, { load: 16, workgroup: 96 }).filter(({ name }) =>
    name.endsWith(BEYOND)
  );
  device.tuning = new SavedTuning(beyond, 4 * 64 * 300);
  for (const [cols, is] of [[300, false], [301, true]] as const) {
    device.pipelines.clear();
    await checkPlan(device, rowSplitWebGpu, { matrix: matrixOf(20, cols, () => 5), width: 64 });
    assert.equal(workgroups(device).has(96), is);
  }
});

/** Constants of a dispatch by which a fake clock goes. */
interface Launched {
  readonly workgroup: number;
  readonly lanes: number;
}

/**
 * Gives a device a clock by which an execution takes as long as `ms` says for its last dispatch. Dispatches
 * of workgroups in `lost` never happen, those in `refused` do not compile.
 */
function fakeClock(
  device: WebGpuDevice,
  { ms, lost = [], refused = [] }: {
    readonly ms: (launched: Launched) => number;
    readonly lost?: readonly number[];
    readonly refused?: readonly number[];
  },
): void {
  const { gpu } = device, launches = new Map<GPUComputePipeline, Launched>();
  const compile = gpu.createComputePipeline.bind(gpu), dispatch = device.dispatch.bind(device);
  let last: Launched | undefined, draws = 0;
  gpu.createComputePipeline = (descriptor) => {
    const given = descriptor.compute.constants ?? {};
    // The second pass of merge-split and of groups has workers, and a workgroup of its own.
    const launched = "WORKERS" in given
      ? undefined
      : { workgroup: Number(given.WORKGROUP), lanes: Number(given.LANES) };
    const refuses = launched !== undefined && refused.includes(launched.workgroup);
    const constants = { ...given, ...(refuses && { WORKGROUP: 2 ** 24 }) };
    const pipeline = compile({ ...descriptor, compute: { ...descriptor.compute, constants } });
    if (launched) launches.set(pipeline, launched);
    return pipeline;
  };
  device.dispatch = (pipeline, ...rest) => {
    const launched = launches.get(pipeline);
    last = launched ?? last;
    if (launched === undefined || !lost.includes(launched.workgroup)) dispatch(pipeline, ...rest);
  };
  device.time = async (run, calls) => {
    run();
    await device.finish();
    return calls * ms(last!) * (1 + 0.001 * (draws++ % 3));
  };
}

async function tunedOn(device: WebGpuDevice, options: TuneOptions = {}) {
  const choices = await tune(device, { widths: [64], rounds: 3, sizes: SIZES, ...options });
  assert.equal(device.ledger.live, 0, "no memory is left");
  return choices;
}

const chosenOf = (choices: readonly TunedChoice[], of: TunedChoice["parameter"]) =>
  choices.filter(({ parameter }) => parameter === of).map(({ chosen }) => chosen);

testOnNewDevice(
  "the faster value is chosen, with every sample of equal rounds, and the next is tried with it",
  async (device) => {
    fakeClock(device, {
      ms: ({ workgroup, lanes }) => (workgroup === 128 ? 0.5 : 1) * (lanes === 16 ? 0.5 : 1),
    });
    const choices = await tunedOn(device);
    assert.equal(choices.length, 12);
    assert.deepEqual(chosenOf(choices, "load"), [16, 16, 16, 16]);
    assert.deepEqual(chosenOf(choices, "dimWorkers"), [16, 16], "eight lanes take longer than sixteen");
    assert.deepEqual(chosenOf(choices, "workgroup"), [128, 128, 128, 128, 128, 128]);
    for (const choice of choices) {
      tunedChoiceSchema.parse(choice);
      assert.deepEqual(new Set(choice.candidates.map(({ ms }) => ms.length)), new Set([3]));
      assert.equal(choice.timer, device.timer);
      assert.equal(choice.leftOut, undefined);
      const before = choice.name.startsWith("neighbor-group") ? { dimWorkers: 16 } : { load: 16 };
      assert.deepEqual(choice.held, choice.parameter === "workgroup" ? before : undefined);
    }
    assert.match(
      choiceSummary(choices[1]).join("\n"),
      /workgroup 128 in place of 64\n {2}all with load 16, chosen/,
    );
  },
);

/** Calls `work` while each call of a device's clock takes so long. */
async function withSlowClock<T>(device: WebGpuDevice, callMs: number, work: () => Promise<T>): Promise<T> {
  const now = performance.now, { time } = device;
  let late = 0;
  device.time = (run, calls) => {
    late += callMs;
    return time.call(device, run, calls);
  };
  performance.now = () => now.call(performance) + late;
  try {
    return await work();
  } finally {
    performance.now = now;
  }
}

testOnNewDevice("a number without time for its rounds keeps its default, and says why", async (device) => {
  fakeClock(device, { ms: ({ workgroup }) => workgroup === 128 ? 0.5 : 1 });
  await withSlowClock(device, 2000, async () => {
    const choices = await tunedOn(device, { rounds: 9 });
    assert.ok(choices.length > 0);
    for (const choice of choices) {
      assert.equal(choice.chosen, choice.standard);
      assert.equal(choice.wantedRounds, 9);
      assert(choice.candidates.every(({ ms }) => ms.length > 0 && ms.length < 9));
      assert.match(choiceSummary(choice).join("\n"), /time for fewer than 9 rounds: the default stays/);
      tunedChoiceSchema.parse(choice);
    }
  });
});

testOnNewDevice(
  "a number with time for one round alone, which has no interval, is left out",
  async (device) => {
    fakeClock(device, { ms: () => 1 });
    await withSlowClock(device, 60_000, async () => {
      const reasons: string[] = [];
      const onLeftOut = (_: string, reason: string) => reasons.push(reason);
      assert.deepEqual(await tunedOn(device, { rounds: 9, onLeftOut }), []);
      assert.deepEqual([...new Set(reasons)], ["there was time for 1 of 9 rounds"]);
    });
  },
);

testOnNewDevice("a value that does not compile, or changes a bit, is left out alone", async (device) => {
  fakeClock(device, { ms: ({ workgroup }) => 100 / workgroup, refused: [128], lost: [256] });
  const names: string[] = [];
  const choices = await tunedOn(device, { onLeftOut: (name, reason) => names.push(`${name}, ${reason}`) });
  assert.equal(choices.length, 8);
  for (const choice of choices) {
    const { parameter, chosen, candidates, leftOut = [] } = choice;
    if (parameter === "load") {
      assert.equal(candidates.length, 3);
      continue;
    }
    assert.equal(chosen, 64);
    assert.equal(candidates.length, 2, "the default and its copy");
    assert.deepEqual(leftOut.map(({ value }) => value), [128, 256]);
    assert.match(leftOut[0].reason, /^cannot compile /);
    assert.match(leftOut[1].reason, /another result of (row|merge)-split, /);
    assert.match(choiceSummary(choice).join("\n"), /workgroup 128: left out, cannot compile/);
    tunedChoiceSchema.parse(choice);
  }
  // The default of groups is the workgroup that does not compile.
  assert.equal(names.length, 4);
  assert.ok(names.every((name) => /^neighbor-group, .*, cannot compile/.test(name)), names.join("\n"));
});

testOnNewDevice(
  "a workgroup beyond the adapter's limit is left out; a default beyond it leaves the number",
  async (device) => {
    fakeClock(device, { ms: () => 1 });
    Object.assign(device, { limits: { ...device.limits, workgroupInvocations: 128 } });
    for (const { parameter, leftOut } of await tunedOn(device)) {
      if (parameter !== "workgroup") assert.equal(leftOut, undefined);
      else assert.match(leftOut![0].reason, /needs 256 invocations a workgroup, the device has 128$/);
    }
    Object.assign(device, { limits: { ...device.limits, workgroupInvocations: 32 } });
    const names: string[] = [];
    assert.deepEqual(await tunedOn(device, { onLeftOut: (name) => names.push(name) }), []);
    assert.equal(names.length, 12);
  },
);

testOnNewDevice(
  "a budget that is spent ends tuning before the next number; an interrupt ends it at once",
  async (device) => {
    fakeClock(device, { ms: () => 1 });
    assert.equal((await tunedOn(device, { budget: 1e-9 })).length, 0);
    const controller = new AbortController();
    controller.abort(new Interrupted("SIGINT"));
    await assert.rejects(
      tune(device, { widths: [64], sizes: SIZES, signal: controller.signal }),
      Interrupted,
    );
    assert.equal(device.ledger.live, 0);
  },
);
