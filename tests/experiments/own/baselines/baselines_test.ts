/** Audit of baselines: sources, settings that are tried, outcomes at smoke size, and sentences. @module */
import assert from "node:assert/strict";
import { BASELINES, SETUPS, TECHNIQUE } from "../../../../experiments/own/baselines/audit.ts";
import { auditAnswers } from "../../../../experiments/own/baselines/audit_answers.ts";
import { AUDITS, baselines } from "../../../../experiments/own/baselines/baselines.ts";
import { rowSettings } from "../../../../experiments/own/baselines/kernel_settings.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import type { Suite } from "../../../../experiments/suite.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import type { Device } from "../../../../hardware/device.ts";
import { resolveParameters } from "../../../../kernels/kernel.ts";
import { findKernel } from "../../../../kernels/registry.ts";
import type { Row } from "../../../../results/row.ts";
import { runComparison, testLab } from "../../lab.ts";

Deno.test("every set-up names a section, table, figure or algorithm of its paper", () => {
  for (const { id, setups } of AUDITS) {
    for (const setup of SETUPS) {
      assert.match(setups[setup].source, /(Section|Table|Figure|Algorithm)s? [0-9IV]/, `${id}: ${setup}`);
    }
  }
});

Deno.test("rows are tried on their defaults and on values that each backend takes", () => {
  for (const backend of ["wasm", "x86", "webgpu"] as const) {
    const settings = rowSettings({ device: { backend } as Device });
    assert.ok(settings.length >= 3, backend);
    const kernel = findKernel("spmm", "row-split", backend);
    const resolved = settings.map(({ parameters }) => resolveParameters(kernel, parameters));
    assert.equal(new Set(resolved.map((each) => JSON.stringify(each))).size, settings.length);
    assert.ok(resolved.some((each) => JSON.stringify(each) === JSON.stringify(resolveParameters(kernel))));
  }
});

for (const audit of AUDITS) {
  Deno.test(`${audit.id}: set-ups are checked, and what remains is the ratio of their times, round by round`, async () => {
    const device = openWasmDevice({ threads: 2 }), suite = baselines as unknown as Suite;
    try {
      const lab = testLab(device),
        workload = suite.workloads(PROFILES.smoke).find(({ id }) => id === audit.id)!;
      const { rows, samples } = await runComparison(lab, { suite, workload });
      assert.deepEqual(rows.filter(({ status }) => status !== "ok"), []);
      const of = (contender: string, metric: string) =>
        samples.filter((each) => each.cell.endsWith(`:${contender}`) && each.metric === metric)
          .map(({ value }) => value);
      const row = (contender: string, metric: string) =>
        rows.find((each) => each.contender === contender && each.metric === metric);
      const technique = of(TECHNIQUE, "time");
      assert.ok(technique.length > 0);
      assert.ok(Number(row(TECHNIQUE, "time")!.checked_rows) > 0);
      for (const baseline of BASELINES) {
        const ms = of(baseline, "time"), left = of(baseline, "remaining");
        assert.equal(left.length, technique.length);
        left.forEach((each, round) => assert.ok(Math.abs(each * technique[round] / ms[round] - 1) < 1e-9));
        const isModelled = audit.setups[baseline].is.endsWith("modelled");
        for (const metric of ["time", "remaining"]) {
          assert.equal(row(baseline, metric)!.source, isModelled ? "modelled" : "measured", baseline);
        }
        assert.ok(isModelled || Number(row(baseline, "time")!.checked_rows) > 0);
      }
      const moved = SETUPS.map((id) => row(id, "moved")?.median);
      if (audit.id === "roc") assert.deepEqual(moved, moved.toSorted((a, b) => b! - a!));
      if (audit.id === "fastgl") assert.ok(moved.slice(1).every((each) => each! < moved[0]!));
      if (audit.id === "distgnn-mb") assert.ok(moved[1] === moved[0] && moved[2]! < moved[0]!);
      assert.equal(auditAnswers(rows as unknown as readonly Row[], AUDITS).length, 1);
    } finally {
      device.close();
    }
  });
}

/** Rows of what remains over each baseline: low, median and high. */
function rowsOf(remaining: Readonly<Record<string, readonly [number, number, number]>>): Row[] {
  return Object.entries(remaining).map(([contender, [ci_lo, median, ci_hi]]) => ({
    suite: baselines.id,
    cell: `${baselines.id}:roc:${contender}`,
    contender,
    dataset: "reddit@1/128",
    status: "ok",
    source: contender === "recommended" ? "modelled" : "measured",
    unit: "x",
    timer: "",
    metric: "remaining",
    n: 15,
    median,
    ci_lo,
    ci_hi,
  })) as unknown as Row[];
}

Deno.test("a sentence has what remains over each baseline, and what tuning leaves of the gain", () => {
  const printed = [3.8, 4, 4.2] as const, recommended = [2.9, 3, 3.1] as const;
  const said = (tuned: readonly [number, number, number]) =>
    auditAnswers(rowsOf({ printed, recommended, tuned }), AUDITS);
  const [half] = said([1.9, 2, 2.1]);
  assert.match(
    half,
    /^For an epoch .* on reddit@1\/128, the speed-up by transfers planned .* \(roc\) is over the printed/,
  );
  assert.match(
    half,
    /over the recommended baseline 3\.00 \[2\.90, 3\.10\] × \(modelled\), over the tuned baseline 2\.00 /,
  );
  assert.match(half, /; the tuned baseline leaves 50 % of the printed one's gain, on a logarithmic scale\.$/);
  assert.match(said([4, 5, 6])[0], /; tuning the baseline takes nothing of it\.$/);
  assert.match(said([0.9, 1.1, 1.2])[0], /; tuned, the baseline cannot be told from it\.$/);
  assert.match(said([0.7, 0.8, 0.9])[0], /; tuned, the baseline is faster\.$/);
  assert.deepEqual(auditAnswers(rowsOf({ printed, recommended }), AUDITS), []);
});
