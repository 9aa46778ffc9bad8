/**
 * Model of an epoch of mini-batch training on several GPUs: a discrete-event simulation of its phases on
 * shared resources. Durations are inputs, measured or modelled elsewhere.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { type Link, ringAllReduceSeconds } from "./interconnect.ts";
import { scheduleTasks, type Task } from "./task_schedule.ts";

/** Pipeline policy: the sampler, and the overlap between phases of different mini-batches. */
export interface PipelinePolicy {
  /**
   * Sampler. `trainer`: each GPU before it computes; `host`: CPU cores that all GPUs share; `apart`: GPUs
   * that only sample.
   */
  readonly sampler: "trainer" | "host" | "apart";
  /** Mini-batches of a GPU that may be sampled ahead of the one in training; 0: none. */
  readonly sampledAhead: number;
  /** Mini-batches of a GPU whose features may be loaded ahead of the one in training. */
  readonly loadedAhead: number;
}

/** Ids of {@link PIPELINES}. */
export type PipelineId = "in-turn" | "prefetch" | "host-prefetch" | "samplers-apart";

/**
 * Pipeline policies of the systems in fastgl's Table 5.
 *
 * - `in-turn`: sample, load, compute, one after another. FastGL prefetches the topology alone, whose time is
 *   not a phase here.
 * - `prefetch`: the GPU samples and loads the next mini-batch while it computes (DGL).
 * - `host-prefetch`: CPU cores sample two mini-batches ahead, as PyTorch's loaders do, and the next one is
 *   loaded (PyG).
 * - `samplers-apart`: separate GPUs sample into a queue in host memory, and the next mini-batch is loaded
 *   (GNNLab).
 */
export const PIPELINES: Readonly<Record<PipelineId, PipelinePolicy>> = {
  "in-turn": { sampler: "trainer", sampledAhead: 0, loadedAhead: 0 },
  "prefetch": { sampler: "trainer", sampledAhead: 1, loadedAhead: 1 },
  "host-prefetch": { sampler: "host", sampledAhead: 2, loadedAhead: 1 },
  "samplers-apart": { sampler: "apart", sampledAhead: Infinity, loadedAhead: 1 },
};

/** Phase durations of one mini-batch on one GPU without contention, in milliseconds. */
export interface PipelinePhases {
  /** Sampling: neighbours drawn and numbered. */
  readonly sampleMs: number;
  /** Loading of features to the GPU. */
  readonly loadMs: number;
  /** Forward pass, backward pass and update. */
  readonly computeMs: number;
}

/** Input of a simulated epoch. */
export interface PipelineEpoch {
  /** Policy of sampler and overlap. */
  readonly policy: PipelinePolicy;
  /** Number of GPUs, from 1; from 2 where some of them only sample. */
  readonly gpus: number;
  /** Mini-batches of the epoch over all GPUs, from 1. Training GPUs take them in turn. */
  readonly iterations: number;
  /**
   * Phases of every mini-batch; or of several consecutive ones, which are repeated in their order to the end
   * of the epoch.
   */
  readonly phases: PipelinePhases | readonly PipelinePhases[];
  /** All-reduce of gradients after each mini-batch; none when absent. */
  readonly gradients?: {
    /** Bytes of all gradients. */
    readonly bytes: number;
    /** Link of the ring. */
    readonly over: Link;
  };
  /** Loads that the host serves at once, each at full speed; by default 1: all GPUs share one link. */
  readonly links?: number;
  /** Mini-batches that the host samples at once, under a policy with the host as sampler; 1 by default. */
  readonly hostSamplers?: number;
  /**
   * GPUs that only sample, under a policy with separate samplers; by default 1 of up to four GPUs and 2 of
   * more (fastgl Sections 6.2 and 6.4).
   */
  readonly samplerGpus?: number;
}

/**
 * Times of a simulated epoch. Times of GPUs are means over the training ones; compute and the three exposed
 * times sum to the epoch.
 */
