/**
 * Map of Algorithm 2, timed by itself: the solid vertices of an iteration that other ranks have halo copies
 * of.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { mapVertices, pushMap } from "../../../distributed/embedding_push/mod.ts";
import { localBatch } from "../../../distributed/local_batch/mod.ts";
import type { RankPartition } from "../../../distributed/partition/mod.ts";
import { rankSeed } from "../../../distributed/training/mod.ts";
import { miniBatches, sampleBatch, uniformNeighbors } from "../../../graph/sampling/mod.ts";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import { type CheckReport, worstOf } from "../../../kernels/checks/check_report.ts";
import type { Lab } from "../../lab.ts";
import type { CheckedTimes } from "../../metrics.ts";
import { exactCheck } from "../../trials/exact_check.ts";
import { cutGraph } from "../cut_graph.ts";
import { batchScale } from "../rank_models.ts";
import { type RankWorkload, rankWorkloads, scalingRanks } from "../rank_workloads.ts";
import { FANOUTS, type GraphId } from "../scaled_graphs.ts";

/** Ranks whose first mini-batch is mapped: as many as the smallest number of ranks has. */
const MAPPED_RANKS = 4;

/** Shortest sample, in milliseconds. */
const SAMPLE_MS = 2;

/** Calls before all samples: the first ones are of code that is not compiled yet. */
const WARM_UP = 100;

/** Solid vertices of a rank's mini-batch, layer by layer, and the map that they are looked up in. */
interface MappedBatch {
  readonly part: RankPartition;
  readonly map: ReturnType<typeof pushMap>;
  readonly lists: readonly Uint32Array[];
}

/** Measurements of the Map on a mean rank. */
export interface MapTimes {
  /** Time of an iteration. */
  readonly iteration: CheckedTimes;
  /** Time of an iteration over the number of remote ranks. */
  readonly remoteRank: CheckedTimes;
  /** Vertices that are looked up in an iteration. */
  readonly lookUps: number;
}

/** Time of the Map on a workload, measured in turns with all other numbers of ranks of its graph. */
export async function mapTimes(lab: Lab, dataset: LoadedDataset, workload: RankWorkload): Promise<MapTimes> {
  const { graph } = workload.factors;
  return (await lab.once(timeMaps, dataset, { graph }, lab.profile)).get(workload.id)!;
}

async function timeMaps(
  lab: Lab,
  dataset: LoadedDataset,
  { graph }: { readonly graph: GraphId },
): Promise<ReadonlyMap<string, MapTimes>> {
  const maps: TimedMap[] = [];
  for (const workload of rankWorkloads(lab.profile, graph, scalingRanks(lab.profile)[graph])) {
    maps.push(await TimedMap.open(lab, dataset, workload));
  }
  for (const map of maps) map.sample(WARM_UP);
  for (const map of maps) map.lengthen();
  const turns = maps.map((map) => ({ id: map.id, take: () => Promise.try(() => map.sample()) }));
  const taken = await takeTurns(turns, { rounds: lab.profile.rounds, seed: lab.seed, signal: lab.signal });
  return new Map(maps.map((map) => {
    const ms = taken.of(map.id), remote = map.ranks.length - 1;
    const shared = { check: map.check(), timer: "wall", waits: 0, calls: map.calls } as const;
    return [map.id, {
      iteration: { ms, ...shared },
      remoteRank: { ms: ms.map((each) => each / remote), ...shared },
      lookUps: map.run() / map.batches.length,
    }];
  }));
}

/** First iteration of some ranks of a workload. */
class TimedMap {
  readonly id: string;
  readonly ranks: readonly RankPartition[];
  readonly batches: readonly MappedBatch[];
  #repeats = 1;

  private constructor(id: string, ranks: readonly RankPartition[], batches: readonly MappedBatch[]) {
    this.id = id;
    this.ranks = ranks;
    this.batches = batches;
  }

  static async open(lab: Lab, dataset: LoadedDataset, { id, factors }: RankWorkload): Promise<TimedMap> {
    const { ranks, scaled } = await cutGraph(lab, dataset, factors);
    const { batchSize } = batchScale(lab.profile, scaled), batches: MappedBatch[] = [];
    for (const part of ranks) {
      const own = rankSeed(lab.seed, part.rank);
      const batch = miniBatches(part.training, { batchSize, epoch: 0, seed: own }).at(0);
      if (!batch) continue;
      const draw = uniformNeighbors(part.graph, { fanouts: FANOUTS, seed: own });
      const { blocks } = localBatch(await sampleBatch(draw, batch), part);
      const lists = blocks.map(({ sources, solid }) => sources.slice(0, solid));
      batches.push({ part, map: pushMap(part), lists });
      if (batches.length === MAPPED_RANKS) break;
    }
    return new TimedMap(id, ranks, batches);
  }

  /** Maps all batches and returns the number of vertices that were looked up. */
  run(): number {
    let lookUps = 0;
    for (const { map, lists } of this.batches) {
      for (const vertices of lists) lookUps += mapVertices(map, vertices, "rank").lookUps;
    }
    return lookUps;
  }

  /** Iterations in a sample. */
  get calls(): number {
    return this.#repeats * this.batches.length;
  }

  /** Milliseconds of an iteration. */
  sample(repeats = this.#repeats): number {
    const start = performance.now();
    for (let i = 0; i < repeats; i++) this.run();
    return (performance.now() - start) / repeats / this.batches.length;
  }

  /** Doubles the calls of a sample until it is long enough. */
  lengthen(): void {
    while (this.sample() * this.calls < SAMPLE_MS) this.#repeats *= 2;
  }

  /** Compares each Map with the halo vertices that the other ranks have. */
  check(): CheckReport {
    const halos = this.ranks.map(({ vertices, solid }) => new Set(vertices.subarray(solid)));
    return worstOf(this.batches.flatMap(({ part, map, lists }) =>
      lists.flatMap((list) => {
        const { places } = mapVertices(map, list, "rank");
        return halos.map((halo, rank) => {
          const wanted = rank === part.rank
            ? []
            : [...list.keys()].filter((i) => halo.has(part.vertices[list[i]]));
          return exactCheck(places[rank], wanted);
        });
      })
    ));
  }
}
