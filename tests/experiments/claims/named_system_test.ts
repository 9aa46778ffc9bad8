/** Systems that claims name: which contender decides, and when a policy may stand for its system. @module */
import assert from "node:assert/strict";
import {
  comparePolicy,
  DGL_SYSTEM,
  fasterThanSystem,
  policyBeside,
  systemCell,
} from "../../../experiments/claims/named_system.ts";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import type { Row, Sample } from "../../../results/row.ts";

const ROUNDS = 15;

/** Times of contenders on one workload, all alike; the peer's A/A interval beside them. */
function evidence(
  times: Readonly<Record<string, number>>,
  { band = [1, 1], peer = "ok", policy = "ok", itself = "ok", attempt = 1, metric = "time" }: {
    /** None where the peer was not compared with itself. */
    readonly band?: readonly [number | undefined, number | undefined] | null;
    readonly peer?: Row["status"];
    readonly policy?: Row["status"];
    /** Status of the peer's comparison with itself. */
    readonly itself?: Row["status"];
    /** Attempt at the workload that measured the peer; the others are of the first. */
    readonly attempt?: number;
    readonly metric?: string;
  } = {},
): SuiteEvidence {
  const cellOf = (contender: string) => `suite:work:${contender}`;
  const row = (contender: string, metric: string, more: Partial<Row>) => ({
    ...{ suite: "suite", cell: cellOf(contender), contender, metric, status: "ok", unit: "ms", attempt: 1 },
    ...{ dataset: "graph", dataset_kind: "stand-in", source: "measured" },
    ...more,
  } as Row);
  const rows = Object.entries(times).map(([contender, median]) =>
    row(contender, metric, {
      median,
      ...(contender.startsWith("peer:") && { status: peer, attempt }),
      ...(contender === "policy:dgl" && { status: policy }),
    })
  );
  if (band !== null) {
    rows.push(
      row("peer:dgl", "self_ratio", { status: itself, unit: "x", median: 1, ci_lo: band[0], ci_hi: band[1] }),
    );
  }
  const samples = Object.entries(times).flatMap(([contender, value]) =>
    Array.from(
      { length: ROUNDS },
      (_, round) => ({ cell: cellOf(contender), metric, preparation: 0, round, value } as Sample),
    )
  );
  return new SuiteEvidence("suite", { rows, samples, callMs: 0.001 }, 1);
}

const fastgl = { workload: "work", contender: "policy:fastgl" };

Deno.test("the real system decides where it was measured, and its policy where it was not", () => {
  const both = { "peer:dgl": 2, "policy:dgl": 2 };
  assert.equal(systemCell(evidence(both), "work", DGL_SYSTEM).contender, "peer:dgl");
  assert.equal(systemCell(evidence({ "policy:dgl": 2 }), "work", DGL_SYSTEM).contender, "policy:dgl");
  for (const peer of ["skipped", "failed", "wrong"] as const) {
    assert.equal(systemCell(evidence(both, { peer }), "work", DGL_SYSTEM).contender, "policy:dgl", peer);
  }
});

Deno.test("a system is the real one where the metric in question was measured of it, and not another", () => {
  const rows = evidence({ "fused": 1, "peer:dgl": 2, "policy:dgl": 3 }, { metric: "epoch_time" });
  assert.equal(systemCell(rows, "work", DGL_SYSTEM, "epoch_time").contender, "peer:dgl");
  assert.equal(systemCell(rows, "work", DGL_SYSTEM).contender, "policy:dgl", "no `time` was measured of it");
  const part = fasterThanSystem(rows, { workload: "work", contender: "fused" }, DGL_SYSTEM, "epoch_time");
  assert.equal(part.found.median, 2);
  assert.match(part.text, /^epoch_time\(peer:dgl\) .*; policy:dgl takes 1\.50 .*does not stand for DGL$/);
});

Deno.test("a claim against a real system is no analogue by a policy that is looked at beside it", () => {
  const rows = evidence({ "fused": 1, "peer:dgl": 2, "policy:dgl": 3 });
  const part = fasterThanSystem(rows, { workload: "work", contender: "fused" }, DGL_SYSTEM);
  assert.equal(part.found.median, 2);
  assert.equal(rows.readPolicy, false);
  assert.deepEqual(rows.callRatios().map(({ of }) => of), ["fused on graph", "peer:dgl on graph"]);
});

