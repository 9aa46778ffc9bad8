/**
 * The ID maps of some mini-batches as a trial: every map is proven to be a bijection before any is timed.
 *
 * @module
 */
import type { Device, DeviceBuffer } from "../../../hardware/device.ts";
import { firstWordDifference } from "../../../hardware/words.ts";
import { kernelsOn } from "../../../kernels/backend_kernels.ts";
import type { CheckReport } from "../../../kernels/checks/check_report.ts";
import {
  checkIdMap,
  type IdMapOperands,
  type IdMapOperandsOf,
  type IdMapProblem,
  type IdMapResult,
  idMaps,
  readIdMap,
  releaseIdMap,
  stageIdMap,
} from "../../../kernels/id_map/mod.ts";
import { tableShape } from "../../../kernels/id_map/table.ts";
import {
  type Kernel,
  kernelName,
  type ParameterValues,
  type Plan,
  prepareKernel,
  resolveParameters,
} from "../../../kernels/kernel.ts";
import type { Work } from "../../../kernels/operation.ts";
import { wrongResult } from "../../../kernels/checks/plan_check.ts";
import { MissingError, WrongResultError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { RandomStream } from "../../../platform/random.ts";
import type { Lab } from "../../lab.ts";
import type { PreparedTrial, Trial } from "../../measurement.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { SAMPLED_REGIME } from "../sampled_premises.ts";
import { KERNEL_REGIME } from "../kernel_premises.ts";

/** Counts of maps, of the whole epoch where nothing else is said. */
export const ID_MAP_METRICS = {
  launches: { label: "launches a mini-batch", unit: "1", better: "lower" },
  barriers: { label: "waits for all threads while numbering, a mini-batch", unit: "1", better: "lower" },
  atomics: { label: "atomic operations, an epoch", unit: "count", better: "lower", varies: true },
  probes: { label: "slots looked at, an epoch", unit: "count", better: "lower", varies: true },
  ids: { label: "ids, an epoch", unit: "count" },
  steps: { label: "steps, as the paper counts", unit: "1", better: "lower", shown: false },
  epoch_batches: { label: "mini-batches of an epoch", unit: "minibatches", shown: false },
  sampled_batches: { label: "mini-batches mapped", unit: "minibatches", shown: false },
  ...SAMPLED_REGIME,
  ...KERNEL_REGIME,
} as const satisfies Metrics;

/** Problems of an ID map, and the mini-batches that they stand for. */
export interface IdMapTrialOptions {
  /** Ids to number, in the order in which a sampler meets them. */
  readonly problems: readonly IdMapProblem[];
  /** Id among the ID maps: `fused-map`. */
  readonly map: string;
  /** Mini-batches that the problems belong to. */
  readonly batches: number;
  /** Mini-batches of an epoch: times and counts are for so many. */
  readonly epochBatches: number;
  /** Regime of the mini-batches. */
  readonly regime: Facts<typeof SAMPLED_REGIME>;
}

/**
 * An ID map of a device's backend.
 *
 * @throws {MissingError} where there is no map of that id.
 */
export function findIdMap({ backend }: Pick<Device, "backend">, id: string): Kernel<IdMapOperandsOf> {
  const found = kernelsOn(idMaps, backend).find((map) => map.id === id);
  if (found) return found;
  throw new MissingError({
    action: `find ID map "${id}" for ${backend}`,
    current: "no such map",
    wanted: `one of ${kernelsOn(idMaps, backend).map((map) => map.id).join(", ")}`,
    next: "choose one of them",
  });
}

/** Counters cost atomics of their own on adapters, which is why times are taken without them. */
const counting = (kernel: Kernel<IdMapOperandsOf>) =>
  Object.hasOwn(kernel.parameters, "count") ? { count: 1 } : {};

/** Runs a map once, with its counters; result and counts of the plan. */
export async function runIdMap(
  device: Device,
  kernel: Kernel<IdMapOperandsOf>,
  { problem, parameters = {} }: { readonly problem: IdMapProblem; readonly parameters?: ParameterValues },
): Promise<{ readonly result: IdMapResult; readonly facts: Readonly<Record<string, number>> }> {
  const staged = await stagePlan(device, kernel, {
    problem,
    parameters: { ...counting(kernel), ...parameters },
  });
  try {
    staged.plan.run();
    return { result: await readIdMap(device, staged.operands), facts: staged.plan.facts ?? {} };
  } finally {
    staged.giveBack();
  }
}

interface StagedPlan {
  readonly operands: IdMapOperands<DeviceBuffer>;
  readonly plan: Plan;
  readonly giveBack: () => void;
}

async function stagePlan(
  device: Device,
  kernel: Kernel<IdMapOperandsOf>,
  { problem, parameters = {} }: {
    readonly problem: IdMapProblem;
    readonly parameters?: ParameterValues;
  },
): Promise<StagedPlan> {
  const operands = stageIdMap(device, problem);
  try {
    // Buffers are of the backend of the device that made them, which `prepareKernel` compares with the
    // kernel's.
    const plan = await prepareKernel(kernel, device, operands as IdMapOperandsOf["wasm"], 0, { parameters });
    return {
      operands,
      plan,
      giveBack: () => {
        plan.destroy();
        releaseIdMap(device, operands);
      },
    };
  } catch (error) {
    releaseIdMap(device, operands);
    throw error;
  }
}

const idsOf = ({ ids, kept }: IdMapProblem) => ids.length + (kept?.length ?? 0);

/**
 * A hash is one multiplication, twice for each id: once to enter it, once to look it up. What must move are
 * ids in and local ids out; without reuse each visit to the table moves a pair of words.
 */
function mapWork(problems: readonly IdMapProblem[], scale: number): Work {
  const words = sumOf(problems, (problem) => idsOf(problem) + problem.ids.length);
  const ids = sumOf(problems, idsOf);
  return {
    multiplyAdds: Math.round(scale * 2 * ids),
    compulsoryBytes: Math.round(scale * 4 * words),
    bytesWithoutReuse: Math.round(scale * (4 * words + 16 * ids)),
  };
}

/**
 * Builds the trial. An execution is the maps of an epoch: those of some of its mini-batches, times how many
 * more it has.
 */
export function idMapTrial(lab: Lab, options: IdMapTrialOptions): Trial<typeof ID_MAP_METRICS> {
  const { device } = lab;
  const { problems, map, batches, epochBatches, regime } = options;
  const scale = epochBatches / batches;
  const kernel = findIdMap(device, map);
  const parameters = resolveParameters(kernel);
  const tableBytes = (distinct: number) => 8 * tableShape(distinct, parameters).slots;
  return {
    identity: { kernel: kernelName(kernel), source: kernel.source, parameters, batches, epochBatches },
    bytes: problems.reduce(
      (sum, problem) => sum + 4 * (2 * problem.ids.length + idsOf(problem) + 6) + tableBytes(idsOf(problem)),
      0,
    ),
    work: mapWork(problems, scale),
    facts: {
      epoch_batches: epochBatches,
      sampled_batches: batches,
      ...regime,
      work_items: problems.reduce((most, { ids }) => Math.max(most, ids.length), 0),
      ids: Math.round(scale * sumOf(problems, ({ ids }) => ids.length)),
    },
    prepare: async (): Promise<PreparedTrial> => {
      const staged: StagedPlan[] = [];
      const destroy = () => staged.splice(0).forEach(({ giveBack }) => giveBack());
      const started = performance.now();
      try {
        for (const problem of problems) staged.push(await stagePlan(device, kernel, { problem }));
      } catch (error) {
        destroy();
        throw error;
      }
      const run = () => staged.forEach(({ plan }) => plan.run());
      const aBatch = (fact: string) => sumOf(staged, ({ plan }) => plan.facts?.[fact] ?? 0) / batches;
      return {
        prepareMs: performance.now() - started,
        facts: {
          steps: staged[0]?.plan.facts?.steps ?? 0,
          launches: aBatch("launches"),
          calls: epochBatches * aBatch("launches"),
          barriers: aBatch("barriers"),
        },
        time: async (calls) => scale * await device.time(run, calls),
        timeScale: scale,
        check: () => checkMaps(device, problems, { staged, run, name: kernelName(kernel) }),
        recheck: (seed) => recheckMaps(device, problems, { staged, run, name: kernelName(kernel), seed }),
        breakdown: async () => ({
          times: {},
          facts: await tableCounts(device, problems, { kernel, scale }),
        }),
        destroy,
      };
    },
  };
}

const POISON = 0xdeadbeef;

/** Every map's output, over poison, is a bijection of its ids. */
async function checkMaps(
  device: Device,
  problems: readonly IdMapProblem[],
  { staged, run, name }: {
    readonly staged: readonly StagedPlan[];
    readonly run: () => void;
    readonly name: string;
  },
): Promise<CheckReport> {
  for (const { operands: { local, counters } } of staged) {
    for (const buffer of [local, counters]) {
      device.write(buffer, new Uint32Array(buffer.bytes / 4).fill(POISON));
    }
  }
  await device.guard(`run ID map "${name}"`, async () => {
    run();
    await device.finish();
  });
  let checkedRows = 0;
  for (const [i, problem] of problems.entries()) {
    const report = checkIdMap(problem, await readIdMap(device, staged[i].operands));
    if (!report.ok) return report;
    checkedRows += report.checkedRows;
  }
  return { ok: true, relErr: 0, tolerance: 0, checkedRows };
}

/**
 * Every map's output on its ids in another order is a bijection again, and the ids are what they were.
 *
 * @throws {WrongResultError} where a map is none, or ids were written to.
 */
async function recheckMaps(
  device: Device,
  problems: readonly IdMapProblem[],
  { staged, run, name, seed }: {
    readonly staged: readonly StagedPlan[];
    readonly run: () => void;
    readonly name: string;
    readonly seed: number;
  },
): Promise<void> {
  const stream = new RandomStream(seed, "order of ids");
  const fresh = problems.map((problem) => ({ ...problem, ids: stream.shuffle(problem.ids.slice()) }));
  for (const [i, { operands }] of staged.entries()) device.write(operands.ids, fresh[i].ids);
  const report = await checkMaps(device, fresh, { staged, run, name });
  if (!report.ok) throw wrongResult(name, report);
  for (const [i, { operands }] of staged.entries()) {
    const place = await firstWordDifference(device, operands.ids, fresh[i].ids);
    if (place !== undefined) {
      throw new WrongResultError({
        action: `time "${name}"`,
        current: `id ${place} overwritten`,
        wanted: `${fresh[i].ids[place]}, as it was given`,
        next: "make the map write to its table and its output alone",
      });
    }
    device.write(operands.ids, problems[i].ids);
  }
}

/** Atomics and probes of an epoch's maps. */
async function tableCounts(
  device: Device,
  problems: readonly IdMapProblem[],
  { kernel, scale }: { readonly kernel: Kernel<IdMapOperandsOf>; readonly scale: number },
): Promise<Facts<typeof ID_MAP_METRICS>> {
  let atomics = 0, probes = 0;
  for (const problem of problems) {
    const { result } = await runIdMap(device, kernel, { problem });
    atomics += result.atomics;
    probes += result.probes;
  }
  return { atomics: Math.round(scale * atomics), probes: Math.round(scale * probes) };
}
