import assert from "node:assert/strict";
import { join } from "node:path";
import { nightly } from "../../results/nightly.ts";
import { inFolder } from "../in_folder.ts";
import { writeNights } from "./history/synthetic_sessions.ts";

/** Nights of which the last is what the verb's own run wrote. */
async function lastOf(nights: number, failed = false) {
  const root = await Deno.makeTempDir();
  try {
    const session = `night-${String(nights).padStart(3, "0")}`;
    return await nightly({
      root,
      run: async () => {
        await writeNights(root, {
          nights,
          suites: 1,
          workloads: 4,
          noise: 0.01,
          regression: { night: 20, factor: 1.2 },
          datasets: ["a](javascript:x)<b>|_\n# c"],
        });
        return { session, failed };
      },
    });
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("the first slow night awaits confirmation, the second exits with 1, and the third raises no second alarm", async () => {
  assert.equal((await lastOf(20)).exitCode, 0);
  const first = await lastOf(21);
  assert.equal(first.exitCode, 0);
  assert.ok(first.unconfirmed.length > 0);
  assert.match(first.markdown, /## Await another night/);
  const second = await lastOf(22);
  assert.equal(second.exitCode, 1);
  assert.match(second.markdown, /^# night\\-022: 1 regression confirmed\n/);
  assert.match(second.markdown, /- SpMM time of RCM × 1\.2/);
  const third = await lastOf(23);
  assert.equal(third.exitCode, 0);
  assert.equal(third.confirmed.length, 0);
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
    assert.match(markdown, /^# night\\-003: its session cannot be read\n/);
  });
});

Deno.test("a failed check exits with 1, and no name of a dataset becomes Markdown", async () => {
  const { exitCode, markdown } = await lastOf(22, true);
  assert.equal(exitCode, 1);
  assert.match(markdown, /A check or an algebraic claim failed/);
  assert.doesNotMatch(markdown, /[^\\]\]\(javascript|<b>|^# c/m);
});
