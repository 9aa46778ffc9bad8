/**
 * Iterations of mini-batch training by several policies, taken in turns: what Figures 1, 3, 9, 11, 14 and 15 show from
 * different sides. Measured once a process, whichever suite asks first.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import {
  hottest,
  miniBatches,
  type NeighborDraw,
  neighborDraw,
  type NeighborSampling,
  presampledHotness,
  sampleBatch,
} from "../../graph/sampling/mod.ts";
import type { Device } from "../../hardware/device.ts";
import { refuseEmulated } from "../../hardware/emulated.ts";
import { takeTurns } from "../../hardware/turn_loop.ts";
import { idMaps } from "../../kernels/id_map/mod.ts";
import { openSampler } from "../../kernels/sampling/mod.ts";
import { MissingError, ReproError, WrongResultError } from "../../platform/errors.ts";
import { checkSteps } from "../../training/executors/step_check.ts";
import type { Layer } from "../../training/layers/layer.ts";
import {
  type Aggregation,
  type BatchSampler,
  deviceBatchSampler,
  hostSampler,
  type IterationRecord,
  type MiniBatchData,
  miniBatchData,
  MiniBatchTrainer,
} from "../../training/mini_batch/mod.ts";
import { gat } from "../../training/models/gat.ts";
import { gcn } from "../../training/models/gcn.ts";
import { gin } from "../../training/models/gin.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { vertexData } from "../../training/vertex_data.ts";
import type { Lab } from "../lab.ts";
import { CHECKED_WORK } from "../trials/training_trial.ts";
import { kernelsOf, type Policy } from "./policies.ts";
import { FANOUTS, type SampledGraph } from "./sampling_graphs.ts";

/** The models of Section 6.1. */
export type ModelId = "GCN" | "GIN" | "GAT";

/** All of them, in the paper's order. */
export const MODELS: readonly ModelId[] = ["GCN", "GIN", "GAT"];

/** Columns of the hidden layers, and GAT's heads by columns of a head (Section 6.1). */
export const HIDDEN = 64, HEADS = 8;

/** What is trained, how large. */
export interface TrainingSetting {
  /** The graph at the scale of the profile. */
  readonly graph: SampledGraph;
  /** The model. */
  readonly model: ModelId;
  /** Who takes turns. */
  readonly policies: readonly Policy[];
  /** Columns of the hidden layers; 64 when absent. */
  readonly hidden?: number;
  /** Neighbours drawn a layer, input side first; 5, 10, 15 when absent. */
  readonly fanouts?: readonly number[];
  /** Seeds of a mini-batch; the graph's own when absent. */
  readonly batch?: number;
  /** Walks of this length in place of uniform draws (Table 7). */
  readonly walkLength?: number;
  /** Whether claims rest on it; else as few iterations as context has. */
  readonly decides?: boolean;
}

/** What was measured of a policy. */
export interface PolicyIterations {
  /** Iterations of an epoch. */
  readonly epochLength: number;
  /** Those that were measured; iteration i of every policy ran in round i. */
  readonly records: readonly IterationRecord[];
  /** Rows that were compared with the oracle before the first of them. */
  readonly checkedRows: number;
}

/** The policies of a setting. What failed keeps no other from running. */
export class TrainingIterations {
  readonly #results: ReadonlyMap<string, PolicyIterations | { readonly error: unknown }>;

  /** Made by {@linkcode trainingIterations}. */
  constructor(results: ReadonlyMap<string, PolicyIterations | { readonly error: unknown }>) {
    this.#results = results;
  }

  /**
   * What was measured of a policy.
   *
   * @throws what kept it from being measured.
   */
  of(policy: string): PolicyIterations {
    const result = this.#results.get(policy)!;
    if ("error" in result) throw result.error;
    return result;
  }
}

const measured = new WeakMap<Device, Map<string, Promise<TrainingIterations>>>();

/**
 * Checks and measures, once a process for each setting. Every policy takes one iteration in each round, in a random order.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 */