export interface PipelineTimes {
  /** Time from the first draw to the last update. */
  readonly epochSeconds: number;
  /** Number of training GPUs. */
  readonly trainers: number;
  /** Time in which a GPU computes. */
  readonly computeSeconds: number;
  /**
   * Time after the sum of gradients in which the next mini-batch is not yet sampled, or the GPU samples a
   * later one itself.
   */
  readonly exposedSampleSeconds: number;
  /**
   * Time after the sum of gradients in which the next mini-batch is sampled and its features are not yet
   * loaded.
   */
  readonly exposedLoadSeconds: number;
  /** Time between a GPU's computation and the sum of gradients: it waits for the other GPUs and sums. */
  readonly exposedReduceSeconds: number;
  /** Busy shares of the epoch, 0 to 1. */
  readonly utilisation: {
    /** Share of training GPUs, including the time in which they sample. */
    readonly trainers: number;
    /** Share of samplers: the host's, separate GPUs, or training GPUs that sample themselves. */
    readonly samplers: number;
    /** Share of the links. */
    readonly links: number;
  };
}

/**
 * Simulates an epoch (M8 of the catalog). A mini-batch is sampled, loaded and computed, in this order; after
 * each GPU has computed one, the GPUs sum gradients, and none computes its next before. A ready task waits
 * while its resource is busy, and the earlier mini-batch goes first; a GPU that may sample ahead does so
 * before it computes. Running tasks are not interrupted, and shared resources slow tasks down only by
 * waiting.
 *
 * @throws {UsageError} for counts or durations out of range.
 *
 * @example
 * ```ts
 * import { PIPELINES, pipelineEpoch } from "gnn-repro/hardware";
 * const phases = { sampleMs: 1000, loadMs: 2000, computeMs: 3000 };
 * const options = { gpus: 1, iterations: 10, phases };
 * const { epochSeconds } = pipelineEpoch({ ...options, policy: PIPELINES["in-turn"] });
 * const ahead = pipelineEpoch({ ...options, policy: PIPELINES["prefetch"] });
 * if (epochSeconds !== 60 || ahead.exposedLoadSeconds !== 2) throw new Error("only the first load is seen");
 * ```
 */
export function pipelineEpoch(epoch: PipelineEpoch): PipelineTimes {
  const setting = settingOf(epoch);
  const { trainers, iterations } = setting;
  const ends = scheduleTasks(tasksOf(epoch, setting), setting.capacities);
  const epochMs = ends.reduce((latest, end) => Math.max(latest, end), 0);
  const waited = { sample: 0, load: 0, reduce: 0 };
  let sampleMs = 0, loadMs = 0, computeMs = 0;
  for (let i = 0; i < iterations; i++) {
    const phases = setting.phasesOf(i);
    sampleMs += phases.sampleMs;
    loadMs += phases.loadMs;
    computeMs += phases.computeMs;
    const { sample, load, compute } = setting.placesOf(i);
    const reduced = i < trainers ? 0 : ends[setting.reduceOf(Math.floor(i / trainers) - 1)];
    const begin = ends[compute] - phases.computeMs;
    let at = i < trainers ? 0 : ends[setting.placesOf(i - trainers).compute];
    // Other tasks come first, then those that the mini-batch still lacks.
    const until = (moment: number) => {
      const step = Math.max(0, Math.min(moment, begin) - at);
      at += step;
      return step;
    };
    waited.reduce += until(reduced);
    waited.sample += until(ends[sample]);
    waited.load += until(ends[load]);
    // The mini-batch is ready: the GPU samples a later one.
    waited.sample += until(begin);
  }
  for (let trainer = 0; trainer < trainers; trainer++) {
    const last = iterations - 1 - (iterations - 1 - trainer) % trainers;
    waited.reduce += epochMs - (trainer < iterations ? ends[setting.placesOf(last).compute] : 0);
  }
  const share = (busy: number, servers: number) => epochMs === 0 ? 0 : busy / (servers * epochMs);
  const mean = (ms: number) => ms / trainers / 1000;
  const [links, samplers] = setting.capacities;
  const { sampler } = epoch.policy;
  return {
    epochSeconds: epochMs / 1000,
    trainers,
    computeSeconds: mean(computeMs),
    exposedSampleSeconds: mean(waited.sample),
    exposedLoadSeconds: mean(waited.load),
    exposedReduceSeconds: mean(waited.reduce),
    utilisation: {
      trainers: share(computeMs + (sampler === "trainer" ? sampleMs : 0), trainers),
      samplers: share(sampleMs, sampler === "trainer" ? trainers : samplers),
      links: share(loadMs, links),
    },
  };
}

/** Resources by number: the links, the separate or host samplers, the network; then one for each trainer. */
const LINKS = 0, SAMPLERS = 1, NETWORK = 2, FIRST_TRAINER = 3;

