/**
 * The Map of Algorithm 2, timed by itself: which solid vertices of an iteration other ranks have halo copies of.
 *
 * @module
 */
import { mapVertices, pushMap } from "../../distributed/embedding_push/mod.ts";
import { localBatch } from "../../distributed/local_batch/mod.ts";
import { rankSeed } from "../../distributed/training/mod.ts";
import { miniBatches, sampleBatch, uniformNeighbors } from "../../graph/sampling/mod.ts";
import type { Fact, Lab } from "../suite.ts";
import type { CutGraph } from "./cut_graph.ts";
import { batchScale } from "./rank_epochs.ts";
import { FANOUTS } from "./scaled_graphs.ts";

/** Ranks whose first mini-batch is mapped: as many as the smallest number of ranks has. */
const MAPPED_RANKS = 4;

/** Shortest sample, in milliseconds, and samples. */
const SAMPLE_MS = 2, SAMPLES = 9;

/** Runs before all of them. */
const WARM_UP = 100;

/** Time of an iteration on a mean rank, of that what a remote rank takes, and how many vertices are looked up. */
export async function mapFacts({ profile, seed }: Lab, { ranks, scaled }: CutGraph): Promise<Fact[]> {
  const { batchSize } = batchScale(profile, scaled);
  const iterations: { readonly map: ReturnType<typeof pushMap>; readonly lists: Uint32Array[] }[] = [];
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
  let lookUps = 0;
  const run = () => {
    lookUps = 0;
    for (const { map, lists } of iterations) {
      for (const vertices of lists) lookUps += mapVertices(map, vertices, "rank").lookUps;
    }
  };
  const time = (repeats: number) => {
    const start = performance.now();
    for (let i = 0; i < repeats; i++) run();
    return (performance.now() - start) / repeats / iterations.length;
  };
  let repeats = 1;
  // The first calls are of code that is not compiled yet.
  time(WARM_UP);
  while (time(repeats) * repeats * iterations.length < SAMPLE_MS) repeats *= 2;
  const samples = Array.from({ length: SAMPLES }, () => time(repeats));
  const remote = ranks.length - 1;
  return [
    { metric: "map_time", unit: "ms", value: samples },
    { metric: "map_time_per_rank", unit: "us", value: samples.map((ms) => 1000 * ms / remote) },
    { metric: "map_look_ups", unit: "vertices", value: lookUps / iterations.length },
  ];
}