export function trainingIterations(
  lab: Lab,
  dataset: LoadedDataset,
  setting: TrainingSetting,
): Promise<TrainingIterations> {
  const known = measured.getOrInsertComputed(lab.device, () => new Map());
  const key = JSON.stringify({ ...setting, dataset: dataset.hash, seed: lab.seed, profile: lab.profile.id });
  return known.getOrInsertComputed(key, () => measure(lab, dataset, setting));
}

interface Contestant {
  readonly policy: Policy;
  readonly trainer: MiniBatchTrainer;
  readonly records: IterationRecord[];
  checkedRows: number;
}

async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  setting: TrainingSetting,
): Promise<TrainingIterations> {
  refuseEmulated(lab.device, "time iterations");
  const { profile, seed } = lab;
  const data = await trainingData(lab, dataset, setting.graph);
  const samplers = new Samplers(lab, dataset, setting);
  const results = new Map<string, PolicyIterations | { readonly error: unknown }>();
  const standing = new Map<string, Contestant>();
  const attempt = async (id: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ReproError)) throw error;
      standing.get(id)?.trainer.close();
      standing.delete(id);
      results.set(id, { error });
    }
  };
  try {
    for (const policy of setting.policies) {
      await attempt(policy.id, async () => {
        standing.set(policy.id, await contestant(lab, data, { policy, setting, samplers }));
      });
    }
    const rounds = setting.decides ?? true ? profile.rounds : profile.contextRounds;
    const turns = [...standing].map(([id, { trainer }]) => ({ id, take: () => trainer.next() }));
    // The first batch of a training finds nothing of a batch before it.
    const taken = await takeTurns(turns, { rounds, warmUp: 1, seed });
    for (const [id, { trainer, checkedRows }] of standing) {
      const error = taken.failure(id);
      if (error !== undefined && !(error instanceof ReproError)) throw error;
      results.set(
        id,
        error ? { error } : { epochLength: trainer.epochLength, records: taken.of(id), checkedRows },
      );
    }
  } finally {
    for (const { trainer } of standing.values()) trainer.close();
    samplers.close();
  }
  return new TrainingIterations(results);
}

const prepared = new WeakMap<LoadedDataset, Map<string, Promise<MiniBatchData>>>();

/** The publisher's features and labels where they lie at hand, else random ones as wide as the graph says. */
export function trainingData(
  { seed }: Lab,
  dataset: LoadedDataset,
  { featureWidth, classes, trainingShare }: Pick<SampledGraph, "featureWidth" | "classes" | "trainingShare">,
): Promise<MiniBatchData> {
  const known = prepared.getOrInsertComputed(dataset, () => new Map());
  return known.getOrInsertComputed(
    JSON.stringify({ seed, featureWidth, classes, trainingShare }),
    async () => {
      const shared = {
        ...{ seed, classes, normalise: (matrix: typeof dataset.graph) => matrix },
        ...(trainingShare === undefined ? {} : { trainingShare }),
      };
      const random = () => vertexData(dataset, { ...shared, randomWidth: featureWidth });
      if (dataset.denseFeatures === undefined) return miniBatchData(await random());
      try {
        return miniBatchData(await vertexData(dataset, shared));
      } catch (error) {
        if (!(error instanceof MissingError)) throw error;
        return miniBatchData(await random());
      }
    },
  );
}

/** A model and what its layers aggregate with. */
export function modelOf(
  { model, hidden = HIDDEN, fanouts = FANOUTS }: Pick<TrainingSetting, "model" | "hidden" | "fanouts">,
  classes: number,
): { readonly layers: readonly Layer[]; readonly aggregation: Aggregation } {
  const depth = { classes, layers: fanouts.length };
  switch (model) {
    case "GCN":
      return { layers: gcn({ ...depth, hidden }), aggregation: "gcn" };
    case "GIN":
      return { layers: gin({ ...depth, hidden }), aggregation: "sum" };
    case "GAT":
      return { layers: gat({ ...depth, heads: HEADS, headWidth: hidden / HEADS }), aggregation: "attention" };
    default:
      throw model satisfies never;
  }
}

/** How a setting draws neighbours. */
export function samplingOf(
  { fanouts = FANOUTS, walkLength }: Pick<TrainingSetting, "fanouts" | "walkLength">,
  seed: number,
): NeighborSampling {
  return walkLength === undefined
    ? { kind: "uniform", fanouts, seed }
    : { kind: "random-walk", fanouts, seed, length: walkLength };
}

