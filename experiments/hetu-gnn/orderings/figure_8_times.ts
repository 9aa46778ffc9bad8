/**
 * SpMM times of hetu-gnn Figure 8 under several orders of ids.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { byContender } from "../../trials/by_contender.ts";
import { orderGraph } from "../../trials/ordered_graph.ts";
import { measureSideBySide, type SideBySide } from "../../trials/side_by_side.ts";
import { spmmTrial } from "../../trials/spmm_trial.ts";
import {
  ORDERED_GRAPHS,
  type OrderedGraphId,
  SWEPT_ORDERS,
  sweptDataset,
  sweptId,
  type SweptScales,
} from "./id_orders.ts";
import { LEAD_METRICS, leadOver, TIMES_SUITE } from "./swept_times.ts";
import { CLAIMED_ORDERINGS, NATURAL, type VertexOrdering } from "./vertex_orderings.ts";

const WIDTH = 128;

/** Stand-ins that take seconds; at `paper` the smallest with room for the printed gain. */
const SCALES: SweptScales = {
  reddit: { smoke: 1024, standard: 16, paper: 4 },
  archaea: { smoke: 8192, standard: 256, paper: 16 },
};

/** Graphs by profile: below `paper` Reddit's features lie in the caches, whatever the order of its ids. */
function timedGraphs({ id }: Pick<Profile, "id">): readonly OrderedGraphId[] {
  return id === "standard" ? ["archaea"] : ORDERED_GRAPHS;
}

const METRICS = {
  time: { label: "SpMM time", unit: "ms", better: "lower" },
  speedup: { label: "speed-up over the natural order", unit: "x", better: "higher" },
  ...LEAD_METRICS,
} as const satisfies Metrics;

/** Orderings that the recommended ones have to lead. */
const OTHERS = CLAIMED_ORDERINGS.filter(({ isStrong }) => !isStrong).map(({ id }) => id);

function outcome(sides: SideBySide, { id, isStrong }: VertexOrdering): JointOutcome<typeof METRICS> {
  const lead = (others: readonly string[]) => leadOver(others.map((other) => sides.ratio(other, id)));
  const over = lead([NATURAL]), overAll = lead(OTHERS);
  return {
    times: { time: sides.times(id) },
    facts: {
      ...(id !== NATURAL && { speedup: sides.ratio(NATURAL, id) }),
      ...(isStrong && {
        least_speedup: over.least,
        most_speedup: over.most,
        least_lead: overAll.least,
        most_lead: overAll.most,
      }),
    },
  };
}

/** Times the product under the orderings that were asked for, and under those that they have to lead. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: Workload,
  contenders: readonly VertexOrdering[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const needed = contenders.some(({ isStrong }) => isStrong) ? OTHERS : [NATURAL];
  const ids = [...new Set([...needed, ...contenders.map(({ id }) => id)])];
  const trial = async (id: string) => {
    const { ordered, orderingMs } = await orderGraph(lab, dataset, { ordering: id, width: WIDTH });
    return spmmTrial(lab, { ...ordered, kernel: "row-split", preprocessMs: orderingMs });
  };
  const sides = await measureSideBySide(lab, new Map(ids.map((id) => [id, () => trial(id)])), {
    decides: false,
  });
  return byContender(contenders, (contender) => outcome(sides, contender));
}

/** SpMM times by vertex ordering and order of ids. */
export const figure8Times: Suite<Workload, VertexOrdering, typeof METRICS> = {
  id: TIMES_SUITE,
  artifact: "Figure 8",
  title: "SpMM times under other orders of ids",
  question: "From which share of random ids on is a reordered product faster than the graph as it comes?",
  contenders: CLAIMED_ORDERINGS,
  baseline: NATURAL,
  workloads: (profile) =>
    timedGraphs(profile).flatMap((graph) =>
      SWEPT_ORDERS.map((order) => ({
        id: sweptId(graph, order),
        dataset: sweptDataset(graph, order, { scales: SCALES, profile }),
        factors: { graph, width: WIDTH, random_ids: order.randomIds },
      }))
    ),
  settings: {
    "orders of ids": "by community; the same with 10, 50 and 90 % of the vertices at random places; random",
    "feature width": String(WIDTH),
    "kernel": "row-split",
  },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [
    { metric: "speedup", x: "random_ids", xUnit: "%", facet: "graph" },
    { metric: "time", x: "random_ids", xUnit: "%", facet: "graph" },
  ],
  notes: [
    "Few rounds: an order of ids speaks for a claim where all of them do, and against it where all of them " +
    "are against it. The rounds that decide are those of Figure 8; this sweep can only take an answer away.",
    "The graph is the same under every order of ids; orderings are computed anew on each.",
    "An ordering may at most find the communities again, by which ids are sorted at 0 %: there it has " +
    "nothing to gain, whatever the device.",
    "Reddit is swept in the profile `paper` alone, since its smaller stand-ins lie in a CPU's caches.",
  ],
  claims: [],
};
