/**
 * hetu-gnn Section 5.6: what Table 4 comes to between systems.
 *
 * @module
 */
import { measureSideBySide } from "../trials/side_by_side.ts";
import type { ContenderSpec, JointMeasurement, Suite, Trial } from "../suite.ts";
import {
  epochTrial,
  type EpochVariant,
  GRAPHS,
  graphWorkloads,
  NOTES,
  peerTrial,
  SETTINGS,
} from "./epochs.ts";

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

interface Quotient extends ContenderSpec {
  /** Whose time stands above, and below. */
  readonly of: readonly [above: string, below: string];
  /** As the paper writes it. */
  readonly system: string;
  readonly opt?: string;
}

const QUOTIENTS: readonly Quotient[] = [
  {
    ...{ id: "peer:dgl-over-pytorch", label: "DGL over PyTorch", runtime: "python" },
    ...{ of: ["peer:pytorch", "peer:dgl"], system: "DGL vs PyTorch" },
  },
  {
    ...{ id: "peer:own-over-dgl", label: "this harness over DGL", runtime: "python" },
    ...{ of: ["peer:dgl", "own"], system: "Hetu-GNN vs DGL", opt: "reorder+block-sparse" },
  },
  {
    ...{ id: "policy:dgl-over-pytorch", label: "policy of DGL over that of PyTorch" },
    ...{ of: ["policy:pytorch", "policy:dgl"], system: "DGL vs PyTorch" },
  },
  {
    ...{ id: "policy:own-over-dgl", label: "this harness over the policy of DGL" },
    ...{ of: ["policy:dgl", "own"], system: "Hetu-GNN vs DGL", opt: "reorder+block-sparse" },
  },
];

const measure: JointMeasurement["measure"] = async (lab, dataset, workload, contenders) => {
  const asked = QUOTIENTS.filter(({ id }) => contenders.some((contender) => contender.id === id));
  const systems = new Set(asked.flatMap(({ of }) => of));
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
    const { of: [above, below] } = QUOTIENTS.find((each) => each.id === id)!;
    return {
      times: [sides.times(above, "epoch_time_above"), sides.times(below, "epoch_time_below")],
      facts: [{ metric: "epoch_speedup", unit: "x", value: sides.ratio(above, below) }],
    };
  };
};

/** The suite. */
export const section56: Suite = {
  id: "hetu-gnn/section-5-6",
  paper: "hetu-gnn",
  artifact: "Section 5.6",
  title: "Quotients of Table 4",
  question: "How many times as fast are DGL beside PyTorch, and this system beside DGL?",
  contenders: QUOTIENTS.map(({ id, label, runtime, of: [above, below] }) => ({
    ...{ id, label, factors: { above, below } },
    ...(runtime && { runtime }),
  })),
  baseline: "policy:dgl-over-pytorch",
  workloads: (profile) => graphWorkloads(profile, GRAPH_IDS, SMOKE_SCALE),
  settings: SETTINGS,
  measurement: { kind: "joint", measure },
  metrics: [
    { id: "epoch_speedup", label: "epoch speed-up", unit: "x", better: "neither" },
    { id: "epoch_time_above", label: "epoch of the slower system", unit: "ms", better: "lower" },
    { id: "epoch_time_below", label: "epoch of the faster system", unit: "ms", better: "lower" },
  ],
  plots: [{ metric: "epoch_speedup", x: "workload" }],
  notes: [
    ...NOTES,
    "A policy is a system's order of products and a kernel of ours in its place; the systems themselves are the peers, where they " +
    "are installed.",
  ],
  publishedAs: ({ id }, contender, metric) => {
    const { system, opt } = QUOTIENTS.find((each) => each.id === contender.id)!;
    return metric === "epoch_speedup"
      ? { metric, dataset: GRAPHS[id].name, system, config: opt === undefined ? {} : { opt } }
      : undefined;
  },
  claims: [],
};
