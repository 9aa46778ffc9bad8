/**
 * hetu-gnn Section 5.6: speed-ups between systems that follow from Table 4.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { byContender } from "../../trials/by_contender.ts";
import { measureSideBySide } from "../../trials/side_by_side.ts";
import { type EpochSource, NOTES, SETTINGS, sourceTrial } from "./epochs.ts";
import { type GraphId, GRAPHS, type GraphWorkload, graphWorkloads } from "../paper_graphs.ts";

/** Archaea is not among them: two of the systems ran out of memory. */
const GRAPH_IDS: readonly GraphId[] = ["reddit", "ogbn-proteins", "ogbn-products"];

/** The systems: policies of other systems with this project's kernels, hetu-gnn's own, and peers. */
const SYSTEMS = {
  "policy:pytorch": { ordering: "natural", kernel: "row-split-scalar", order: "transform-first" },
  "policy:dgl": { ordering: "natural", kernel: "row-split", order: "transform-first" },
  "own": { ordering: "metis", kernel: "block-sparse" },
  "peer:pytorch": { peer: "torch-autograd" },
  "peer:dgl": { peer: "dgl" },
} as const satisfies Readonly<Record<string, EpochSource>>;

/** Ids of {@link SYSTEMS}. */
type SystemId = keyof typeof SYSTEMS;

/** One system's epoch time over another's. */
interface Quotient extends Contender {
  /** Systems whose epoch time stands above, and below. */
  readonly factors: { readonly above: SystemId; readonly below: SystemId };
  /** Name of the quotient in the published table. */
  readonly system: string;
  /** Published optimisations of the faster system. */
  readonly opt?: string;
}

const QUOTIENTS: readonly Quotient[] = [
  {
    id: "peer:dgl-over-pytorch",
    label: "DGL over PyTorch",
    runtime: "python",
    factors: { above: "peer:pytorch", below: "peer:dgl" },
    system: "DGL vs PyTorch",
  },
  {
    id: "peer:own-over-dgl",
    label: "this harness over DGL",
    runtime: "python",
    factors: { above: "peer:dgl", below: "own" },
    system: "Hetu-GNN vs DGL",
    opt: "reorder+block-sparse",
  },
  {
    id: "policy:dgl-over-pytorch",
    label: "policy of DGL over that of PyTorch",
    factors: { above: "policy:pytorch", below: "policy:dgl" },
    system: "DGL vs PyTorch",
  },
  {
    id: "policy:own-over-dgl",
    label: "this harness over the policy of DGL",
    factors: { above: "policy:dgl", below: "own" },
    system: "Hetu-GNN vs DGL",
    opt: "reorder+block-sparse",
  },
];

const METRICS = {
  epoch_speedup: { label: "epoch speed-up", unit: "x", better: "neither" },
  epoch_time_above: { label: "epoch of the slower system", unit: "ms", better: "lower" },
  epoch_time_below: { label: "epoch of the faster system", unit: "ms", better: "lower" },
} as const satisfies Metrics;

/** Times the systems of the quotients that were asked for side by side. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  workload: GraphWorkload,
  quotients: readonly Quotient[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const systems = new Set(quotients.flatMap(({ factors: { above, below } }) => [above, below]));
  const trials = Array.from(
    systems,
    (id) => [id, () => sourceTrial(lab, dataset, workload, SYSTEMS[id])] as const,
  );
  const sides = await measureSideBySide(lab, new Map(trials), { decides: false });
  return byContender(quotients, ({ factors: { above, below } }) => ({
    times: { epoch_time_above: sides.times(above), epoch_time_below: sides.times(below) },
    facts: { epoch_speedup: sides.ratio(above, below) },
  }));
}

/** Epoch times of one system over those of another. */
export const section56: Suite<GraphWorkload, Quotient, typeof METRICS> = {
  id: "hetu-gnn/section-5-6",
  paper: "hetu-gnn",
  artifact: "Section 5.6",
  title: "Quotients of Table 4",
  question: "How many times as fast are DGL beside PyTorch, and this system beside DGL?",
  contenders: QUOTIENTS,
  baseline: "policy:dgl-over-pytorch",
  workloads: (profile) => graphWorkloads(profile, GRAPH_IDS),
  settings: SETTINGS,
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [{ metric: "epoch_speedup", x: "workload" }],
  notes: [
    ...NOTES,
    "A policy is a system's order of products and a kernel of ours in its place; the systems themselves " +
    "are the peers, where they are installed, and only theirs are printed quotients.",
  ],
  publishedAs: ({ graph }, { system, opt, runtime }, metric) =>
    metric === "epoch_speedup" && runtime === "python"
      ? { metric, dataset: GRAPHS[graph].name, system, config: opt === undefined ? {} : { opt } }
      : undefined,
  claims: [],
};
