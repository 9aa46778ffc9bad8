/**
 * Settings of a training, decided from its options before anything is loaded.
 *
 * @module
 */
import type { RankEngine } from "../../distributed/communicator/communicator.ts";
import type { RankWorld } from "../../distributed/communicator/mpi/world.ts";
import { MAX_LOCAL_RANKS } from "../../distributed/communicator/local/run_local_ranks.ts";
import type { RankBatchSettings, RankRunSettings } from "../../distributed/runs/rank_run.ts";
import { MAX_FANOUT } from "../../graph/sampling/uniform.ts";
import { UsageError } from "../../platform/errors.ts";
import { flagName } from "../../platform/command_line/verb.ts";
import type { TrainingSettings } from "../../training/runs/model_settings.ts";
import { namedModel } from "../../training/runs/named_model.ts";
import type { TrainOptions } from "./train_options.ts";
import { plural } from "../../platform/text/plural.ts";

/** Training on one device: full batches, or mini-batches. */
export type AloneSettings =
  & TrainingSettings
  & ({ readonly method: "full-batch" } | Omit<RankBatchSettings, "policy" | "push">);

/** Training, and the place of it. */
export type TrainPlan =
  | { readonly where: "alone"; readonly settings: AloneSettings }
  | {
    readonly where: "ranks";
    readonly settings: RankRunSettings;
    readonly engine: RankEngine;
    /** Number of ranks; that of the parts where it was not asked for. */
    readonly ranks?: number;
    /** Folder of the partition; the graph is cut where there is none. */
    readonly partition?: string;
  };

const BATCH_SIZE = 1000;
const FANOUT = 10;
const LAYERS = 2;

/**
 * Decides what to train.
 *
 * @param world Ranks of the user's own `mpirun` or `srun`, which are the default.
 * @throws {UsageError} for options that contradict each other, and sizes that the model or the sampler cannot
 * have: ranks would find out only when the graph has been cut for them.
 */
export function trainPlan(options: TrainOptions, world?: Pick<RankWorld, "size">): TrainPlan {
  const plan = planOf(options, world), { settings } = plan;
  // Only the data say how many classes there are.
  namedModel(settings, 1);
  return plan;
}

function planOf(options: TrainOptions, world?: Pick<RankWorld, "size">): TrainPlan {
  const { partition, fullBatch, policy = "aep", delay, pushLimit, model, hidden, learningRate, seed } =
    options;
  const ranks = options.ranks ?? (partition === undefined ? world?.size ?? 1 : world?.size);
  const alone = ranks === 1 && partition === undefined;
  if (alone) {
    const ofRanks = ["engine", "policy", "delay", "pushLimit", "stall"] as const;
    refuseTogether(options, ofRanks, "one rank", "pass --ranks 2 or more");
  }
  if (partition !== undefined) {
    const ofCut = ["width", "classes", "symmetrise"] as const;
    refuseTogether(options, ofCut, "--partition", "pass it to partition, which wrote the parts");
  }
  const where = {
    where: "ranks",
    engine: options.engine ?? (world ? "mpi" : "local"),
    ...(ranks !== undefined && { ranks }),
    ...(partition !== undefined && { partition }),
  } as const;
  if (where.engine === "local" && ranks !== undefined && ranks > MAX_LOCAL_RANKS) {
    throw new UsageError({
      action: "train",
      current: `--ranks ${ranks} on workers of this process`,
      wanted: `at most ${MAX_LOCAL_RANKS}`,
      next: "pass --engine mpi, or fewer ranks",
    });
  }
  if (fullBatch) {
    const batches = ["batchSize", "fanouts", "policy", "delay", "pushLimit"] as const;
    refuseTogether(options, batches, "--full-batch", "leave one of them out");
    const layers = options.layers ?? LAYERS;
    const settings = { method: "full-batch", model, hidden, layers, learningRate, seed } as const;
    return alone ? { where: "alone", settings } : { ...where, settings };
  }
  const fanouts = fanoutsOf(options), { batchSize = BATCH_SIZE } = options;
  const common = { method: "mini-batch", model, hidden, layers: fanouts.length, learningRate, seed } as const;
  const settings = { ...common, batchSize, fanouts };
  if (alone) return { where: "alone", settings };
  if (policy !== "aep") {
    refuseTogether(options, ["delay", "pushLimit"], `--policy ${policy}`, "push with aep");
  }
  const push = { ...(delay !== undefined && { delay }), ...(pushLimit !== undefined && { pushLimit }) };
  return { ...where, settings: { ...settings, policy, push } };
}

function fanoutsOf({ fanouts, layers }: TrainOptions): readonly number[] {
  if (fanouts === undefined) return new Array<number>(layers ?? LAYERS).fill(FANOUT);
  const most = Math.max(...fanouts);
  if (most > MAX_FANOUT) {
    throw new UsageError({
      action: "train",
      current: `a fan-out of ${most}`,
      wanted: `at most ${MAX_FANOUT} neighbours a layer`,
      next: "draw fewer, or train with --full-batch",
    });
  }
  if (layers === undefined || layers === fanouts.length) return fanouts;
  throw new UsageError({
    action: "train",
    current: `${fanouts.length} fan-outs for ${plural(layers, "layer")}`,
    wanted: "one a layer",
    next: "leave --layers out",
  });
}

function refuseTogether(
  options: TrainOptions,
  names: readonly (keyof TrainOptions)[],
  beside: string,
  next: string,
): void {
  const given = names.find((name) => options[name] !== undefined);
  if (given === undefined) return;
  throw new UsageError({
    action: "train",
    current: `${flagName(given)} with ${beside}`,
    wanted: "options that go together",
    next,
  });
}
