/**
 * Peers that differ from themselves: their cells read unstable and give no ratio.
 *
 * @module
 */
import assert from "node:assert/strict";
import { instability } from "../../../../experiments/session/comparison/self_comparison.ts";
import { summarizeRatios } from "../../../../platform/statistics/mod.ts";
import { HAS_SHELL } from "../../peers/fake_python.ts";
import { rowsOf, withLab } from "../../peers/peer_comparison.ts";

/** Text for ratios of a contender to itself, over three preparations, in a session that sees 2 %. */
const textOf = (ratios: readonly number[]) =>
  instability(
    summarizeRatios(
      ratios.map((numerator, round) => ({ preparation: Math.floor(round / 5), numerator, denominator: 1 })),
      { seed: 1 },
    ),
    0.02,
  );

Deno.test("a contender is unstable where it differs from itself by more than the session sees, or by nobody knows what", () => {
  const noise = [1.01, 0.99, 1, 1.02, 0.98, 1.005, 0.99, 1.01, 1, 0.995, 1.01, 0.99, 1, 1.02, 0.98];
  assert.equal(textOf(noise), undefined);
  assert.match(textOf(noise.map((ratio) => 1.1 * ratio))!, /^unstable: .* beyond 1\.02 of this session/);
  assert.match(textOf(noise.map((ratio) => ratio / 1.1))!, /^unstable/);
  const bimodal = noise.map((ratio, round) =>
    round % 3 === 0 ? 4 * ratio : round % 3 === 1 ? ratio / 4 : ratio
  );
  assert.match(textOf(bimodal)!, /^unstable: .* as the second, an interval beyond 1\.25; /);
  assert.equal(textOf([3]), undefined);
  assert.match(textOf([3, 3])!, /^unstable/);
  const within = (ciLo: number, ciHi: number) =>
    instability({ n: 15, preparations: 3, median: 1, mad: 0, ciLo, ciHi }, 0.02) === undefined;
  assert.deepEqual([[0.8, 1.25], [0.9, 1.26], [0.79, 1.1], [NaN, NaN]].map(([lo, hi]) => within(lo, hi)), [
    ...[true, false, false, false],
  ]);
  assert.deepEqual([[1.02, 1.1], [1.03, 1.1], [0.9, 0.99], [0.9, 0.97]].map(([lo, hi]) => within(lo, hi)), [
    ...[true, false, true, false],
  ]);
});

Deno.test({
  name: "an unstable peer has no time and no ratio, with the reason; all its samples are kept",
  ignore: !HAS_SHELL,
  fn: () =>
    withLab(async (lab, folder) => {
      const { rows, samples } = await rowsOf({
        steady: {},
        // A slow mode that comes and goes from one sample to the next.
        jumps: {
          first: "i=0",
          run: `i=$((i + 1)); if [ $((i / 2 % 2)) = 1 ]; then echo '{"ok":true,"seconds":0.4}'; else ` +
            `echo '{"ok":true,"seconds":0.1,"ran":0.03,"waited":0.01,"faults":6}'; fi`,
        },
      }, { lab, folder });
      const row = (contender: string, metric: string) =>
        rows.find((each) => each.contender === contender && each.metric === metric);
      assert.equal(row("steady", "time")?.status, "ok");
      assert.equal(row("steady", "speedup")?.status, "ok");
      assert.equal(row("steady", "self_ratio")?.median, 1);
      assert.equal(row("steady", "cold")?.median, 30);
      assert.equal(row("jumps", "time")?.status, "skipped");
      const { reason } = row("jumps", "time")!;
      // A run without counts, as on other systems than Linux, takes nothing from those that have them.
      assert.match(reason, /^unstable: .*; its threads waited for a processor in 25 % of the time/);
      assert.match(reason, /page faults a call; run again on a quieter machine$/);
      assert.equal(row("jumps", "speedup"), undefined);
      assert.ok(row("jumps", "self_ratio")!.ci_hi! > 1.25);
      assert.equal(samples.filter(({ cell }) => cell.endsWith(":jumps")).length, 3);
      // Kernels of this project are not processes beside the device.
      assert.equal(row("row-split", "self_ratio"), undefined);
      assert.equal(row("row-split", "cold")?.status, "ok");
    }),
});