interface Setting {
  readonly trainers: number;
  readonly iterations: number;
  /** Capacity of each resource. */
  readonly capacities: readonly number[];
  /** Phases of a mini-batch. */
  phasesOf(iteration: number): PipelinePhases;
  /** Task numbers of a mini-batch. */
  placesOf(iteration: number): { readonly sample: number; readonly load: number; readonly compute: number };
  /**
   * Number of the task that sums gradients after a step, in which every trainer has computed one mini-batch.
   */
  reduceOf(step: number): number;
}

/**
 * Tasks in the order of their numbers: three for each mini-batch, then one sum of gradients for each step.
 */
function tasksOf({ policy, gradients }: PipelineEpoch, setting: Setting): Task[] {
  const { trainers, iterations } = setting;
  const { sampler, sampledAhead, loadedAhead } = policy;
  const steps = Math.ceil(iterations / trainers);
  const tasks: Task[] = [];
  for (let i = 0; i < iterations; i++) {
    const step = Math.floor(i / trainers), device = FIRST_TRAINER + i % trainers;
    const { sampleMs, loadMs, computeMs } = setting.phasesOf(i);
    const { sample, load } = setting.placesOf(i);
    const done = (ago: number) => step - ago < 0 ? [] : [setting.reduceOf(step - ago)];
    tasks.push(
      {
        duration: sampleMs,
        resource: sampler === "trainer" ? device : SAMPLERS,
        rank: i,
        after: done(1 + sampledAhead),
      },
      { duration: loadMs, resource: LINKS, rank: i, after: [sample, ...done(1 + loadedAhead)] },
      // Last among all that the GPU samples.
      { duration: computeMs, resource: device, rank: iterations + i, after: [load, ...done(1)] },
    );
  }
  const bytes = gradients?.bytes ?? 0;
  const reduceMs = gradients ? 1000 * ringAllReduceSeconds(gradients.over, { bytes, ranks: trainers }) : 0;
  for (let step = 0; step < steps; step++) {
    const last = Math.min(iterations, (step + 1) * trainers);
    const after: number[] = [];
    for (let i = step * trainers; i < last; i++) after.push(setting.placesOf(i).compute);
    tasks.push({ duration: reduceMs, resource: NETWORK, rank: step, after });
  }
  return tasks;
}

function settingOf(epoch: PipelineEpoch): Setting {
  const { policy, gpus, iterations, phases, links = 1, hostSamplers = 1 } = epoch;
  const { sampler, sampledAhead, loadedAhead } = policy;
  const samplerGpus = sampler === "apart" ? epoch.samplerGpus ?? (gpus > 4 ? 2 : 1) : 0;
  const trainers = gpus - samplerGpus;
  const counts = { gpus, iterations, links, hostSamplers, ...(sampler === "apart" ? { samplerGpus } : {}) };
  for (const [name, count] of Object.entries(counts)) {
    if (!(Number.isInteger(count) && count >= 1)) refuse(`${name} ${count}`, "a whole number from 1");
  }
  if (trainers < 1) refuse(`${gpus} GPU(s), ${samplerGpus} of them for sampling`, "one at least that trains");
  for (const [name, ahead] of Object.entries({ sampledAhead, loadedAhead })) {
    const whole = Number.isInteger(ahead) || ahead === Infinity;
    if (!(whole && ahead >= 0)) refuse(`${name} ${ahead}`, "a whole number from 0, or Infinity");
  }
  const measured = "sampleMs" in phases ? [phases] : phases;
  if (measured.length === 0) refuse("no mini-batch", "the phases of one at least");
  for (const { sampleMs, loadMs, computeMs } of measured) {
    for (const [name, ms] of Object.entries({ sampleMs, loadMs, computeMs })) {
      if (!(ms >= 0 && ms < Infinity)) refuse(`${name} ${ms}`, "milliseconds from 0");
    }
  }
  return {
    trainers,
    iterations,
    capacities: [
      links,
      sampler === "host" ? hostSamplers : Math.max(1, samplerGpus),
      1,
      ...Array<number>(trainers).fill(1),
    ],
    phasesOf: (i) => measured[i % measured.length],
    placesOf: (i) => ({ sample: 3 * i, load: 3 * i + 1, compute: 3 * i + 2 }),
    reduceOf: (step) => 3 * iterations + step,
  };
}

function refuse(current: string, wanted: string): never {
  throw new UsageError({
    action: "model a pipeline",
    current,
    wanted,
    next: "pass measured phases of mini-batches, a policy of PIPELINES and plain counts",
  });
}