/** The samplers of a setting: policies that sample alike share one. */
class Samplers {
  readonly #lab: Lab;
  readonly #dataset: LoadedDataset;
  readonly #setting: TrainingSetting;
  readonly #open = new Map<Policy["sampler"], Promise<BatchSampler>>();
  /** What the host draws with. */
  readonly draw: NeighborDraw;

  constructor(lab: Lab, dataset: LoadedDataset, setting: TrainingSetting) {
    this.#lab = lab;
    this.#dataset = dataset;
    this.#setting = setting;
    this.draw = neighborDraw(dataset.graph, samplingOf(setting, lab.seed));
  }

  of(kind: Policy["sampler"]): Promise<BatchSampler> {
    return this.#open.getOrInsertComputed(kind, async () => {
      if (kind === "host") return hostSampler(this.draw);
      const { device, seed } = this.#lab;
      const idMap = idMaps.find(({ id, backend }) => id === kind && backend === device.backend)!;
      const { batch = this.#setting.graph.batch } = this.#setting;
      const sampling = samplingOf(this.#setting, seed);
      const options = { ...sampling, graph: this.#dataset.graph, idMap, maxSeeds: batch };
      return deviceBatchSampler(device, await openSampler(device, options));
    });
  }

  close(): void {
    for (const opening of this.#open.values()) opening.then((sampler) => sampler.close(), () => {});
  }
}

/** Mini-batches that are sampled on trial to find the hottest vertices. */
const PRESAMPLED = 20;

async function hottestVertices(
  { training }: MiniBatchData,
  { draw, share, batchSize, seed }: {
    readonly draw: NeighborDraw;
    readonly share: number;
    readonly batchSize: number;
    readonly seed: number;
  },
): Promise<Uint32Array> {
  const lists: Uint32Array[] = [];
  // Drawn apart from the batches that are trained on: numbers of batches count from 0, these from the other end.
  const trial = miniBatches(training, { batchSize, epoch: 0, seed: seed + 1 }).slice(0, PRESAMPLED);
  for (const [i, { seeds }] of trial.entries()) {
    lists.push((await sampleBatch(draw, { seeds, batch: 2 ** 32 - 1 - i })).blocks[0].sources);
  }
  return hottest(presampledHotness(draw.vertices, lists), share);
}

async function contestant(
  { device, seed }: Lab,
  data: MiniBatchData,
  { policy, setting, samplers }: {
    readonly policy: Policy;
    readonly setting: TrainingSetting;
    readonly samplers: Samplers;
  },
): Promise<Contestant> {
  const { graph, batch: batchSize = graph.batch } = setting;
  const { match, window, cacheShare } = policy;
  const share = cacheShare?.(graph);
  const cached = share === undefined
    ? {}
    : { cached: await hottestVertices(data, { draw: samplers.draw, share, batchSize, seed }) };
  let checkedRows = 0;
  const trainer = new MiniBatchTrainer(device, data, {
    ...modelOf(setting, data.classes),
    ...{ optimizer: adam(), sampler: await samplers.of(policy.sampler), batchSize, seed, window },
    ...{ loading: { match, ...cached }, kernels: kernelsOf(policy) },
    onPrepared: async (executor, { iteration }) => {
      if (iteration > 1) return;
      const bounds = { seed, exhaustiveWork: CHECKED_WORK, sampledWork: CHECKED_WORK };
      const report = await checkSteps(executor, bounds);
      if (!report.ok) throw wrong(policy, report.layer, report.tensor);
      checkedRows = report.checkedRows;
    },
  });
  return {
    ...{ policy, trainer, records: [] },
    get checkedRows() {
      return checkedRows;
    },
  };
}

function wrong({ label }: Policy, layer: string, tensor: string): WrongResultError {
  return new WrongResultError({
    action: `time iterations of ${label}`,
    current: `another "${tensor}" of ${layer} than the oracle has`,
    wanted: "equal numbers within the tolerance",
    next: "run the kernels' tests on this device",
  });
}
