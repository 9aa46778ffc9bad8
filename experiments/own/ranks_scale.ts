/**
 * A suite of our own: bytes that a rank holds and sends, by the number of ranks, on an R-MAT graph that is
 * cut in one pass. Everything is counted on the cut; nothing is timed, and no rank runs.
 *
 * @module
 */
import { RankPartitionBuilder } from "../../distributed/partition/rank_partition_builder.ts";
import {
  arrayNames,
  arrayShape,
  type PartCounts,
  type PartitionShape,
} from "../../distributed/partition_files/part_layout.ts";
import { partitionGraph } from "../../graph/partitions/mod.ts";
import type { Contender, Workload } from "../cell.ts";
import type { Metrics } from "../metrics.ts";
import type { Profile } from "../profiles.ts";
import type { Suite } from "../suite.ts";

/** Numbers of ranks. */
const RANKS = [8, 16, 32, 64];
/** Feature columns and classes of Papers100M. */
const WIDTH = 128, CLASSES = 172;
const BYTES = 4;

/** Largest scale of the R-MAT graph in each profile: 10 thousand, 10 million and 100 million edges. */
const GRAPHS: Readonly<Record<Profile["id"], string>> = {
  smoke: "rmat@1/100000",
  standard: "rmat@1/100",
  paper: "rmat@1/10",
};

interface RanksWorkload extends Workload {
  readonly factors: { readonly ranks: number };
}

const METRICS = {
  part: { label: "part of a rank, mean", unit: "MB", better: "lower" },
  largest_part: { label: "largest part", unit: "MB", better: "lower" },
  halo: { label: "features of a rank's halo, mean", unit: "MB", better: "lower" },
  largest_halo: { label: "largest halo", unit: "MB", better: "lower" },
  most_sent: { label: "most features that a rank sends", unit: "MB", better: "lower" },
} as const satisfies Metrics;

/** Bytes of all arrays of a part. */
function partBytes(counts: PartCounts, of: PartitionShape): number {
  return arrayNames(of).reduce((sum, name) => {
    const { shape } = arrayShape(name, counts, of);
    return sum + BYTES * shape.reduce((product, extent) => product * extent, 1);
  }, 0);
}

/** Mean and greatest of some bytes, in megabytes. */
function megabytes(bytes: readonly number[]): { readonly mean: number; readonly most: number } {
  const sum = bytes.reduce((total, each) => total + each, 0);
  return { mean: sum / bytes.length / 1e6, most: Math.max(...bytes) / 1e6 };
}

/** Bytes of a rank by the number of ranks. */
export const ranksScale: Suite<RanksWorkload, Contender, typeof METRICS> = {
  id: "own/ranks-scale",
  paper: "own",
  artifact: "Ranks",
  title: "Bytes of a rank",
  onlyWhenNamed: true,
  question: "How do the bytes that a rank holds and sends fall with the number of ranks?",
  contenders: [{ id: "fennel", label: "Fennel" }],
  baseline: "fennel",
  workloads: ({ id }) =>
    RANKS.map((ranks) => ({ id: `${GRAPHS[id]}:${ranks}`, dataset: GRAPHS[id], factors: { ranks } })),
  settings: { "features": `${WIDTH} columns`, "classes": `${CLASSES}` },
  measurement: {
    kind: "exact",
    count: ({ seed }, { graph }, { factors: { ranks } }) => {
      const cut = partitionGraph(graph, ranks, { seed, method: "fennel" });
      const builder = new RankPartitionBuilder(graph, cut);
      const shape = { ranks, width: WIDTH, classes: CLASSES, labels: "single", weighted: false } as const;
      const parts = Array.from({ length: ranks }, (_, rank) => {
        const { vertices, solid, graph: { colIdx }, dbHalo } = builder.part(rank, new Uint32Array());
        const halo = vertices.length - solid, copies = dbHalo.vertices.length;
        // Every vertex is of one set: their lists together have a word for each.
        const counts = { solid, halo, copies, entries: colIdx.length, cutEntries: 0 };
        const sets = { training: solid, validation: 0, test: 0 };
        return {
          part: partBytes({ ...counts, ...sets }, shape),
          halo: BYTES * WIDTH * halo,
          sent: BYTES * WIDTH * copies,
        };
      });
      const part = megabytes(parts.map(({ part }) => part)), halo = megabytes(parts.map(({ halo }) => halo));
      return Promise.resolve({
        part: part.mean,
        largest_part: part.most,
        halo: halo.mean,
        largest_halo: halo.most,
        most_sent: megabytes(parts.map(({ sent }) => sent)).most,
      });
    },
  },
  metrics: METRICS,
  plots: [
    { metric: "part", x: "ranks", logarithmic: true },
    { metric: "halo", x: "ranks", logarithmic: true },
    { metric: "most_sent", x: "ranks", logarithmic: true },
  ],
  notes: [
    "A rank that trains holds its part and at most the features of its halo, beside an idle process and " +
    "activations; `train` prints the peak of each rank next to these bytes.",
    "A layer of a full-batch pass sends the features of all halo copies once: on average as many as a halo has.",
    "Fennel bounds the vertices of a part, not its entries: the hubs of an R-MAT graph gather in one part.",
  ],
  publishedAs: () => undefined,
  claims: [],
};
