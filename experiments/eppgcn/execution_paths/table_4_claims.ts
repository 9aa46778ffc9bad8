/**
 * Claims of eppgcn Table IV: path matrices make DGL faster too, but less than GNNAdvisor.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { Cited, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { PAPER_GRAPHS } from "../paper_graphs.ts";
import { longPeerCalls, pathPremise, printedSizes } from "../path_premises.ts";
import { GROUPS, GROUPS_PATHS, PEER, PEER_PATHS, POLICY, POLICY_PATHS } from "./backward_systems.ts";

const key = (workload: string, contender: string) => ({ workload, contender });

const speedup = (workload: string, contender: string): Cited => [key(workload, contender), "speedup"];

/** DGL's speed-up is below GNNAdvisor's on every graph. */
function dglGainsLess(evidence: SuiteEvidence): ClaimPart[] {
  return PAPER_GRAPHS.map(({ id }) => evidence.less(speedup(id, PEER_PATHS), speedup(id, GROUPS_PATHS)));
}

/** Whether DGL has multiplied on the paths of every graph. */
function hasPeer(evidence: SuiteEvidence): boolean {
  return PAPER_GRAPHS.every(({ id }) => evidence.find(key(id, PEER_PATHS), "speedup")?.status === "ok");
}

/** Each graph gains more than the one before it: by DGL where it is set up, else by its policy. */
function gainGrows(evidence: SuiteEvidence): ClaimPart[] {
  const contender = hasPeer(evidence) ? PEER_PATHS : POLICY_PATHS;
  return PAPER_GRAPHS.slice(1).map(({ id }, i) =>
    evidence.less(speedup(PAPER_GRAPHS[i].id, contender), speedup(id, contender))
  );
}

const cells = (...contenders: readonly string[]) =>
  PAPER_GRAPHS.flatMap(({ id }) => contenders.map((contender) => key(id, contender)));
const PEERS = cells(PEER, PEER_PATHS);
const PEER_PREMISE = [printedSizes(PEERS), longPeerCalls(() => PEERS)];
const PREMISE = [...pathPremise(cells(GROUPS, GROUPS_PATHS)), longPeerCalls(() => PEERS)];
/** The product that knows no groups is DGL's where it is set up, else that of its policy. */
const UNGROUPED_PREMISE = [
  ...pathPremise(cells(POLICY, POLICY_PATHS)),
  longPeerCalls((evidence) => hasPeer(evidence) ? PEERS : []),
];

/** GNNAdvisor is no peer. */
const GROUPS_FOR_IT = "neighbour groups of ours stand for GNNAdvisor";

/** Claims that Table IV decides. */
export const CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "eppgcn.q.dgl-improves",
    premise: PEER_PREMISE,
    decide: (evidence) => PAPER_GRAPHS.map(({ id }) => evidence.faster(key(id, PEER_PATHS), key(id, PEER))),
  },
  {
    claimId: "eppgcn.q.dgl-less",
    premise: PREMISE,
    analogue: GROUPS_FOR_IT,
    decide: dglGainsLess,
  },
  { claimId: "eppgcn.q.gain-with-size", premise: UNGROUPED_PREMISE, decide: gainGrows },
  {
    claimId: "eppgcn.q.crossover",
    premise: PREMISE,
    analogue: GROUPS_FOR_IT,
    decide: (evidence) => [
      ...PAPER_GRAPHS.slice(-3).map(({ id }) => evidence.faster(key(id, PEER), key(id, GROUPS))),
      ...PAPER_GRAPHS.map(({ id }) => evidence.faster(key(id, GROUPS_PATHS), key(id, PEER_PATHS))),
    ],
  },
];
