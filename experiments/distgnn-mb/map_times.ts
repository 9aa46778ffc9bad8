/**
 * The Map of Algorithm 2, timed by itself: which solid vertices of an iteration other ranks have halo copies of.
 *
 * @module
 */
import { takeTurns } from "../../hardware/turn_loop.ts";
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { mapVertices, pushMap } from "../../distributed/embedding_push/mod.ts";
import { localBatch } from "../../distributed/local_batch/mod.ts";
import { rankSeed } from "../../distributed/training/mod.ts";
import { miniBatches, sampleBatch, uniformNeighbors } from "../../graph/sampling/mod.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { type CutGraph, cutGraph } from "./cut_graph.ts";
import { scalingRanks } from "./rank_counts.ts";
import { batchScale } from "./rank_models.ts";
import { FANOUTS, rankWorkloads } from "./scaled_graphs.ts";
import type { TextWorkload } from "../text_suite.ts";

/** Ranks whose first mini-batch is mapped: as many as the smallest number of ranks has. */
const MAPPED_RANKS = 4;

/** Shortest sample, in milliseconds. */
const SAMPLE_MS = 2;

/** Runs before all of them. */
const WARM_UP = 100;

/** The Maps of some ranks' first iteration. */
interface Maps {
  readonly iterations: readonly {
    readonly map: ReturnType<typeof pushMap>;
    readonly lists: readonly Uint32Array[];
  }[];
}

async function openMaps({ profile, seed }: Lab, { ranks, scaled }: CutGraph): Promise<Maps> {
  const { batchSize } = batchScale(profile, scaled), iterations: Maps["iterations"][number][] = [];
  for (const part of ranks) {
    const own = rankSeed(seed, part.rank);
    const batch = miniBatches(part.training, { batchSize, epoch: 0, seed: own }).at(0);
    if (!batch) continue;
    const draw = uniformNeighbors(part.graph, { fanouts: FANOUTS, seed: own });
    const { blocks } = localBatch(await sampleBatch(draw, batch), part);
    iterations.push({
      map: pushMap(part),
      lists: blocks.map(({ sources, solid }) => sources.slice(0, solid)),
    });
    if (iterations.length === MAPPED_RANKS) break;
  }
  return { iterations };
}

/** Goes through all of them and returns how many vertices were looked up. */
function mapAll({ iterations }: Maps): number {
  let lookUps = 0;
  for (const { map, lists } of iterations) {
    for (const vertices of lists) lookUps += mapVertices(map, vertices, "rank").lookUps;
  }
  return lookUps;
}

/** Milliseconds of an iteration. */
function timeOf(maps: Maps, repeats: number): number {
  const start = performance.now();
  for (let i = 0; i < repeats; i++) mapAll(maps);
  return (performance.now() - start) / repeats / maps.iterations.length;
}

type OfWorkload = ReadonlyMap<string, readonly Fact[]>;

const measured = new WeakMap<LoadedDataset, Map<string, Promise<OfWorkload>>>();

/** Time of an iteration on a mean rank, of that what a remote rank takes, and how many vertices are looked up. */
export async function mapFacts(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
): Promise<readonly Fact[]> {
  const known = measured.getOrInsertComputed(dataset, () => new Map()), { graph } = workload.factors;
  const key = `${graph} ${lab.profile.id} ${lab.seed}`;
  return (await known.getOrInsertComputed(key, () => measure(lab, dataset, graph))).get(workload.id)!;
}

/** All numbers of ranks in turns. */
async function measure(lab: Lab, dataset: LoadedDataset, graph: string): Promise<OfWorkload> {
  const workloads = rankWorkloads(lab.profile, graph, scalingRanks(lab.profile)[graph]);
  const all: { readonly maps: Maps; readonly remote: number; repeats: number }[] = [];
  for (const workload of workloads) {
    const cut = await cutGraph(lab, dataset, workload);
    all.push({ maps: await openMaps(lab, cut), remote: cut.ranks.length - 1, repeats: 1 });
  }
  // The first calls are of code that is not compiled yet.
  for (const { maps } of all) timeOf(maps, WARM_UP);
  for (const each of all) {
    const { maps, maps: { iterations: { length } } } = each;
    while (timeOf(maps, each.repeats) * each.repeats * length < SAMPLE_MS) each.repeats *= 2;
  }
  const turns = all.map(({ maps, repeats }, i) => ({
    id: workloads[i].id,
    take: () => Promise.try(() => timeOf(maps, repeats)),
  }));
  const taken = await takeTurns(turns, { rounds: lab.profile.rounds, seed: lab.seed });
  return new Map(workloads.map(({ id }, i) => {
    const times = taken.of(id), { maps, remote } = all[i];
    return [id, [
      { metric: "map_time", unit: "ms", value: times },
      { metric: "map_time_per_rank", unit: "us", value: times.map((ms) => 1000 * ms / remote) },
      { metric: "map_look_ups", unit: "vertices", value: mapAll(maps) / maps.iterations.length },
    ]];
  }));
}
