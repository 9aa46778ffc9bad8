/**
 * fastgl Section 3.3: which part of sampling on a device takes longest with a three-step ID map.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Suite } from "../../suite.ts";
import { sampledBatches } from "../sampled_premises.ts";
import { type SampledWorkload, sampledWorkloads } from "../sampled_workloads.ts";
import { PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import { DRAW, ID_MAP, type Part, PART_METRICS, PARTS, partTrial } from "./sampling_parts.ts";
import { filledDevice } from "../kernel_premises.ts";

/** Graph of Figure 3, the subject of the section. */
const GRAPH = "ogbn-products";

/** `id_map_time(dgl-3-step) > sample_subgraph_time(dgl-3-step)`. */
function idMapDominates(evidence: SuiteEvidence): ClaimPart[] {
  const of = ({ id }: Part) => ({ workload: GRAPH, contender: id });
  return [evidence.faster(of(DRAW), of(ID_MAP))];
}

/** Drawing, ID map and sorting of one mini-batch, timed by themselves. */
export const section33: Suite<SampledWorkload, Part, typeof PART_METRICS> = {
  id: "fastgl/section-3-3",
  artifact: "Section 3.3",
  title: "Parts of sampling on a device",
  question: "Does the three-step ID map take longer than drawing the neighbours?",
  contenders: PARTS,
  baseline: DRAW.id,
  workloads: (profile) => sampledWorkloads(profile, { graphs: [GRAPH] }),
  settings: {
    ...SAMPLING_SETTINGS,
    "sample": "ten mini-batches, each part of each by itself; times are their means",
  },
  measurement: { kind: "timed", decides: true, trial: partTrial },
  metrics: PART_METRICS,
  plots: [{ metric: "time", x: "workload" }],
  notes: [
    ...SAMPLING_NOTES,
    "Sampling is drawing and numbering. Rows are sorted by local id as well, which DGL does not do: no part of the share.",
  ],
  publishedAs: ({ id, model }, contender, metric) =>
    contender === ID_MAP && metric === "id_map_share"
      ? { metric: "id_map_time_share_of_sampling", dataset: PAPER_NAMES[id], model, system: "DGL" }
      : undefined,
  claims: [{
    claimId: "fastgl.q.idmap-dominates",
    premise: [
      ...sampledBatches([GRAPH], ID_MAP.id),
      ...filledDevice([DRAW, ID_MAP].map(({ id: contender }) => ({ workload: GRAPH, contender }))),
    ],
    decide: idMapDominates,
  }],
};
