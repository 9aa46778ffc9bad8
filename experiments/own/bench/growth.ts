/**
 * Growth of a product's time with the graph: R-MAT graphs of four decades of edges.
 *
 * @module
 */
import { spmm } from "../../../kernels/spmm/mod.ts";
import type { BenchSuite } from "../../bench/bench_suite.ts";
import type { Contender, Workload } from "../../cell.ts";
import { type Lab, NO_DATASET } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { spmmTrial } from "../../trials/spmm_trial.ts";
import { bestKernel } from "./best_kernel.ts";
import { rmatMatrix } from "../rmat_graph.ts";

const WIDTH = 64;
/** Stored edges of an average vertex. */
const DEGREE = 16;
/** Stored edges, a decade apart. */
const EDGES = [1e4, 1e5, 1e6, 1e7] as const;
/** Stored edges at smoke sizes. */
const SMOKE_EDGES = [1e3, 1e4] as const;

/** A product of an R-MAT graph. */
interface GrowthWorkload extends Workload {
  readonly factors: { readonly edges: number; readonly width: number };
}

const METRICS = {
  time: { label: "SpMM time", unit: "ms", better: "lower" },
  gflops: { label: "throughput", unit: "GFLOP/s", better: "higher" },
} as const satisfies Metrics;

async function trial(
  lab: Lab,
  { factors: { edges, width } }: GrowthWorkload,
): Promise<Trial<typeof METRICS>> {
  const matrix = await lab.once(rmatMatrix, NO_DATASET, { edges, degree: DEGREE });
  const features = randomFeatures(matrix.cols, width, lab.seed);
  return spmmTrial(lab, { matrix, features, width, kernel: bestKernel(spmm, lab.device) });
}

/** Times of the best SpMM kernel by the number of edges. */
export const benchGrowth: BenchSuite<GrowthWorkload, Contender, typeof METRICS> = {
  id: "own/bench-growth",
  artifact: "Bench: growth",
  title: "Time of a sparse product over edges",
  onlyWhenNamed: true,
  question: "Does the time of a product grow as its edges do, over four decades?",
  contenders: [{ id: "own", label: "this device" }],
  baseline: "own",
  workloads: ({ id }) =>
    (id === "smoke" ? SMOKE_EDGES : EDGES).map((edges) => ({
      id: `rmat-${edges}`,
      factors: { edges, width: WIDTH },
    })),
  settings: { "graph": `R-MAT with Graph500's probabilities, ${DEGREE} stored edges a vertex, ids shuffled` },
  measurement: { kind: "timed", decides: true, trial: (lab, _dataset, workload) => trial(lab, workload) },
  metrics: METRICS,
  plots: [{ metric: "time", x: "edges", logarithmic: true }],
  notes: [
    "Where features no longer fit in a cache, the time of an edge grows: there memory makes the slope exceed 1.",
  ],
  claims: [],
  bench: [{ kind: "slope", work: "SpMM, time grows by edges to the power", of: "own", along: "edges" }],
};
