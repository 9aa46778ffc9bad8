/**
 * Claims of eppgcn Figures 2 and 3: paths and groups of the example are as printed.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";

/** Ids of the workloads: the example, and a real graph. */
export const EXAMPLE = "example", REAL = "cora";
/** Id of the contender. */
export const CONTENDER = "counted";

const key = (workload: string) => ({ workload, contender: CONTENDER });

/** Vertices and edges of both layers are those of Figure 3. */
function example(evidence: SuiteEvidence): ClaimPart[] {
  return [1, 0].map((layer) => {
    const rows = ["vertices", "edges", "differences"].map((what) =>
      evidence.row(key(EXAMPLE), `layer_${layer}_${what}`)
    );
    const [vertices, edges, differ] = rows.map(medianOf);
    const text = `layer ${layer}: ${vertices} vertices, ${edges} edges, ${differ} not as in Figure 3`;
    return evidence.exact(differ === 0, text, rows, differ);
  });
}

/** Every vertex has `ceil(degree / size)` groups, and v2 has two of at most 3. */
function groups(evidence: SuiteEvidence): ClaimPart[] {
  const rule = [EXAMPLE, REAL].map((workload) => {
    const rows = ["wrong_group_counts", "long_groups"].map((metric) => evidence.row(key(workload), metric));
    const [counts, long] = rows.map(medianOf);
    const text = `${workload}: ${counts} vertices with another number of groups, ${long} groups too long`;
    return evidence.exact(counts === 0 && long === 0, text, rows, counts + long);
  });
  const v2 = evidence.row(key(EXAMPLE), "groups_of_v2");
  return [
    ...rule,
    evidence.exact(v2.median === 2, `v2 has ${v2.median} groups of at most 3`, [v2], v2.median),
  ];
}

/** Claims that Figure 3 decides. */
export const CLAIMS: readonly ClaimRule[] = [
  { claimId: "eppgcn.q.example", decide: example },
  { claimId: "eppgcn.q.groups", decide: groups },
];
