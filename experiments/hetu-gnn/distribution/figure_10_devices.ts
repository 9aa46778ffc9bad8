/**
 * hetu-gnn Figure 10, one device and several: does the tile-adaptive kernel shorten the computation of an
 * epoch in partitions whose blocks are reordered.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { Contender } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { byContender } from "../../trials/by_contender.ts";
import { takeCheckedTurns } from "../checked_turns.ts";
import { kernelChoices, NOTES, SETTINGS } from "../epochs/epochs.ts";
import { TILE_REGIME_METRICS, tilePremise, tileRegime } from "../epochs/tile_premises.ts";
import { type GraphId, GRAPHS, type GraphWorkload, graphWorkloads } from "../paper_graphs.ts";
import { openTraining } from "./partitioned_training.ts";
import { isBlockProduct, rankRunner, slowestRank } from "./rank_runner.ts";
import { ONE_D_2, ONE_DEVICE, type PaperScheme, TWO_GROUPS } from "./schemes.ts";
import { BLOCK_METIS } from "./scoped_orderings.ts";

const WORKLOADS: readonly GraphId[] = ["reddit", "ogbn-proteins"];
/** Schemes that the figure shows. */
const SHOWN = [ONE_DEVICE, ONE_D_2, TWO_GROUPS];

/** A kernel of the sparse products. */
interface SparseKernel extends Contender {
  /** Id of the kernel. */
  readonly kernel: "row-split" | "block-sparse";
}

const CONTENDERS: readonly SparseKernel[] = [
  {
    id: "row-split",
    label: "METIS, block by block",
    kernel: "row-split",
    factors: { reorder: "metis", kernel: "row-split" },
  },
  {
    id: "block-sparse",
    label: "METIS, block by block, block sparse",
    kernel: "block-sparse",
    factors: { reorder: "metis", kernel: "block-sparse" },
  },
];
const [ROW_SPLIT, BLOCK_SPARSE] = CONTENDERS;

/** Training on a graph by a scheme. */
interface SchemeWorkload extends GraphWorkload {
  /** Partition scheme. */
  readonly scheme: PaperScheme;
}

const METRICS = {
  compute_time: { label: "computation of an epoch, slowest rank", unit: "ms", better: "lower" },
  compute_speedup: { label: "speed-up of computation", unit: "x", better: "higher" },
  spmm_time: { label: "products with the adjacency, slowest rank", unit: "ms", better: "lower" },
  ...TILE_REGIME_METRICS,
} as const satisfies Metrics;

/** Times the own steps of all ranks under the kernels that were asked for, in turns. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, scheme }: SchemeWorkload,
  contenders: readonly SparseKernel[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const { hidden } = GRAPHS[graph];
  const open = async ({ kernel }: SparseKernel) => {
    const setting = { scheme, ordering: BLOCK_METIS, hidden, kernels: kernelChoices({ kernel }) };
    return rankRunner(lab, await openTraining(lab, dataset, setting), { sequence: "train" });
  };
  const outcomes = await takeCheckedTurns(
    lab,
    new Map(contenders.map((contender) => [contender.id, () => open(contender)])),
    (_training, turns) => ({
      all: turns.times((round) => slowestRank(round)),
      sparse: turns.times((round) => slowestRank(round, isBlockProduct)),
    }),
  );
  const regime = scheme === ONE_DEVICE ? await lab.once(tileRegime, dataset, { graph }) : {};
  return byContender(contenders, ({ id }) => {
    const { all, sparse } = outcomes.of(id);
    const plain = outcomes.of(ROW_SPLIT.id).all;
    return {
      times: { compute_time: all, spmm_time: sparse },
      facts: id === ROW_SPLIT.id
        ? regime
        : { compute_speedup: all.ms.map((ms, round) => plain.ms[round] / ms) },
    };
  });
}

const PREMISE = tilePremise({
  graphs: Object.fromEntries(WORKLOADS.map((graph) => [`${graph}:${ONE_DEVICE.id}`, graph])),
  contender: ROW_SPLIT.id,
});

/** The tile-adaptive kernel takes less time on one device, in 1D and in 1.5D, on both graphs. */
function everywhere(evidence: SuiteEvidence): ClaimPart[] {
  return WORKLOADS.flatMap((graph) =>
    SHOWN.map(({ id, label }) => {
      const at = (contender: SparseKernel) => ({ workload: `${graph}:${id}`, contender: contender.id });
      const part = evidence.faster(at(BLOCK_SPARSE), at(ROW_SPLIT), "compute_time");
      return { ...part, words: `${label}: ${part.words}` };
    })
  );
}

/** Computation of an epoch by scheme and kernel. */
export const figure10Devices: Suite<SchemeWorkload, SparseKernel, typeof METRICS> = {
  id: "hetu-gnn/figure-10-devices",
  artifact: "Figure 10",
  title: "The tile-adaptive kernel, on several devices",
  decidesFrom: "paper",
  question: "Does the tile-adaptive kernel shorten computation in partitions whose blocks are reordered?",
  contenders: CONTENDERS,
  baseline: ROW_SPLIT.id,
  workloads: (profile) =>
    graphWorkloads(profile, WORKLOADS).flatMap((workload) =>
      SHOWN.map((scheme) => ({
        ...workload,
        scheme,
        id: `${workload.graph}:${scheme.id}`,
        factors: { ...scheme.factors, graph: workload.graph },
      }))
    ),
  settings: { ...SETTINGS, "density threshold": "5 % of a 32 x 32 tile", "scope": "each diagonal block" },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [{ metric: "compute_time", x: "workload", facet: "dataset" }],
  notes: [
    "The paper prints no value of this figure.",
    "Ranks run one after another on one device; messages are left out, as the figure shows computation " +
    "alone.",
    ...NOTES,
  ],
  claims: [{ claimId: "hetu-gnn.q.block-sparse-everywhere", premise: PREMISE, decide: everywhere }],
};