Deno.test("a policy that is slower than its system is named at the claim, one within the band is not", () => {
  const text = (policy: number, band?: readonly [number, number] | null) =>
    fasterThanSystem(
      evidence(
        { "policy:fastgl": 1, "peer:dgl": 2, "policy:dgl": policy },
        band !== undefined ? { band } : {},
      ),
      fastgl,
      DGL_SYSTEM,
    ).text;
  assert.match(
    text(3),
    /policy:dgl takes 1\.50 \[1\.50, 1\.50\] times as long as DGL .*does not stand for DGL/,
  );
  assert.match(text(3, [0.96, 1.06]), /times as long as DGL \(A\/A 6\.0 %\): it does/);
  assert.doesNotMatch(text(2), /stand for/);
  assert.doesNotMatch(text(1), /stand for/);
  assert.doesNotMatch(text(2.1, [0.96, 1.06]), /stand for/);
  assert.match(text(2.1, [0.99, 1.02]), /stand for/);
  // Joint measurements compare no peer with itself: it has no band then.
  assert.match(text(2.1, null), /\(A\/A 0\.0 %\): it does not stand for DGL/);
  assert.doesNotMatch(text(2, null), /stand for/);
});

Deno.test("a comparison of a system with itself that gave no interval is no band", () => {
  const holds = (band: readonly [number | undefined, number | undefined], policy: number) =>
    policyBeside(evidence({ "peer:dgl": 2, "policy:dgl": policy }, { band }), "work", DGL_SYSTEM);
  for (const band of [[undefined, undefined], [0.5, undefined], [undefined, 2]] as const) {
    assert.deepEqual([2, 2.2].map((policy) => holds(band, policy)?.holds), [true, false]);
    assert.match(holds(band, 2)!.text, /\(A\/A 0\.0 %\)$/);
  }
  const wrong = evidence({ "peer:dgl": 2, "policy:dgl": 2.2 }, { band: [0.5, 2], itself: "wrong" });
  assert.equal(policyBeside(wrong, "work", DGL_SYSTEM)?.holds, false);
});

Deno.test("the band is the farther end of the A/A interval, on either side of 1", () => {
  const over = { median: 1.1, ciLo: 1.08, ciHi: 1.12 };
  assert.equal(comparePolicy(DGL_SYSTEM, over).holds, false);
  assert.equal(comparePolicy(DGL_SYSTEM, over, { ciLo: 0.99, ciHi: 1.05 }).holds, false);
  assert.equal(comparePolicy(DGL_SYSTEM, over, { ciLo: 0.99, ciHi: 1.09 }).holds, true);
  assert.equal(comparePolicy(DGL_SYSTEM, over, { ciLo: 0.9, ciHi: 1.01 }).holds, true);
  // A copy that takes 0.9 of the time is 1 / 0.9 - 1 = 11.1 % apart, as its reciprocal is.
  const far = { median: 1.12, ciLo: 1.105, ciHi: 1.13 };
  assert.equal(comparePolicy(DGL_SYSTEM, far, { ciLo: 0.9, ciHi: 1.01 }).holds, true);
  // Both copies may differ to one side alone.
  assert.equal(comparePolicy(DGL_SYSTEM, over, { ciLo: 0.9, ciHi: 0.95 }).holds, true);
  assert.equal(comparePolicy(DGL_SYSTEM, over, { ciLo: 1.02, ciHi: 1.09 }).holds, true);
  assert.equal(comparePolicy(DGL_SYSTEM, { median: 0.5, ciLo: 0.4, ciHi: 0.6 }).holds, true);
});

Deno.test("a policy is like its system where it is neither slower nor faster than its band", () => {
  const isAlike = (ciLo: number, ciHi: number) =>
    comparePolicy(DGL_SYSTEM, { median: (ciLo + ciHi) / 2, ciLo, ciHi }, { ciLo: 0.98, ciHi: 1.05 }).alike;
  assert.deepEqual([isAlike(1.06, 1.1), isAlike(1.04, 1.1)], [false, true]);
  const half = { ciLo: 1, ciHi: 1.5 }, twice = { ciLo: 1, ciHi: 2 };
  assert.equal(comparePolicy(DGL_SYSTEM, { median: 2, ciLo: 1.5, ciHi: 3 }, half).alike, true, "ends count");
  assert.equal(comparePolicy(DGL_SYSTEM, { median: 0.4, ciLo: 0.3, ciHi: 0.5 }, twice).alike, true);
  assert.deepEqual([isAlike(0.9, 0.95), isAlike(0.9, 0.96)], [false, true]);
});

Deno.test("without both of them in the same rounds nothing is said of the policy", () => {
  assert.equal(policyBeside(evidence({ "policy:dgl": 2 }), "work", DGL_SYSTEM), undefined);
  assert.equal(policyBeside(evidence({ "peer:dgl": 2 }), "work", DGL_SYSTEM), undefined);
  const skipped = evidence({ "peer:dgl": 2, "policy:dgl": 3 }, { peer: "skipped" });
  assert.equal(policyBeside(skipped, "work", DGL_SYSTEM), undefined);
  const failed = evidence({ "peer:dgl": 2, "policy:dgl": 3 }, { policy: "failed" });
  assert.equal(policyBeside(failed, "work", DGL_SYSTEM), undefined);
  const later = evidence({ "peer:dgl": 2, "policy:dgl": 3 }, { attempt: 2 });
  assert.equal(policyBeside(later, "work", DGL_SYSTEM), undefined);
});
