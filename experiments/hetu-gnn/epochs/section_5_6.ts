/**
 * hetu-gnn Section 5.6: speed-ups between systems that follow from Table 4.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { CheckedTimes, Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { byContender } from "../../trials/by_contender.ts";
import { measureSideBySide } from "../../trials/side_by_side.ts";
import { type EpochSource, NOTES, SETTINGS, sourceTrial } from "./epochs.ts";
import { type GraphId, GRAPHS, type GraphWorkload, graphWorkloads } from "../paper_graphs.ts";
import { table4 } from "./table_4.ts";

/** Archaea is not among them: two of the systems ran out of memory. */
const GRAPH_IDS: readonly GraphId[] = ["reddit", "ogbn-proteins", "ogbn-products"];

/**
 * The systems by their ids in Table 4: policies of other systems with this project's kernels, hetu-gnn's own,
 * and peers.
 */
const SYSTEMS = {
  "policy:pytorch": "policy:pytorch",
  "policy:dgl": "policy:dgl",
  "own": "reorder-bs",
  "peer:pytorch": "peer:torch-autograd",
  "peer:dgl": "peer:dgl",
} as const;

/** Epoch of a system, as Table 4 has it. */
function sourceOf(system: SystemId): EpochSource {
  return table4.contenders.find(({ id }) => id === SYSTEMS[system])!.source;
}

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
  epoch_speedup: { label: "epoch speed-up", unit: "x" },
  epoch_time_above: { label: "epoch of the slower system", unit: "ms", better: "lower" },
  epoch_time_below: { label: "epoch of the faster system", unit: "ms", better: "lower" },
} as const satisfies Metrics;

/**
 * Divides epochs round by round: those of Table 4 where it has both systems of a quotient, else those of the
 * systems side by side.
 */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  workload: GraphWorkload,
  quotients: readonly Quotient[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const inTable4: ReadonlyMap<string, CheckedTimes> = await lab.earlierTimes?.(table4.id, workload.id) ??
    new Map();
  const systemsOf = ({ factors: { above, below } }: Quotient) => [above, below];
  const isKnown = (quotient: Quotient) =>
    systemsOf(quotient).every((system) => inTable4.has(SYSTEMS[system]));
  const open = quotients.filter((quotient) => !isKnown(quotient)).flatMap(systemsOf);
  const trials = Array.from(
    new Set(open),
    (system) => [system, () => sourceTrial(lab, dataset, workload, sourceOf(system))] as const,
  );
  const sides = trials.length > 0 && await measureSideBySide(lab, new Map(trials), { decides: false });
  return byContender(quotients, (quotient) => {
    const [above, below] = systemsOf(quotient).map((system) =>
      !sides || isKnown(quotient) ? inTable4.get(SYSTEMS[system])! : sides.times(system)
    );
    return {
      times: { epoch_time_above: above, epoch_time_below: below },
      facts: { epoch_speedup: above.ms.map((ms, round) => ms / below.ms[round]) },
    };
  });
}

/** Epoch times of one system over those of another. */
export const section56: Suite<GraphWorkload, Quotient, typeof METRICS> = {
  id: "hetu-gnn/section-5-6",
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
    "Epochs are those of Table 4 where the session has timed both systems of a quotient there by the same code; " +
    "else they are timed side by side.",
    "A policy is a system's order of products and a kernel of ours in its place; the systems themselves " +
    "are the peers, where they are installed, and only theirs are printed quotients.",
  ],
  publishedAs: ({ graph }, { system, opt, runtime }, metric) =>
    metric === "epoch_speedup" && runtime === "python"
      ? { metric, dataset: GRAPHS[graph].name, system, config: opt === undefined ? {} : { opt } }
      : undefined,
  claims: [],
};
