/**
 * The claims of distgnn-mb that rest on Figure 2.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { MODEL_IDS, type ModelId } from "../rank_models.ts";
import { SOCKET_THREADS } from "../socket_threads.ts";
import { GRAPH_IDS, type GraphId, PAPERS, PRODUCTS } from "../scaled_graphs.ts";
import { socketWorkloadId } from "./socket_workloads.ts";
import { realBatches } from "../batch_premises.ts";

/** Ids of the contenders, in the order in which optimisations are switched on. */
type Steps = readonly [baseline: string, update: string, both: string];

const cell = (graph: GraphId, model: ModelId, contender: string) => ({
  workload: socketWorkloadId(graph, model),
  contender,
});

/** `epoch_time(OPT_UPDATE + SYNC_MBC) < epoch_time(OPT_UPDATE) < epoch_time(baseline)`. */
function everyStepHelps(evidence: SuiteEvidence, [baseline, update, both]: Steps): ClaimPart[] {
  return GRAPH_IDS.flatMap((graph) =>
    MODEL_IDS.flatMap((model) => {
      const parts = [[both, update], [update, baseline]].map(([fast, slow]) =>
        evidence.faster(cell(graph, model, fast), cell(graph, model, slow))
      );
      return parts.map((part) => ({ ...part, text: `${model}: ${part.text}` }));
    })
  );
}

/**
 * `speedup(Papers100M) > speedup(Products)` for each model, `speedup(GraphSAGE) > speedup(GAT)` on each
 * graph.
 */
function gainsMore(evidence: SuiteEvidence, contender: string): ClaimPart[] {
  type Case = readonly [graph: GraphId, model: ModelId];
  const larger = (more: Case, less: Case) =>
    evidence.less([cell(...less, contender), "epoch_speedup"], [cell(...more, contender), "epoch_speedup"]);
  return [
    ...MODEL_IDS.map((model) => larger([PAPERS, model], [PRODUCTS, model])),
    ...GRAPH_IDS.map((graph) => larger([graph, "GraphSAGE"], [graph, "GAT"])),
  ];
}

/** Rules of all claims on Figure 2, by its contenders' ids in the order of the optimisations. */
export function figure2Claims(steps: Steps): readonly ClaimRule[] {
  const both = steps[2];
  const premise = [
    SOCKET_THREADS,
    ...realBatches(GRAPH_IDS.flatMap((graph) => MODEL_IDS.map((model) => cell(graph, model, both)))),
  ];
  const shared = { premise, analogue: "operators of ours stand for DGL's" };
  return [
    {
      claimId: "distgnn-mb.q.opt-order",
      ...shared,
      decide: (evidence) => everyStepHelps(evidence, steps),
    },
    {
      claimId: "distgnn-mb.q.larger-graph-gains",
      ...shared,
      decide: (evidence) => gainsMore(evidence, both),
    },
  ];
}
