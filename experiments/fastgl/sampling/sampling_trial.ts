/**
 * Sampling the mini-batches of an epoch as a trial: on the device, or on the host beside it.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import { type BatchOfSeeds, sampleBatch, sampledEdges } from "../../../graph/sampling/mod.ts";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import { firstWordDifference } from "../../../hardware/words.ts";
import type { CheckReport } from "../../../kernels/checks/check_report.ts";
import { kernelName } from "../../../kernels/kernel.ts";
import type { Work } from "../../../kernels/operation.ts";
import { type DeviceSampler, openSampler } from "../../../kernels/sampling/mod.ts";
import { wrongResult } from "../../../kernels/checks/plan_check.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Lab } from "../../lab.ts";
import type { PreparedTrial, Trial } from "../../measurement.ts";
import type { Breakdown, Facts, Metrics } from "../../metrics.ts";
import { hostSampler } from "../../../training/mini_batch/mod.ts";
import { peerSamplingTrial } from "../../peers/batches/peer_sampling_trial.ts";
import { findIdMap } from "./id_map_trial.ts";
import { phaseTimes } from "./sampling_phase_times.ts";
import { checkSameSample, checkSample } from "../../trials/mini_batches/sampled_check.ts";
import { distinctBatches, firstEpoch, LEAST_BATCHES, type SampledEpoch } from "../sampled_epoch.ts";
import { SAMPLED_REGIME, sampledRegime } from "../sampled_premises.ts";
import type { EpochSetting } from "../sampled_workloads.ts";
import { FANOUTS } from "../sampling_graphs.ts";
import { KERNEL_REGIME } from "../kernel_premises.ts";

/**
 * Edges that a sample draws at least, unless the epoch has fewer: some milliseconds on two threads, tens on
 * the host's one.
 */
const SAMPLE_EDGES = 5e4;

/** Rounds in which the parts of sampling are timed, and the host beside the device. */
const PART_ROUNDS = 5;

/** Numbers beyond those of all epochs among which the mini-batch of a check after timing has one. */
const FRESH_NUMBERS = 2 ** 20;

/** Values of sampling beside its time. */
export const SAMPLING_METRICS = {
  speedup_over_host: { label: "speed-up over the policy of PyG", unit: "x", better: "higher" },
  draw_time: { label: "drawing", unit: "ms", better: "lower" },
  id_map_time: { label: "ID map", unit: "ms", better: "lower" },
  sort_time: { label: "sorting rows, which only this harness does", unit: "ms", better: "lower" },
  parts_over_whole: { label: "sum of the parts over the whole", unit: "1" },
  launches: { label: "launches a mini-batch", unit: "1", better: "lower" },
  barriers: { label: "waits for all threads while numbering, a mini-batch", unit: "1", better: "lower" },
  epoch_batches: { label: "mini-batches of an epoch", unit: "minibatches", shown: false },
  sampled_batches: { label: "mini-batches sampled", unit: "minibatches", shown: false },
  batch_edges: { label: "edges of a mini-batch", unit: "edges", shown: false },
  launched_edges: { label: "edges that launches are for, over those drawn", unit: "x", better: "lower" },
  ...SAMPLED_REGIME,
  ...KERNEL_REGIME,
} as const satisfies Metrics;

/** Mini-batches of a sample, and their share of an epoch. */
export interface SampledWork {
  /** The epoch that they begin. */
  readonly epoch: SampledEpoch;
  /** Those that a sample draws. */
  readonly batches: readonly BatchOfSeeds[];
  /** Mini-batches of the epoch over those of the sample. */
  readonly scale: number;
  /** Edges that the first of them draws. */
  readonly edges: number;
  /** Those of them in its block next to the input, which the largest launches draw. */
  readonly largest: number;
  /** Id of the graph in the registry. */
  readonly graph: string;
}

/**
 * Mini-batches that all contenders of a workload sample: ten that differ at least, of several epochs where
 * one has fewer, and enough of them for a clock to resolve.
 */
export async function workOfEpoch(
  lab: Pick<Lab, "seed">,
  dataset: LoadedDataset,
  setting: EpochSetting,
): Promise<SampledWork> {
  const epoch = firstEpoch(lab, dataset, setting);
  const first = await sampleBatch(epoch.draw, epoch.batches[0]);
  const edges = sampledEdges(first), largest = first.blocks[0].matrix.colIdx.length;
  const least = Math.max(LEAST_BATCHES, Math.ceil(SAMPLE_EDGES / Math.max(1, edges)));
  const batches = distinctBatches(lab, dataset, { ...setting, least });
  return {
    epoch,
    batches,
    scale: epoch.batches.length / batches.length,
    edges,
    largest,
    graph: setting.graph.id,
  };
}

/** Two hashes an edge, and the bytes of each edge as it is drawn, numbered and written. */
function samplingWork({ epoch, edges }: SampledWork): Work {
  const drawn = epoch.batches.length * edges;
  return { multiplyAdds: 2 * drawn, compulsoryBytes: 8 * drawn, bytesWithoutReuse: 32 * drawn };
}

