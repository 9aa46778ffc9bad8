/**
 * Iterations of mini-batch training by several policies, taken in turns: Figures 1, 3, 9, 11, 14 and 15 show
 * them from different sides. Measured once in a session, whichever suite asks first.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { NeighborSampling } from "../../../graph/sampling/mod.ts";
import type { TimerKind } from "../../../hardware/device.ts";
import { refuseEmulated } from "../../../hardware/emulated.ts";
import { onceTimer } from "../../../hardware/measuring/time_once.ts";
import { takeTurns, type Turn } from "../../../hardware/measuring/turn_loop.ts";
import type { IterationRecord, MiniBatchData } from "../../../training/mini_batch/mod.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { type Lab, NO_DATASET } from "../../lab.ts";
import { CheckedTraining, type PhaseChecks } from "./checked_training.ts";
import { type LibraryIterations, LibraryTraining, type LibraryTurn } from "./library_iterations.ts";
import { cacheShare, kernelsOf, type Policy } from "../policies.ts";
import { type BatchShape, batchShapes } from "../links/published_batches.ts";
import { type NaiveRate, naiveRate } from "./naive_rate.ts";
import { PolicySamplers } from "./policy_samplers.ts";
import { hottestVertices } from "../../trials/hottest_vertices.ts";
import { isReproError, Outcomes } from "../../trials/outcomes.ts";
import { FANOUTS, type SampledGraph } from "../sampling_graphs.ts";
import { trainingData } from "../training_data.ts";
import { modelOf, type ModelSetting } from "../trained_models.ts";

/** Graph, model and policies of a measurement. */
export interface TrainingSetting extends ModelSetting {
  /** Graph at the scale of the profile. */
  readonly graph: SampledGraph;
  /** Policies that take turns. */
  readonly policies: readonly Policy[];
  /** Workers of other systems that take turns with them; none when absent. */
  readonly peers?: readonly string[];
  /** Seeds of a mini-batch; the graph's own when absent. */
  readonly batch?: number;
  /** Whether claims rest on it; else as few iterations as context has. */
  readonly decides?: boolean;
}

/** Iterations of one policy. */
export interface PolicyIterations {
  /** Iterations of an epoch. */
  readonly epochLength: number;
  /** Iterations that were measured; iteration i of every policy ran in round i. */
  readonly records: readonly IterationRecord[];
  /** Checks of the iterations before and after those. */
  readonly checks: PhaseChecks;
  /** Those iterations, which had the checks in them. */
  readonly checked: readonly IterationRecord[];
  /** Clock of what runs on the device. */
  readonly timer: TimerKind;
}

/**
 * Iterations of all policies of a setting, and of other systems. One that failed keeps no other from running.
 */
export class TrainingIterations {
  readonly #policies: Outcomes<PolicyIterations>;
  readonly #libraries: Outcomes<LibraryIterations>;
  /** Vertices of the graph as it was loaded. */
  readonly vertices: number;
  /** Naive aggregation of the first mini-batch on the same device. */
  readonly naive: NaiveRate;
  /** Counts of the first mini-batches, for models of other devices. */
  readonly shapes: readonly BatchShape[];

  /** Made by {@linkcode policyIterations}. */
  constructor(
    policies: Outcomes<PolicyIterations>,
    { vertices, naive, shapes, libraries = new Outcomes() }: {
      readonly vertices: number;
      readonly naive: NaiveRate;
      readonly shapes: readonly BatchShape[];
      /** Iterations of other systems; none when absent. */
      readonly libraries?: Outcomes<LibraryIterations>;
    },
  ) {
    this.#policies = policies;
    this.#libraries = libraries;
    this.vertices = vertices;
    this.naive = naive;
    this.shapes = shapes;
  }

  /**
   * Iterations of a policy.
   *
   * @throws what kept it from being measured.
   */
  of(policy: string): PolicyIterations {
    return this.#policies.of(policy);
  }

  /**
   * Iterations of another system.
   *
   * @throws what kept it from being measured.
   */
  library(peer: string): LibraryIterations {
    return this.#libraries.of(peer);
  }
}

/** Record of one turn. */
type TurnRecord = { readonly policy: IterationRecord } | { readonly library: LibraryTurn };

/**
 * Checks and measures, once in a session for each setting. Every policy takes one iteration in each round, in
 * a random order.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 */
export function policyIterations(lab: Lab, setting: TrainingSetting): Promise<TrainingIterations> {
  return lab.once(measureIterations, NO_DATASET, setting, lab.profile);
}

