/**
 * Claims of fastgl Figure 9.
 *
 * @module
 */
import { type ClaimPart, openPart } from "../../../results/verdicts/evidence.ts";
import type { Row } from "../../../results/row.ts";
import { sideOf } from "../../../results/verdicts/timed.ts";
import { DGL_SYSTEM, fasterThanSystem, type NamedSystem, PYG_SYSTEM } from "../../claims/named_system.ts";
import type { Cited, SuiteEvidence } from "../../claims/suite_evidence.ts";
import { PROFILES } from "../../profiles.ts";
import type { ClaimRule } from "../../suite.ts";
import { GRAPHS, MEAN } from "./training_workloads.ts";
import { overGraphs } from "./over_graphs.ts";
import { memoryIoPhase } from "./training_premises.ts";
import { cacheShare, DGL_POLICY, FASTGL, GNNADVISOR, GNNLAB, PYG } from "../policies.ts";
import { sampledGraphs } from "../sampling_graphs.ts";
import { fasterSystem } from "./faster_system.ts";
import { MODELS } from "../trained_models.ts";

const BASELINES = [PYG, DGL_POLICY, GNNADVISOR, GNNLAB];

/** Metrics on one device, measured, and on two, modelled. */
const TIMES = ["time", "two_devices_time"] as const,
  SPEEDUPS = ["fastgl_speedup", "two_devices_speedup"] as const;

/** The real systems among those that FastGL is compared with. */
const REAL: ReadonlyMap<string, NamedSystem> = new Map([[PYG.id, PYG_SYSTEM], [DGL_POLICY.id, DGL_SYSTEM]]);

/**
 * FastGL's policy beside a real system in the same rounds. This harness prepares kernels for each mini-batch,
 * which FastGL does not: the part is open where the answer hangs on that.
 */
function besideReal(evidence: SuiteEvidence, workload: string, system: NamedSystem): ClaimPart {
  const fast = { workload, contender: FASTGL.id };
  const part = fasterThanSystem(evidence, fast, system);
  const whole = evidence.faster(fast, { workload, contender: system.peer }, "whole_time");
  return sideOf(whole).side === "holds" || sideOf(part).side !== "holds" ? part : openPart(
    part,
    `with its preparation, which only this harness has, FastGL is not faster than ${system.name}`,
  );
}

/** Whether a real system was measured on a workload. */
function isMeasured(
  evidence: SuiteEvidence,
  workload: string,
  { peer }: NamedSystem,
  metric: string,
): boolean {
  return evidence.find({ workload, contender: peer }, metric)?.status === "ok";
}

/** `epoch_time(fastgl) < epoch_time(s)` for every model, graph and system. */
function fastest(evidence: SuiteEvidence): ClaimPart[] {
  return GRAPHS.flatMap((graph) =>
    MODELS.flatMap((model) =>
      BASELINES.map(({ id: slow }) => {
        const workload = `${graph}:${model}`, system = REAL.get(slow);
        return system !== undefined && isMeasured(evidence, workload, system, "time")
          ? besideReal(evidence, workload, system)
          : fasterSystem(evidence, workload, { fast: FASTGL.id, slow, metrics: TIMES });
      })
    )
  );
}

/** The kind of data that means rest on. */
function graphRows(evidence: SuiteEvidence): Row[] {
  return GRAPHS.map((graph) =>
    evidence.row({ workload: `${graph}:${MODELS[0]}`, contender: FASTGL.id }, "time")
  );
}

/**
 * Policies alone: GNNLab and GNNAdvisor have no real selves here, and a policy beside a real system would not
 * be an order of systems.
 *
 * `epoch_time(gnnlab) < epoch_time(dgl) < epoch_time(gnnadvisor) < epoch_time(pyg)` on averages.
 */
function systemOrder(evidence: SuiteEvidence): ClaimPart[] {
  const order = [GNNLAB, DGL_POLICY, GNNADVISOR, PYG];
  return order.slice(1).map(({ id: slow }, i) =>
    overGraphs(
      fasterSystem(evidence, MEAN, { fast: order[i].id, slow, metrics: SPEEDUPS }),
      graphRows(evidence),
    )
  );
}

/** `min over models of epoch_speedup > 1`, in the mean over graphs, over every system. */
function allModels(evidence: SuiteEvidence): ClaimPart[] {
  return MODELS.flatMap((model) =>
    BASELINES.map(({ id: slow }) => {
      const workload = `${MEAN}:${model}`, system = REAL.get(slow), [measured] = SPEEDUPS;
      const part = system !== undefined && isMeasured(evidence, workload, system, measured)
        ? evidence.bounded({ workload, contender: system.peer }, measured, { side: "above", bound: 1 })
        : fasterSystem(evidence, workload, { fast: FASTGL.id, slow, metrics: SPEEDUPS });
      return overGraphs(part, graphRows(evidence));
    })
  );
}

/**
 * Shares of the features by which GNNLab's cache is about 0 (`small` is five points), or large: what large
 * graphs have less than.
 */
const ABOUT_NONE = 0.05, LARGE = 0.5;
const graphsBy = (holds: (share: number) => boolean) =>
  sampledGraphs(PROFILES.paper).filter((graph) => holds(cacheShare(GNNLAB, graph))).map(({ id }) => id);
const CACHED = graphsBy((share) => share >= LARGE), HARDLY_CACHED = graphsBy((share) => share <= ABOUT_NONE);

/**
 * `speedup(gnnlab vs dgl, cache_ratio ~ 0) < speedup(gnnlab vs dgl, large cache_ratio)`: on one device,
 * where the cache is all.
 */
function losesItsCache(evidence: SuiteEvidence): ClaimPart[] {
  const gain = (graph: string): Cited => [
    { workload: `${graph}:GCN`, contender: GNNLAB.id },
    "speedup_over_dgl",
  ];
  return HARDLY_CACHED.flatMap((small) => CACHED.map((large) => evidence.less(gain(small), gain(large))));
}

const PREMISE = memoryIoPhase(
  GRAPHS.flatMap((graph) => MODELS.map((model) => `${graph}:${model}`)),
  DGL_POLICY.id,
);

/** Claims by the rows of the suite. */
export const FIGURE_9_CLAIMS: readonly ClaimRule[] = [
  { claimId: "fastgl.q.fastest", premise: PREMISE, decide: fastest },
  { claimId: "fastgl.q.system-order", premise: PREMISE, decide: systemOrder },
  { claimId: "fastgl.q.all-models", premise: PREMISE, decide: allModels },
  { claimId: "fastgl.q.gnnlab-large", premise: PREMISE, decide: losesItsCache },
];
