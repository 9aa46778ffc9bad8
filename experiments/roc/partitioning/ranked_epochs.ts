/**
 * Epochs of a GCN on real ranks by the strategy that cuts the graph, all timed in turns.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { bindVertexData, vertexData } from "../../../training/vertex_data.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
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
import { strategyOffsets } from "./partition_learning.ts";
import { GCN_HIDDEN, tableGraph } from "./partitioned_graphs.ts";
import { FIGURE_STRATEGIES, type FigureStrategy } from "./strategies.ts";

/** Largest relative difference of a loss over ranks from that of one: by the order of sums alone. */
const LOSS_TOLERANCE = 1e-4;

/** One rank with the whole graph, or a strategy that cuts it. */
export interface RealStrategy extends Contender {
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

/** One rank, its parts in turn, and the strategies. */
export const RANKED_STRATEGIES: readonly RealStrategy[] = [
  ONE_RANK,
  PARTS_IN_TURN,
  ...FIGURE_STRATEGIES.map(({ id, label }) => ({ id, label, strategy: id })),
];

/** Metrics of the epochs. */
export const RANKED_METRICS = {
  epoch_time: { label: "epoch, slowest rank, with its messages", unit: "ms", better: "lower" },
  throughput: { label: "throughput", unit: "epochs/s", better: "higher" },
  rank_speedup: { label: "speed-up over one rank", unit: "x", better: "higher" },
  parallel_speedup: { label: "speed-up over one rank with the same parts", unit: "x", better: "higher" },
  strategy_speedup: { label: "speed-up over equal vertices", unit: "x", better: "higher" },
  received_bytes: { label: "received by all ranks in an epoch", unit: "bytes", better: "lower" },
  ...RANK_MEMORY_METRICS,
} as const satisfies Metrics;

/** Times epochs on all cuts, and on one rank, in turns. */
async function timeOnRanks(lab: Lab, dataset: LoadedDataset): Promise<ReadonlyMap<string, RankedTimes>> {
  const job = timedRanks(lab), graph = tableGraph(lab.profile), { featureWidth, classes } = graph;
  const data = await vertexData(dataset, { seed: lab.seed, randomWidth: featureWidth, classes });
  const layers = gcn({ classes: data.classes, hidden: GCN_HIDDEN, order: "aggregate-first" });
  const model = { layers, optimizer: adam() };
  const task = trainingTask(lab, { data, model }), wanted = await firstLosses(lab, { data, model });
  const program: CheckedRankProgram = {
    whole: { program: task.program, bindings: bindVertexData(task, data), vertices: data.adjacency.rows },
    epochs: wanted.length,
    compare: (losses) => checkLosses([...losses], wanted, LOSS_TOLERANCE),
  };
  const cases: TimedCase[] = [];
  for (const { strategy, inTurn } of RANKED_STRATEGIES) {
    const ranks = strategy ? job.ranks : 1;
    const offsets = strategy && await strategyOffsets(lab, dataset, { strategy, graph, gpus: ranks });
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
  return new Map(RANKED_STRATEGIES.map(({ id }, i) => [id, times[i]]));
}

/** Takes the epochs on real ranks of the strategies that were asked for from those of all. */
export async function measureRanks(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: Workload,
  contenders: readonly RealStrategy[],
): Promise<(id: string) => JointOutcome<typeof RANKED_METRICS>> {
  const times = await lab.once(timeOnRanks, dataset, {});
  const msOf = (id: string) => times.get(id)!.ms;
  return byContender(contenders, (contender) => {
    const { id } = contender, { ms, calls, check, receivedBytes, ranOn, ranks } = times.get(id)!;
    return {
      ranOn,
      times: { epoch_time: { ms, calls, check, timer: "wall", ranks } },
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
}
