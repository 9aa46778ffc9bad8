/**
 * Time of orderings by the edge: what preprocessing costs on this machine.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { findOrdering } from "../../../graph/orderings/mod.ts";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import type { CheckReport } from "../../../kernels/checks/check_report.ts";
import type { BenchSuite } from "../../bench/bench_suite.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { byContender } from "../../trials/by_contender.ts";
import { checkOrdering } from "../../trials/ordering_check.ts";

const ORDERINGS = ["degsort", "rcm", "rabbit", "metis"] as const;
const GRAPHS = ["pubmed", "twitter", "reddit"] as const;

const METRICS = {
  time: { label: "ordering time", unit: "ms", better: "lower" },
  time_per_edge: { label: "time of an edge", unit: "ns", better: "lower" },
} as const satisfies Metrics;

/** One computed ordering. */
interface OrderingTurn {
  readonly ms: number;
  readonly check: CheckReport;
}

async function measure(
  { profile, seed, say, signal }: Lab,
  { graph }: LoadedDataset,
  contenders: readonly Contender[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const turns = contenders.map(({ id }) => ({
    id,
    take: (): Promise<OrderingTurn> => {
      say(id);
      const started = performance.now();
      const { perm } = findOrdering(id).compute(graph, { seed });
      const ms = performance.now() - started;
      return Promise.resolve({ ms, check: checkOrdering(perm, { vertices: graph.rows }) });
    },
  }));
  const outcomes = await takeTurns(turns, { rounds: profile.contextRounds, warmUp: 1, seed, signal });
  const edges = graph.colIdx.length;
  return byContender(contenders, ({ id }) => {
    const own = outcomes.of(id);
    const ms = own.map((turn) => turn.ms);
    const { check } = own.find((turn) => !turn.check.ok) ?? own[0];
    return {
      times: {
        time: { ms, check, timer: "wall", waits: 0 },
        time_per_edge: { ms: ms.map((each) => each / edges), check, timer: "wall", waits: 0 },
      },
      facts: {},
    };
  });
}

/** Times of orderings on graphs of three kinds. */
export const benchOrderings: BenchSuite<Workload, Contender, typeof METRICS> = {
  id: "own/bench-orderings",
  artifact: "Bench: orderings",
  title: "Time of orderings by the edge",
  onlyWhenNamed: true,
  question: "How long does an ordering take here for each stored edge?",
  contenders: ORDERINGS.map((id) => ({ id, label: findOrdering(id).title })),
  baseline: "degsort",
  workloads: () => GRAPHS.map((graph) => ({ id: graph, dataset: graph, factors: { graph } })),
  settings: { "threads": "one" },
  measurement: {
    kind: "joint",
    measure: (lab, dataset, _workload, contenders) => measure(lab, dataset, contenders),
  },
  metrics: METRICS,
  plots: [{ metric: "time_per_edge", x: "workload", logarithmic: true }],
  notes: ["METIS is the library where it is installed, else the built-in multilevel partitioner."],
  claims: [],
  bench: ORDERINGS.map((id) => ({
    kind: "value",
    work: `${findOrdering(id).title}, an edge`,
    of: id,
    metric: "time_per_edge",
  })),
};
