/**
 * hetu-gnn Section 5.6: what Table 4 comes to between systems.
 *
 * @module
 */
import { measureSideBySide } from "../trials/side_by_side.ts";
import type { JointOutcome, Trial } from "../measurement.ts";
import {
  epochTrial,
  type EpochVariant,
  GRAPHS,
  graphWorkloads,
  NOTES,
  peerTrial,
  SETTINGS,
} from "./epochs.ts";
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { Contender } from "../cell.ts";
import type { Lab } from "../lab.ts";
import type { Metrics } from "../metrics.ts";
import type { Suite } from "../suite.ts";
import type { TextWorkload } from "../text_suite.ts";

/** Archaea is not among them: two of the systems ran out of memory. */
const GRAPH_IDS = ["reddit", "ogbn-proteins", "ogbn-products"] as const;

const SMOKE_SCALE = 1024;

/** Systems as kernels of ours stand for them, and ours. */
const OWN: Readonly<Record<string, EpochVariant>> = {
  "policy:pytorch": { ordering: "natural", kernel: "row-split-scalar", order: "transform-first" },
  "policy:dgl": { ordering: "natural", kernel: "row-split", order: "transform-first" },
  "own": { ordering: "metis", kernel: "block-sparse" },
};
/** The systems themselves. */
const PEERS: Readonly<Record<string, string>> = { "peer:pytorch": "torch-autograd", "peer:dgl": "dgl" };

/** One system's epoch time over another's. */
interface Quotient extends Contender {
  /** Systems whose epoch time stands above, and below. */
  readonly factors: { readonly above: string; readonly below: string };
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
  workload: TextWorkload,
  quotients: readonly Quotient[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const systems = new Set(quotients.flatMap(({ factors: { above, below } }) => [above, below]));
  const trials = new Map<string, () => Promise<Trial>>([
    ...Object.entries(OWN).map(([id, variant]) =>
      [id, () => epochTrial(lab, dataset, workload, variant)] as const
    ),
    ...Object.entries(PEERS).map(([id, peer]) =>
      [id, () => peerTrial(lab, dataset, workload, peer)] as const
    ),
  ].filter(([id]) => systems.has(id)));
  const sides = await measureSideBySide(lab, trials, { decides: false });
  return (id) => {
    const { above, below } = quotients.find((each) => each.id === id)!.factors;
    return {
      times: { epoch_time_above: sides.times(above), epoch_time_below: sides.times(below) },
      facts: { epoch_speedup: sides.ratio(above, below) },
    };
  };
}

/** The suite. */
export const section56: Suite<TextWorkload, Quotient, typeof METRICS> = {
  id: "hetu-gnn/section-5-6",
  paper: "hetu-gnn",
  artifact: "Section 5.6",
  title: "Quotients of Table 4",
  question: "How many times as fast are DGL beside PyTorch, and this system beside DGL?",
  contenders: QUOTIENTS,
  baseline: "policy:dgl-over-pytorch",
  workloads: (profile) => graphWorkloads(profile, GRAPH_IDS, SMOKE_SCALE),
  settings: SETTINGS,
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [{ metric: "epoch_speedup", x: "workload" }],
  notes: [
    ...NOTES,
    "A policy is a system's order of products and a kernel of ours in its place; the systems themselves are the peers, where they " +
    "are installed.",
  ],
  publishedAs: ({ id }, { system, opt }, metric) =>
    metric === "epoch_speedup"
      ? { metric, dataset: GRAPHS[id].name, system, config: opt === undefined ? {} : { opt } }
      : undefined,
  claims: [],
};
