/**
 * How long partitions take, round by round: several of them prepared at once and timed in turns, all layers of each together.
 *
 * @module
 */
import type { RangeBlock } from "../../graph/partitions/range_block.ts";
import { type Contestant, measure } from "../../hardware/measuring.ts";
import { MissingError, ReproError } from "../../platform/errors.ts";
import { RandomStream } from "../../platform/random.ts";
import { DeviceExecutor } from "../../training/device_executor.ts";
import { initialise } from "../../training/initialisation.ts";
import { programLedger } from "../../training/memory_ledger.ts";
import {
  bindLayer,
  BlockOperands,
  layerProgram,
  type PartitionedLayer,
  type PartitionedWork,
} from "../../training/partitioned/mod.ts";
import { checkSteps } from "../../training/step_check.ts";
import type { Lab } from "../suite.ts";

/** What takes its turn in every round. */
export interface TimedPartitions {
  /** Unique among those of a call. */
  readonly id: string;
  /** Partitions that run one after another, and count together. */
  readonly blocks: readonly RangeBlock[];
}

/** What is timed of partitions. */
export interface PartitionRoundsOptions {
  /** Layers, in order. */
  readonly layers: readonly PartitionedLayer[];
  /** Forward and backward, or forward alone. */
  readonly work: PartitionedWork;
  /** How often each takes its turn. */
  readonly rounds: number;
}

/** Multiply-adds of a step up to which all its rows are checked, and about which those of a larger one cost. */
export const CHECKED_WORK = 1e6;

/** Random numbers that repeat after this many, a prime: no two rows of a matrix are alike. */
const DRAWN_NUMBERS = 1_048_573;

/**
 * Refuses an adapter that emulates a GPU.
 *
 * @throws {MissingError} there.
 */
export function assertTimes({ device }: Lab): void {
  if (device.adapterKind !== "software") return;
  throw new MissingError({
    action: "time partitions",
    current: "software adapter",
    wanted: "a GPU or CPU threads",
    next: "run it with --device wasm",
  });
}

/**
 * Milliseconds of all layers, one entry a round, by id. The first of them is checked step by step against the oracles before
 * anything is timed: kernels are the same for all.
 *
 * @throws {MissingError} on an emulated GPU.
 * @throws {ReproError} where a step is wrong.
 */
export async function partitionRounds(
  lab: Lab,
  timed: readonly TimedPartitions[],
  { layers, work, rounds }: PartitionRoundsOptions,
): Promise<ReadonlyMap<string, readonly number[]>> {
  assertTimes(lab);
  const { device, seed } = lab;
  const stream = new RandomStream(seed, "features of timed partitions");
  const drawn = Float32Array.from({ length: DRAWN_NUMBERS }, () => 2 * stream.uniform() - 1);
  const operands = new Map<RangeBlock, BlockOperands>();
  const programs = (block: RangeBlock) => {
    const own = operands.getOrInsertComputed(block, () => new BlockOperands(block));
    return layers.map(({ layer, inputWidth, outputWidth }, at) => {
      const built = layerProgram(layer, {
        ...{ block: own.shape, width: inputWidth, work, inputGradient: at > 0, seed },
      });
      const { rows, cols } = block.matrix;
      const sizes = { features: cols * inputWidth, outputGradient: rows * outputWidth };
      return { operands: own, built, sizes };
    });
  };
  const contestants = timed.map(({ id, blocks }, first): Contestant => {
    const own = blocks.filter(({ begin, end }) => end > begin).flatMap(programs);
    const ledgers = own.map(({ built }) => programLedger(built.program));
    return {
      id,
      bytes: ledgers.reduce(
        (sum, { peak, evaluate }) => sum + (work === "training" ? peak : evaluate).bytes,
        0,
      ),
      prepare: async () => {
        const executors: DeviceExecutor[] = [];
        try {
          for (const { operands, built, sizes } of own) {
            const numbers = {
              features: repeated(drawn, sizes.features),
              outputGradient: repeated(drawn, sizes.outputGradient),
            };
            const executor = await DeviceExecutor.create(
              ...[device, built.program, bindLayer(built, operands, numbers)] as const,
            );
            executors.push(executor);
            initialise(executor, built.program, { seed });
            if (first === 0) await check(executor, seed);
            executor.setStep(1);
          }
        } catch (error) {
          for (const executor of executors) executor.close();
          throw error;
        }
        const plans = executors.flatMap(({ trainPlans, evaluatePlans }, at) =>
          (work === "training" ? trainPlans : evaluatePlans)
            .filter(({ step }) => own[at].built.isTimed(step)).map(({ plan }) => plan)
        );
        return {
          run() {
            for (const plan of plans) plan.run();
          },
          destroy() {
            for (const executor of executors) executor.close();
          },
        };
      },
    };
  });
  const { samples } = await measure(device, contestants, {
    ...{ seed, minRounds: rounds, maxRounds: rounds, preparations: 1, budgetMs: Infinity, narrow: 0 },
  });
  const byId = Map.groupBy(samples, ({ contestant }) => contestant);
  return new Map(timed.map(({ id }) => [id, byId.get(id)!.map(({ ms }) => ms)]));
}

function repeated(numbers: Float32Array<ArrayBuffer>, length: number): Float32Array<ArrayBuffer> {
  if (length <= numbers.length) return numbers.subarray(0, length);
  const longer = new Float32Array(length);
  for (let at = 0; at < length; at += numbers.length) longer.set(numbers.subarray(0, length - at), at);
  return longer;
}

async function check(executor: DeviceExecutor, seed: number): Promise<void> {
  const report = await checkSteps(executor, {
    ...{ seed, exhaustiveWork: CHECKED_WORK, sampledWork: CHECKED_WORK },
  });
  if (report.ok) return;
  throw new ReproError({
    action: "time partitions",
    current: `another "${report.tensor}" of ${report.layer} by ${report.kernel} than the oracle has`,
    wanted: "equal numbers within the tolerance",
    next: "check the kernel on this device: deno task check:kernels",
  });
}
