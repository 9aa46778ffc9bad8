/**
 * Premises of claims about orderings: a device on which an order of the vertices can matter, a graph of the
 * printed density, and the order of ids that is claimed to be worse.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { measureHeadroom } from "../../../kernels/spmm/headroom.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { atLeast, type PremiseCondition } from "../../premises/condition.ts";
import { workloadMetric } from "../../premises/quantities.ts";
import { extentOf } from "../../profiles.ts";
import { naturalOperands } from "../../trials/ordered_graph.ts";
import {
  DENSITY_METRICS,
  densityFacts,
  printedDegrees,
  type RegimeRows,
  sparseGraphs,
} from "../graph_regime.ts";
import type { GraphId } from "../paper_graphs.ts";

/** Metrics of what an ordering could gain. */
export const ORDERING_REGIME_METRICS = {
  headroom: { label: "most that an ordering could gain here", unit: "x" },
  ...DENSITY_METRICS,
} as const satisfies Metrics;

/** Printed gains by an ordering: of Figure 8, and of Figure 9 where that has no such graph. */
const PRINTED_GAIN: Readonly<Record<GraphId, number>> = {
  "reddit": 1.5,
  "archaea": 2.4,
  "ogbn-proteins": 2,
  "ogbn-products": 2,
};

/** Smallest stand-ins whose headroom was above the printed gain on two cores with 512 KiB of L2 each. */
const ROOMY: Readonly<Record<GraphId, string>> = {
  "reddit": "reddit@1/4",
  "archaea": "archaea@1/16",
  "ogbn-proteins": "ogbn-proteins@1/2.2",
  "ogbn-products": "ogbn-products@1/16",
};

/** Bytes of L2 that every GPU of the paper's age or younger has; WebGPU does not tell. */
const GPU_L2_BYTES = 4 * 2 ** 20;

/**
 * Measures what an ordering could gain on a graph, and counts the graph's density. On a GPU the window is a
 * quarter of an L2 that is not larger than the device's, so that it is within a quarter of that.
 *
 * @throws {WrongResultError} if a product is wrong.
 */
export async function orderingRegime(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, width }: { readonly graph: GraphId; readonly width: number },
): Promise<Facts<typeof ORDERING_REGIME_METRICS>> {
  const { device, seed, profile } = lab;
  const natural = await naturalOperands(lab, dataset, width);
  const { ratio } = await measureHeadroom(device, natural, {
    ...extentOf(profile, { decides: false }),
    seed,
    ...(device.backend === "webgpu" && { l2Bytes: GPU_L2_BYTES }),
  });
  return { headroom: ratio.median, ...densityFacts(natural.matrix, graph) };
}

/** Condition that a perfect ordering could gain here what the paper's gained there. */
function room({ graphs, contender }: RegimeRows): PremiseCondition {
  const known = Object.entries(graphs);
  const readings = workloadMetric("headroom", known.map(([workload]) => workload), contender);
  return atLeast(1, {
    name: "headroom over the printed gain",
    readings: (evidence) =>
      readings(evidence).map(({ of, value }, i) => ({ of, value: value / PRINTED_GAIN[known[i][1]] })),
    elsewhere: [...new Set(Object.values(graphs))].map((graph) => ROOMY[graph]).join(" and "),
  });
}

/**
 * Condition that vertices have the ids of the published files, of claims whose graphs are cut. Figure 8 asks
 * its claims under several orders of ids instead; ids by community are what an ordering looks for, and leave
 * it nothing to gain (on archaea@1/32 METIS was about three times as fast as shuffled ids, and as fast as ids
 * by community).
 */
export function realIds({ graphs, contender }: RegimeRows): PremiseCondition {
  return {
    text: "real order of ids",
    elsewhere: "the published files (see deno task datasets)",
    find: (evidence: SuiteEvidence) => {
      const rows = Object.keys(graphs).map((workload) =>
        evidence.row({ workload, contender }, "edges_over_square")
      );
      const drawn = rows.find(({ dataset_kind }) => dataset_kind !== "real");
      return drawn === undefined
        ? { met: true, text: "ids are those of the published files" }
        : { met: false, text: `ids of ${drawn.dataset} are drawn, those of the published file are wanted` };
    },
  };
}

/** Conditions that an ordering can gain as in the paper: room, and a sparse graph of the printed degree. */
export function roomFor(rows: RegimeRows): readonly PremiseCondition[] {
  return [room(rows), sparseGraphs(rows), printedDegrees(rows)];
}

/** Premise of a claim about times under orderings of graphs whose order of ids is not swept. */
export function orderingPremise(rows: RegimeRows): readonly PremiseCondition[] {
  return [...roomFor(rows), realIds(rows)];
}
