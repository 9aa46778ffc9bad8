/**
 * roc Figures 5 and 8 on real ranks: epochs of a GCN by the strategy that cuts the graph.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { equalEdgeRanges, equalVertexRanges } from "../../../graph/partitions/ranges.ts";
import { bindVertexData, vertexData } from "../../../training/vertex_data.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { firstLosses } from "../../peers/peer_epoch.ts";
import { checkLosses } from "../../peers/peer_training_trial.ts";
import { byContender } from "../../trials/by_contender.ts";
import { RANK_MEMORY_METRICS, rankMemoryFacts } from "../../trials/ranks/rank_memory.ts";
import {
  type CheckedRankProgram,
  type RankedTimes,
  type TimedCase,
  timeRankPrograms,
} from "../../trials/ranks/timed_programs.ts";
import { timedRanks } from "../../trials/ranks/timed_ranks.ts";
import { ratios } from "../../trials/ratios.ts";
import { trainingTask } from "../../trials/training_trial.ts";
import { learnPartitions } from "./partition_learning.ts";
import { GCN_HIDDEN, PARTITION_NOTES, tableGraph } from "./partitioned_graphs.ts";
import { FIGURE_STRATEGIES, type FigureStrategy } from "./strategies.ts";

/** Largest relative difference of a loss over ranks from that of one: by the order of sums alone. */
const LOSS_TOLERANCE = 1e-4;

/** One rank with the whole graph, or a strategy that cuts it. */
interface RealStrategy extends Contender {
  /** Strategy; absent of one rank with the whole graph. */
  readonly strategy?: FigureStrategy["id"];
  /** Whether one rank does the work of all parts, one after another. */
  readonly inTurn?: boolean;
}

const ONE_RANK: RealStrategy = { id: "1-rank", label: "one rank" };
/** The same parts on one rank: what cutting alone gains, by blocks that fit nearer memory. */
const PARTS_IN_TURN: RealStrategy = {
  id: "1-rank-parts",
  label: "one rank, equal vertices' parts in turn",
  strategy: "equal-vertices",
  inTurn: true,
};
const CONTENDERS: readonly RealStrategy[] = [
  ONE_RANK,
  PARTS_IN_TURN,
  ...FIGURE_STRATEGIES.map(({ id, label }) => ({ id, label, strategy: id })),
];

const METRICS = {
  epoch_time: { label: "epoch, slowest rank, with its messages", unit: "ms", better: "lower" },
  throughput: { label: "throughput", unit: "epochs/s", better: "higher" },
  rank_speedup: { label: "speed-up over one rank", unit: "x", better: "higher" },
  parallel_speedup: { label: "speed-up over one rank with the same parts", unit: "x", better: "higher" },
  strategy_speedup: { label: "speed-up over equal vertices", unit: "x", better: "higher" },
  received_bytes: { label: "received by all ranks in an epoch", unit: "bytes", better: "lower" },
  ...RANK_MEMORY_METRICS,
} as const satisfies Metrics;

/** Row ranges of a strategy on so many ranks. */
async function offsetsOf(
  lab: Lab,
  dataset: LoadedDataset,
  { strategy, ranks }: { readonly strategy: FigureStrategy["id"]; readonly ranks: number },
): Promise<Uint32Array> {
  const equal = equalVertexRanges(dataset.graph.rows, ranks).offsets;
  switch (strategy) {
    case "equal-vertices":
      return equal;
    case "equal-edges":
      return equalEdgeRanges(dataset.graph, ranks).offsets;
    case "learned": {
      const setting = { graph: tableGraph(lab.profile), gpus: ranks, strategy } as const;
      return (await lab.once(learnPartitions, dataset, setting)).iterations.at(-1)?.offsets ?? equal;
    }
    default:
      throw strategy satisfies never;
  }
}

