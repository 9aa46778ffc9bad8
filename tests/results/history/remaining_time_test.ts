/**
 * Forecast of the time that is left of a run.
 *
 * @module
 */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { RandomStream } from "../../../platform/random.ts";
import { comparisonName, recordedSeconds } from "../../../results/history/comparison_seconds.ts";
import type { EarlierSeconds } from "../../../results/history/expected_seconds.ts";
import { RemainingTime } from "../../../results/history/remaining_time.ts";
import { readSession } from "../../../results/store/store.ts";

/** A run of 40 comparisons of very different length, the longest first. */
const RUN: readonly (readonly [name: string, seconds: number])[] = Array.from(
  { length: 40 },
  (_, i) => [`paper/figure-${Math.floor(i / 4)} graph-${i}`, 100 / (1 + i) ** 2],
);
const NAMES = RUN.map(([name]) => name);
const TOTAL = sumOf(RUN, ([, seconds]) => seconds);

Deno.test("a machine at another speed than the last is forecast within 25 % once a tenth of the time has passed", () => {
  for (const pace of [0.3, 1, 3]) {
    const left = new RemainingTime(NAMES, { here: new Map(RUN) });
    let passed = 0;
    for (const [name, seconds] of RUN) {
      left.finish(name, pace * seconds);
      passed += pace * seconds;
      const wanted = pace * TOTAL - passed;
      if (passed < 0.1 * pace * TOTAL || wanted < 0.01 * TOTAL) continue;
      assert.ok(
        Math.abs(left.seconds! - wanted) <= 0.25 * (wanted + passed),
        `${name}: ${left.seconds} of ${wanted}`,
      );
    }
    assert.ok(left.seconds! < 1e-9);
  }
});

Deno.test("without earlier runs nothing is forecast before the first comparison, and the mean afterwards", () => {
  const left = new RemainingTime(["a/b x", "a/b y", "a/c z"]);
  assert.equal(left.seconds, undefined);
  left.finish("a/b x", 4);
  assert.equal(left.seconds, 8);
});

Deno.test("a comparison that never ran is expected to take the mean of its suite, else of all", () => {
  const left = new RemainingTime(["a/b x", "a/b y", "a/c z"], { here: new Map([["a/b x", 6]]) });
  assert.equal(left.seconds, 18);
  left.skip("a/b x");
  assert.equal(left.seconds, 12);
});

Deno.test("further comparisons are expected to take what they took, else the mean of their suite", () => {
  const left = new RemainingTime(["a/b x", "a/c z"], {
    here: new Map([["a/b x", 6], ["a/b w", 10], ["a/c z", 1]]),
  });
  left.finish("a/b x", 6);
  left.finish("a/c z", 1);
  assert.equal(left.seconds, 0);
  left.add(["a/b w", "a/b y"]);
  assert.ok(Math.abs(left.seconds! - 18) < 1e-9, `${left.seconds}`);
  left.finish("a/b w", 10);
  left.finish("a/b y", 8);
  assert.ok(left.seconds! < 1e-9);
});

type Run = readonly (readonly [name: string, seconds: number])[];

/** Comparisons of a recorded session in their order; one of an early version by the times of their ends. */
async function recordedRun(archive: string): Promise<Run> {
  const path = new URL(`../../../results/recorded/${archive}.zip`, import.meta.url);
  const { document, journal } = await readSession(fileURLToPath(path));
  const ends = [document.created, ...journal.map(({ finished }) => finished)].map((time) => Date.parse(time));
  return journal.map(({ suite, workload, seconds }, i) => [
    comparisonName(suite, workload),
    seconds ?? (ends[i + 1] - ends[i]) / 1000,
  ]);
}

/** Largest error of the forecast total, as a share of it, once a tenth of the run has passed. */
function largestError(run: Run, earlier: EarlierSeconds): number {
  const left = new RemainingTime(run.map(([name]) => name), earlier);
  const total = sumOf(run, ([, seconds]) => seconds);
  let passed = 0, largest = 0;
  for (const [name, seconds] of run) {
    left.finish(name, seconds);
    passed += seconds;
    if (passed >= 0.1 * total) largest = Math.max(largest, Math.abs(passed + left.seconds! - total) / total);
  }
  return largest;
}

/** The newest of the recorded sessions of profile standard, from which other machines are forecast. */
const run = await recordedRun("intel-xeon-avx512-2-threads/standard");

Deno.test("the recorded session again, each comparison up to a fifth faster or slower, is forecast within 10 %", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const stream = new RandomStream(seed, "load");
    const again = new Map(run.map(([name, seconds]) => [name, seconds * Math.exp(0.1 * stream.normal())]));
    assert.ok(largestError(run, { here: again }) <= 0.1);
  }
});

Deno.test("on a machine three times as slow, where suites vary by half, the forecast is within 25 % in nine of ten runs", async () => {
  const elsewhere = await recordedSeconds({ profile: "standard" });
  assert.ok(run.every(([name]) => elsewhere.has(name)));
  const errors: number[] = [];
  for (let seed = 1; seed <= 50; seed++) {
    const stream = new RandomStream(seed, "another machine");
    const suites = new Map<string, number>();
    const there = run.map(([name, seconds]): [string, number] => {
      const suite = name.split(" ")[0];
      const cost = suites.get(suite) ?? 3 * Math.exp(0.2 * stream.normal());
      suites.set(suite, cost);
      return [name, seconds * cost * Math.exp(0.2 * stream.normal())];
    });
    errors.push(largestError(there, { elsewhere }));
  }
  const within = errors.filter((error) => error <= 0.25).length;
  assert.ok(within >= 45, `${within} of 50; largest ${Math.max(...errors)}`);
});

Deno.test("a session of older code through WebAssembly forecasts the one on machine code within 40 %", async () => {
  const elsewhere = new Map(await recordedRun("amd-epyc-2-threads/standard"));
  // Suites that measure more than they did then cannot be forecast from it: 93 comparisons are new.
  const error = largestError(await recordedRun("amd-epyc-2-threads/standard-x86"), { elsewhere });
  assert.ok(error <= 0.4, `${error}`);
});

Deno.test("seconds of another device are taken at this one's pace where enough comparisons ran on both", () => {
  const names = Array.from({ length: 10 }, (_, i) => `a/b w${i}`);
  const elsewhere = new Map(names.map((name) => [name, 4]));
  const here = new Map(names.slice(0, 5).map((name) => [name, 12]));
  assert.ok(Math.abs(new RemainingTime(names, { here, elsewhere }).seconds! - 120) < 1e-9);
  here.delete("a/b w0");
  assert.ok(Math.abs(new RemainingTime(names, { here, elsewhere }).seconds! - (4 * 12 + 6 * 4)) < 1e-9);
});