function epochFacts(work: SampledWork): Facts<typeof SAMPLING_METRICS> {
  const { epoch, batches, edges, largest } = work;
  return {
    epoch_batches: epoch.batches.length,
    sampled_batches: batches.length,
    batch_edges: edges,
    ...regimeOfWork(work),
    work_items: largest,
  };
}

/** Regime of the mini-batches that are sampled. */
export function regimeOfWork({ epoch: { draw }, batches, graph }: SampledWork): Facts<typeof SAMPLED_REGIME> {
  return sampledRegime({
    graph,
    vertices: draw.vertices,
    seeds: batches[0].seeds.length,
    distinct: batches.length,
  });
}

/** Bytes of a sampler: the graph, and for each layer the largest block, its ids and their table. */
function samplerBytes(graph: CsrMatrix, maxSeeds: number): number {
  let rows = Math.min(maxSeeds, graph.rows), words = graph.rows + 1 + nnz(graph);
  for (const fanout of FANOUTS.toReversed()) {
    const entries = Math.min(rows * fanout, nnz(graph));
    const cols = Math.min(graph.rows, rows + entries);
    words += rows + 2 * entries + cols + 2 * 2 ** Math.ceil(Math.log2(2 * cols + 1));
    rows = cols;
  }
  return 4 * words;
}

/** A sampler of an epoch on the lab's device. */
export function openEpochSampler(
  { device, seed }: Lab,
  { graph }: LoadedDataset,
  { map, batchSize }: { readonly map: string; readonly batchSize: number },
): Promise<DeviceSampler> {
  const idMap = findIdMap(device, map);
  return openSampler(device, { graph, fanouts: FANOUTS, seed, maxSeeds: batchSize, idMap });
}

/** Edges that the launches of a mini-batch are for, over those that the first one draws. */
function launchedEdges({ blocks }: DeviceSampler, { edges }: Pick<SampledWork, "edges">): number {
  return sumOf(blocks, ({ capacity }) => capacity.entries) / edges;
}

/** Milliseconds that the host's own sampler draws and numbers some mini-batches. */
async function timeHost({ draw }: SampledEpoch, batches: readonly BatchOfSeeds[]): Promise<number> {
  const sampler = hostSampler(draw);
  let ms = 0;
  for (const batch of batches) {
    const { times: { drawMs, idMapMs } } = await sampler.sample(batch);
    ms += drawMs + idMapMs;
  }
  return ms;
}

/** The host's sampler on one thread of this process. */
export function hostSamplingTrial(dataset: LoadedDataset, work: SampledWork): Trial<typeof SAMPLING_METRICS> {
  const { epoch, batches, scale } = work;
  return {
    identity: { sampler: "host", batches: batches.length, fanouts: FANOUTS },
    bytes: 0,
    work: samplingWork(work),
    facts: epochFacts(work),
    ranOn: { threads: 1, adapterKind: "none", timer: "wall" },
    prepare: (): Promise<PreparedTrial> =>
      Promise.resolve({
        prepareMs: 0,
        time: async (calls) => {
          let ms = 0;
          for (let call = 0; call < calls; call++) ms += await timeHost(epoch, batches);
          return scale * ms;
        },
        timeScale: scale,
        check: async () => checkSample(dataset.graph, FANOUTS, await sampleBatch(epoch.draw, batches[0])),
        recheck: async (seed) => {
          const sampled = await sampleBatch(epoch.draw, freshBatch(work, seed));
          const report = checkSample(dataset.graph, FANOUTS, sampled);
          if (!report.ok) throw wrongResult("host sampler", report);
        },
        destroy: () => {},
      }),
  };
}

/** The sampler of another system, on the same seeds. */
export function librarySamplingTrial(
  lab: Lab,
  { graph }: LoadedDataset,
  { work, peer }: { readonly work: SampledWork; readonly peer: string },
): Promise<Trial<typeof SAMPLING_METRICS>> {
  const { batches, scale } = work, drawn = samplingWork(work);
  const fanouts = FANOUTS, facts = epochFacts(work);
  return peerSamplingTrial(lab, { peer, graph, fanouts, batches, scale, work: drawn, facts });
}

