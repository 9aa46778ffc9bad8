import assert from "node:assert/strict";
import { join } from "node:path";
import { nightly, type NightlyRun } from "../../results/nightly.ts";
import type { DisturbedCount } from "../../results/others_load.ts";
import { inFolder } from "../in_folder.ts";
import { writeNights } from "./history/synthetic_sessions.ts";

/** Nights of which the last is what the verb's own run wrote. */
async function lastOf(
  nights: number,
  { failed = false, factor = 1.2, suites = 1, workloads = 4 }: {
    readonly failed?: boolean;
    readonly factor?: number;
    readonly suites?: number;
    readonly workloads?: number;
  } = {},
) {
  return await inFolder((root) =>
    nightly({
      root,
      run: async () => {
        await writeNights(root, {
          nights,
          suites,
          workloads,
          noise: 0.01,
          regression: { night: 20, factor },
          datasets: ["a](javascript:x)<b>|_\n# c"],
        });
        return { session: `night-${String(nights).padStart(3, "0")}`, failed };
      },
    })
  );
}

Deno.test("the first slow night awaits confirmation, the second exits with 1, and the third raises no second alarm", async () => {
  assert.equal((await lastOf(20)).exitCode, 0);
  const first = await lastOf(21);
  assert.equal(first.exitCode, 0);
  assert.ok(first.unconfirmed.length > 0);
  assert.match(first.markdown, /## Await another night/);
  const second = await lastOf(22);
  assert.equal(second.exitCode, 1);
  assert.match(second.markdown, /^# night-022: 1 regression confirmed\n/);
  assert.match(second.markdown, /- SpMM time of RCM × 1\.2/);
  const third = await lastOf(23);
  assert.equal(third.exitCode, 0);
  assert.equal(third.confirmed.length, 0);
});

Deno.test("a night says how many comparisons other programs disturbed, and nothing of a quiet one", async () => {
  await inFolder(async (root) => {
    await writeNights(root, { nights: 1, suites: 1, workloads: 1, noise: 0.01 });
    const markdownOf = async (disturbed: DisturbedCount) =>
      (await nightly({
        root,
        run: () => Promise.resolve({ session: "night-001", failed: false, disturbed }),
      }))
        .markdown;
    const greatest = { busy: 1.2, processors: 2, notable: 0.2 };
    assert.match(
      await markdownOf({ disturbed: 3, told: 40, greatest }),
      /^Other programs disturbed 3 of 40 comparisons \(up to 1\.20 of 2 processors\): times of these /m,
    );
    assert.doesNotMatch(await markdownOf({ disturbed: 0, told: 40 }), /Other programs/);
  });
});

Deno.test("a night whose session cannot be read is no night without a regression", async () => {
  await inFolder(async (root) => {
    const { exitCode, markdown } = await nightly({
      root,
      run: async () => {
        await writeNights(root, { nights: 3, suites: 1, workloads: 1, noise: 0.01 });
        await Deno.writeTextFile(join(root, "night-003", "journal.jsonl"), "{}\n");
        return { session: "night-003", failed: false };
      },
    });
    assert.equal(exitCode, 1);
    assert.match(markdown, /^# night-003: its session cannot be read\n/);
  });
});

Deno.test("a night that dies leaves its own summary, not that of the night before", async () => {
  await inFolder(async (root) => {
    const summary = join(root, "site", "nightly.md");
    await Deno.mkdir(join(root, "site"));
    await Deno.writeTextFile(summary, "# of the night before: no regression\n");
    await assert.rejects(nightly({ root, run: () => Promise.reject(new Error("the power")) }), /the power/);
    assert.match(await Deno.readTextFile(summary), /^# Night begun at \d{4}-\S+Z, has not ended\n/);
    // A site that could not be written in the morning is refused in the evening.
    await Deno.writeTextFile(join(root, "site", "index.html"), "somebody's page");
    let ran = false;
    const run = () => Promise.resolve({ session: "a", failed: ran = true });
    await assert.rejects(nightly({ root, run }), /index\.html, which this program did not write/);
    assert.ok(!ran);
  });
});

Deno.test("a night says what it could not see: comparisons beyond its budget, and steps with few nights before", async () => {
  const of = (nights: number, run: Pick<NightlyRun, "left" | "empty" | "failed">) =>
    inFolder((root) =>
      nightly({
        root,
        run: async () => {
          await writeNights(root, { nights, suites: 1, workloads: 1, noise: 0.01 });
          return { session: `night-${String(nights).padStart(3, "0")}`, ...run };
        },
      })
    );
  const early = await of(10, { failed: false, left: 1 });
  assert.match(early.markdown, /^# night-010: no regression\n/);
  assert.match(early.markdown, /\n1 comparison did not fit into the budget\.\n/);
  assert.match(early.markdown, /\nToo early for steps in times: .* where 10 sessions on this device/);
  const late = await of(11, { failed: false });
  assert.doesNotMatch(late.markdown, /budget|Too early/);
  const none = await of(11, { failed: true, left: 12, empty: true });
  assert.match(none.markdown, /^# night-011: nothing was measured\n/);
  assert.match(none.markdown, /\n12 comparisons did not fit into the budget\.\n/);
  assert.doesNotMatch(none.markdown, /A check or an algebraic claim failed/);
  assert.equal(none.exitCode, 1);
});

Deno.test("a failed check exits with 1, and no name of a dataset becomes Markdown", async () => {
  const { exitCode, markdown } = await lastOf(22, { failed: true });
  assert.equal(exitCode, 1);
  assert.match(markdown, /A check or an algebraic claim failed/);
  assert.doesNotMatch(markdown, /[^\\]\]\(javascript|<b>|^# c/m);
});

Deno.test("a night that confirms an improvement alone exits with 0, under a heading of its own", async () => {
  const { exitCode, confirmed, markdown } = await lastOf(22, { factor: 0.8 });
  assert.deepEqual(
    confirmed.filter(({ change }) => change.series.head.metric === "time").map(({ change }) => change.kind),
    ["improvement"],
  );
  assert.equal(exitCode, 0);
  assert.match(markdown, /^# night-022: no regression\n/);
  assert.match(markdown, /, 21 sessions before it, /);
  assert.match(markdown, /## Improvements\n\n- /);
  assert.doesNotMatch(markdown, /## Regressions|## Await another night/);
});

Deno.test("half of all timed cells that step in one night point at the machine, fewer do not", async () => {
  const half = await lastOf(22, { suites: 8, workloads: 1 });
  assert.match(half.markdown, /\n8 of 16 timed cells stepped together: look at the machine/);
  const fewer = await lastOf(22, { suites: 8, workloads: 2 });
  assert.doesNotMatch(fewer.markdown, /stepped together/);
  // In fewer than eight timed cells, half of them say nothing.
  const few = await lastOf(22, { suites: 3, workloads: 1 });
  assert.doesNotMatch(few.markdown, /stepped together/);
});

Deno.test("a list of many steps ends with the number of the others", async () => {
  const { markdown, confirmed } = await lastOf(22, { suites: 21, workloads: 2 });
  const regressions = confirmed.filter(({ change }) => change.kind === "regression").length;
  assert.ok(regressions > 20);
  const left = regressions - 20;
  assert.match(markdown, new RegExp(`\n- ${left} more ${left === 1 ? "is" : "are"} on the site\n`));
});

Deno.test("sessions that are dated after the night are named, since a clock was wrong", async () => {
  await inFolder(async (root) => {
    const night = async (session: string) =>
      (await nightly({
        root,
        run: async () => {
          await writeNights(root, { nights: 4, suites: 1, workloads: 1, noise: 0.01 });
          return { session, failed: false };
        },
      })).markdown;
    assert.doesNotMatch(await night("night-004"), /Dated after/);
    const back = await night("night-001");
    assert.match(back, / 0 sessions before it/);
    assert.match(
      back,
      /^Dated after this night: night-002 of 2026-01-\d\d 02:00, night-003 of \S+ 02:00 and 1 more\. A clock/m,
    );
  });
});