/** Times epochs on all cuts, and on one rank, in turns. */
async function timeStrategies(lab: Lab, dataset: LoadedDataset): Promise<ReadonlyMap<string, RankedTimes>> {
  const job = timedRanks(lab), { seed } = lab, { featureWidth, classes } = tableGraph(lab.profile);
  const data = await vertexData(dataset, { seed, randomWidth: featureWidth, classes });
  const layers = gcn({ classes: data.classes, hidden: GCN_HIDDEN, order: "aggregate-first" });
  const model = { layers, optimizer: adam() };
  const task = trainingTask(lab, { data, model }), wanted = await firstLosses(lab, { data, model });
  const program: CheckedRankProgram = {
    whole: { program: task.program, bindings: bindVertexData(task, data), vertices: data.adjacency.rows },
    epochs: wanted.length,
    compare: (losses) => checkLosses([...losses], wanted, LOSS_TOLERANCE),
  };
  const cases: TimedCase[] = [];
  for (const { strategy, inTurn } of CONTENDERS) {
    const ranks = strategy ? job.ranks : 1;
    const offsets = strategy && await offsetsOf(lab, dataset, { strategy, ranks });
    const scheme = { ranks, replication: 1 };
    cases.push({
      program,
      scheme,
      exchange: "halo",
      ...(inTurn && { inTurn }),
      ...(offsets && { offsets }),
    });
  }
  const times = await timeRankPrograms(lab, cases, job);
  return new Map(CONTENDERS.map(({ id }, i) => [id, times[i]]));
}

/** Epochs on real ranks by strategy. */
export const realRanks: Suite<Workload, RealStrategy, typeof METRICS> = {
  id: "roc/real-ranks",
  artifact: "Figure 8",
  title: "Partitioning for training, on real ranks",
  onlyWhenNamed: true,
  question: "How much sooner does an epoch end on real ranks with a learned partition than with equal ones?",
  contenders: CONTENDERS,
  baseline: "equal-vertices",
  workloads: (profile) => [{
    id: "reddit:real-ranks",
    dataset: tableGraph(profile).dataset,
    model: "GCN",
    factors: { exchange: "halo" },
  }],
  settings: {
    "ranks":
      "as many as --ranks says and as have a core each, two at least, on its engine; kernels of the session's device",
    "model": `2-layer GCN, ${GCN_HIDDEN} hidden units, without dropout`,
    "network": "this machine's",
  },
  measurement: {
    kind: "joint",
    measure: async (lab, dataset, _workload, contenders) => {
      const times = await lab.once(timeStrategies, dataset, {});
      const msOf = (id: string) => times.get(id)!.ms;
      return byContender(contenders, (contender) => {
        const { id } = contender, { ms, check, receivedBytes, ranOn, ranks } = times.get(id)!;
        return {
          ranOn,
          times: { epoch_time: { ms, check, timer: "wall", ranks } },
          facts: {
            ...rankMemoryFacts(times.get(id)!),
            throughput: { value: ms.map((each) => 1e3 / each), ranks },
            ...(contender.id === "equal-vertices" && {
              parallel_speedup: { value: ratios(msOf(PARTS_IN_TURN.id), ms), ranks },
            }),
            ...(contender !== ONE_RANK && {
              rank_speedup: { value: ratios(msOf(ONE_RANK.id), ms), ranks },
              strategy_speedup: { value: ratios(msOf("equal-vertices"), ms), ranks },
              received_bytes: { value: receivedBytes, ranks },
            }),
          },
        };
      });
    },
  },
  metrics: METRICS,
  plots: [{ metric: "epoch_time", x: "workload" }, { metric: "strategy_speedup", x: "workload" }],
  notes: [
    PARTITION_NOTES[0],
    "Ranks are workers or processes with a core or more each and exchange real messages: of each layer's rows " +
    "those that a part reads, during the product with the part's own rows. Epochs have loss and update in them. " +
    "The learned cut is the one that Figure 8 learns, from times of one part after another.",
    "One rank runs the program of several with one part. Blocks of a part read fewer rows, which stay in caches " +
    "and in the reach of the TLB: speed-ups over one rank contain that gain. Beside it one rank runs the parts of " +
    "equal vertices in turn, on the same blocks; the speed-up over it (parallel_speedup) is that of ranks alone.",
    "More ranks than this machine has cores are those of Figures 5, 8 and 9, with modelled communication.",
  ],
  claims: [],
};