/** The device's sampler with one of its ID maps. */
export function deviceSamplingTrial(
  lab: Lab,
  dataset: LoadedDataset,
  { work, map }: { readonly work: SampledWork; readonly map: string },
): Trial<typeof SAMPLING_METRICS> {
  const { device } = lab;
  const { epoch, batches, scale } = work;
  const { source, ...kernel } = findIdMap(device, map);
  return {
    identity: {
      sampler: "device",
      map: kernelName(kernel),
      source,
      batches: batches.length,
      fanouts: FANOUTS,
    },
    bytes: samplerBytes(dataset.graph, epoch.batchSize),
    work: samplingWork(work),
    facts: epochFacts(work),
    prepare: async (): Promise<PreparedTrial> => {
      const started = performance.now();
      const sampler = await openEpochSampler(lab, dataset, { map, batchSize: epoch.batchSize });
      // Sampling is drawing and numbering: rows are sorted for this harness's kernels.
      const sampling = sampler.phases.filter(({ phase }) => phase !== "sort");
      const run = () => {
        for (const batch of batches) {
          sampler.begin(batch);
          for (const phase of sampling) phase.run();
        }
      };
      const launches = sumOf(sampling, ({ facts }) => facts.launches ?? 0);
      return {
        prepareMs: performance.now() - started,
        facts: {
          launches,
          calls: launches * epoch.batches.length,
          barriers: sumOf(sampling, ({ facts }) => facts.barriers ?? 0),
          ...(device.backend === "webgpu" && { launched_edges: launchedEdges(sampler, work) }),
        },
        time: async (calls) => scale * await device.time(run, calls),
        timeScale: scale,
        check: () => checkBatch(sampler, work),
        recheck: (seed) => recheckSampler(lab, sampler, { work, graph: dataset.graph, seed }),
        breakdown: async () => {
          const parts = await samplingParts(lab, sampler, { work, run });
          await recheckSampler(lab, sampler, { work, graph: dataset.graph, seed: lab.seed });
          return parts;
        },
        destroy: () => sampler.destroy(),
      };
    },
  };
}

/** The last mini-batch of the sample on the device is the host's, up to the numbering of sources. */
export async function checkBatch(
  sampler: DeviceSampler,
  { epoch, batches }: SampledWork,
): Promise<CheckReport> {
  for (const batch of batches) {
    sampler.begin(batch);
    sampler.run();
  }
  return checkSameSample(await sampler.read(), await sampleBatch(epoch.draw, batches.at(-1)!));
}

/** A mini-batch of the epoch under a number of its own, whose draws no timed one had. */
function freshBatch({ epoch: { batches } }: SampledWork, seed: number): BatchOfSeeds {
  const { seeds } = batches[seed % batches.length];
  return { seeds, batch: FRESH_NUMBERS + seed % FRESH_NUMBERS };
}

/**
 * Checks a sampler that has been timed, on a mini-batch that it has not seen; the graph on the device is what
 * it was.
 *
 * @throws {WrongResultError} where the sample is not the host's, or the graph was written to.
 */
export async function recheckSampler(
  { device }: Lab,
  sampler: DeviceSampler,
  { work, graph, seed }: { readonly work: SampledWork; readonly graph: CsrMatrix; readonly seed: number },
): Promise<void> {
  const report = await checkBatch(sampler, { ...work, batches: [freshBatch(work, seed)] });
  if (!report.ok) throw wrongResult("sampler", report);
  const { rowPtr, columns } = sampler.graph;
  const arrays = [
    { array: "rowPtr", buffer: rowPtr, first: 0, given: graph.rowPtr },
    ...columns.map(({ firstEntry: first, buffer, firstRow, endRow }) => ({
      array: "colIdx",
      buffer,
      first,
      given: graph.colIdx.subarray(graph.rowPtr[firstRow], graph.rowPtr[endRow]),
    })),
  ];
  for (const { array, buffer, first, given } of arrays) {
    const place = await firstWordDifference(device, buffer, given);
    if (place === undefined) continue;
    throw new WrongResultError({
      action: "time the sampler",
      current: `${array}[${first + place}] of the graph overwritten`,
      wanted: `${given[place]}, as it was given`,
      next: "make the sampler write to its blocks alone",
    });
  }
}

/**
 * Milliseconds that the parts of sampling and the sorting of rows take an epoch, and the device's speed-up
 * over the host: parts, whole and host take turns.
 */
async function samplingParts(
  { device, seed, signal }: Lab,
  sampler: DeviceSampler,
  { work: { epoch, batches, scale }, run }: { readonly work: SampledWork; readonly run: () => void },
): Promise<Breakdown<typeof SAMPLING_METRICS>> {
  const partsOfBatches = async () => {
    const ms = await phaseTimes(device, sampler, batches);
    return [ms.draw, ms["id-map"], ms.sort].map((each) => scale * each);
  };
  const taken = await takeTurns([
    { id: "parts", take: partsOfBatches },
    { id: "host", take: async () => [await timeHost(epoch, batches)] },
    { id: "device", take: async () => [await device.time(run, 1)] },
  ], { rounds: PART_ROUNDS, warmUp: 1, seed, signal });
  const [host, whole] = ["host", "device"].map((id) => taken.of(id).map(([ms]) => ms));
  const [draw, idMap, sort] = [0, 1, 2].map((part) => taken.of("parts").map((ms) => ms[part]));
  const sums = draw.map((ms, round) => ms + idMap[round]);
  return {
    times: { draw_time: draw, id_map_time: idMap, sort_time: sort },
    facts: {
      speedup_over_host: host.map((ms, round) => ms / whole[round]),
      parts_over_whole: sums.map((ms, round) => ms / (scale * whole[round])),
    },
  };
}