async function measureIterations(
  lab: Lab,
  _none: LoadedDataset,
  setting: TrainingSetting,
): Promise<TrainingIterations> {
  const { profile, seed, device } = lab;
  const timer = onceTimer(device);
  refuseEmulated(lab, "time iterations");
  const { graph, policies, peers = [], batch = graph.batch, decides = true } = setting;
  const dataset = await lab.load(graph);
  const data = await trainingData(lab, dataset, graph);
  const naive = await lab.once(naiveRate, dataset, { graph, batchSize: batch });
  const shapes = await lab.once(batchShapes, dataset, { graph, batchSize: batch });
  const samplers = new PolicySamplers(lab, dataset, { ...setting, batch });
  const results = new Outcomes<PolicyIterations>(isReproError);
  const libraries = new Outcomes<LibraryIterations>(isReproError);
  const trainings = new Map<string, CheckedTraining>(), opened = new Map<string, LibraryTraining>();
  try {
    for (const policy of policies) {
      await results.attempt(policy.id, async () => {
        const training = await openTraining(lab, data, { policy, setting, samplers });
        trainings.set(policy.id, training);
        // The first mini-batch of a training finds nothing of one before it: it is checked, and not timed.
        await training.check();
      });
      if (results.hasFailed(policy.id)) closeTraining(trainings, policy.id);
    }
    for (const peer of peers) {
      await libraries.attempt(peer, async () => {
        const library = await LibraryTraining.open(lab, dataset, { peer, data, setting });
        opened.set(peer, library);
        await library.check(seed, lab.signal);
      });
    }
    const turns: Turn<TurnRecord>[] = [
      ...[...trainings].map(([id, training]) => ({
        id,
        take: async () => ({ policy: await training.next() }),
      })),
      ...[...opened].filter(([id]) => !libraries.hasFailed(id)).map(([id, library]) => ({
        id,
        take: async () => ({ library: await library.next() }),
      })),
    ];
    const rounds = decides ? profile.rounds : profile.contextRounds;
    const taken = await takeTurns(turns, { rounds, seed, signal: lab.signal });
    for (const [id, library] of opened) {
      await libraries.attempt(id, async () => {
        const records = taken.of(id).flatMap((turn) => "library" in turn ? [turn.library] : []);
        await library.check(seed + 1, lab.signal);
        libraries.set(id, library.iterations(records));
      });
    }
    for (const [id, training] of trainings) {
      await results.attempt(id, async () => {
        const records = taken.of(id).flatMap((turn) => "policy" in turn ? [turn.policy] : []);
        await training.check();
        const { epochLength, checks, checked } = training;
        results.set(id, { epochLength, records, checks, checked, timer });
      });
    }
  } finally {
    for (const id of trainings.keys()) closeTraining(trainings, id);
    for (const library of opened.values()) library.close();
    samplers.close();
  }
  return new TrainingIterations(results, { vertices: dataset.graph.rows, naive, shapes, libraries });
}

function closeTraining(trainings: Map<string, CheckedTraining>, id: string): void {
  trainings.get(id)?.close();
  trainings.delete(id);
}

async function openTraining(
  lab: Lab,
  data: MiniBatchData,
  { policy, setting, samplers }: {
    readonly policy: Policy;
    readonly setting: TrainingSetting;
    readonly samplers: PolicySamplers;
  },
): Promise<CheckedTraining> {
  const { graph, batch: batchSize = graph.batch } = setting;
  const { label, match, window, sampler } = policy;
  const share = cacheShare(policy, graph);
  const options = { draw: samplers.draw, share, batchSize, seed: lab.seed };
  const cached = share > 0 ? { cached: await hottestVertices(data, options) } : {};
  return new CheckedTraining(lab, {
    ...modelOf(setting, data.classes),
    label,
    data,
    source: await samplers.of(sampler),
    optimizer: adam(),
    batchSize,
    window,
    loading: { match, ...cached },
    kernels: kernelsOf(policy),
  });
}

/** Sampling of neighbours as a setting says. */
export function samplingOf(
  { fanouts = FANOUTS, walkLength }: {
    /** Neighbours drawn a layer, input side first; 5, 10, 15 when absent. */
    readonly fanouts?: readonly number[];
    /** Length of random walks in place of uniform draws (Table 7). */
    readonly walkLength?: number;
  },
  seed: number,
): NeighborSampling {
  return walkLength === undefined
    ? { kind: "uniform", fanouts, seed }
    : { kind: "random-walk", fanouts, seed, length: walkLength };
}
