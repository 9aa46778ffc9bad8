/** Claims of fastgl that rest on models of links: what they read, and where they say that they turn. @module */
import assert from "node:assert/strict";
import { changedMetric } from "../../../experiments/claims/model_changes.ts";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { paper } from "../../../experiments/fastgl/paper.ts";
import { CHANGES } from "../../../experiments/fastgl/training/several_devices.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import type { Suite } from "../../../experiments/suite.ts";
import type { ClaimRule } from "../../../experiments/suite.ts";
import type { Row, Sample } from "../../../results/row.ts";

/** Evidence in which every metric of every cell has a value, and the metrics that were read. */
class ReadEvidence extends SuiteEvidence {
  readonly read = new Set<string>();
  override row(key: Parameters<SuiteEvidence["row"]>[0], metric: string): Row {
    this.read.add(metric);
    return super.row(key, metric);
  }
  // Here counts have intervals as times do.
  override exact(holds: boolean, text: string): ReturnType<SuiteEvidence["exact"]> {
    return super.exact(holds, text, []);
  }
}

function evidenceOf(suite: Suite, valueOf: (metric: string) => number = () => 1): ReadEvidence {
  const rows: Row[] = [], samples: Sample[] = [];
  for (const workload of suite.workloads(PROFILES.standard)) {
    for (const { id: contender } of suite.contenders) {
      const cell = `${suite.id}:${workload.id}:${contender}`;
      // The time of a cell that the runner times is a metric of every suite.
      const metrics = { time: { unit: "ms" }, ...suite.metrics };
      for (const [metric, { unit }] of Object.entries(metrics)) {
        const middle = valueOf(metric);
        const row = { suite: suite.id, cell, contender, metric, unit, dataset: "d", median: middle, n: 13 };
        rows.push(
          { ...row, status: "ok", source: "modelled", ci_lo: 0.9 * middle, ci_hi: 1.1 * middle } as Row,
        );
        for (let round = 0; round < 13; round++) {
          samples.push({ cell, metric, preparation: 0, round, value: middle * (1 + round / 1e3) } as Sample);
        }
      }
    }
  }
  return new ReadEvidence(suite.id, { rows, samples }, 1);
}

const RULES = paper.suites.flatMap((suite) => suite.claims.map((rule) => ({ suite, rule })));

Deno.test("a claim that reads a modelled metric reads it under every latency, bandwidth and overlap", () => {
  let modelled = 0;
  for (const { suite, rule } of RULES) {
    const evidence = evidenceOf(suite);
    rule.decide(evidence);
    for (const metric of evidence.read) {
      const variants = CHANGES.map((change) => changedMetric(metric, change));
      if (!variants.every((variant) => variant in suite.metrics)) continue;
      // Its `time` says no more than which graphs the mean is over.
      if (rule.claimId === "fastgl.q.a-scaling-efficiency" && metric === "time") continue;
      modelled++;
      for (const variant of variants) {
        assert.ok(evidence.read.has(variant), `${rule.claimId} reads ${metric}, not ${variant}`);
      }
    }
  }
  assert.ok(modelled >= 8, `${modelled} metrics`);
});

Deno.test("no claim is decided by memory IO over a link that is not there, or by a card that is not there", () => {
  for (const { suite, rule } of RULES) {
    const evidence = evidenceOf(suite);
    rule.decide(evidence);
    for (const metric of evidence.read) {
      assert.doesNotMatch(metric, /^(io_over|io_lead|flip|card)_/, `${rule.claimId} reads ${metric}`);
    }
  }
});

/** Claims about memory IO, each with the links over which it holds. */
const TURNING: Readonly<Record<string, "slower" | "faster">> = {
  "pyg-sampling": "faster",
  "naive-io": "slower",
  "mr-then-computation": "faster",
  "ma-then-sample": "faster",
  "a-cache-ratio": "slower",
  "b-order": "slower",
  "random-walk": "slower",
  "a-scaling": "slower",
};

const turnsOf = ({ suite, rule }: { readonly suite: Suite; readonly rule: ClaimRule }, gbs: number) =>
  rule.turns!(evidenceOf(suite, (metric) => metric === "flip_link" ? gbs : 1));

Deno.test("claims about memory IO say at which links they turn, with an interval in each cell", () => {
  const turning = RULES.filter(({ rule }) => rule.turns !== undefined);
  const names = turning.map(({ rule }) => rule.claimId.replace("fastgl.q.", ""));
  assert.deepEqual(names.toSorted(), Object.keys(TURNING).toSorted());
  for (const each of turning) {
    const side = TURNING[each.rule.claimId.replace("fastgl.q.", "")];
    const parts = turnsOf(each, 20).split("; ");
    assert.ok(parts.length >= 2);
    for (const part of parts) {
      assert.ok(part.endsWith(`over links ${side} than 20.0 [18.0, 22.0] GB/s`), part);
    }
    const always = side === "slower" ? "over any" : "over none";
    assert.ok(turnsOf(each, 2e4).split("; ").every((part) => part.endsWith(always)));
    const open = `${side} than 8.55e+3 GB/s or more, or over ${side === "slower" ? "any" : "none"}`;
    assert.ok(turnsOf(each, 9500).split("; ").every((part) => part.endsWith(open)));
  }
});
