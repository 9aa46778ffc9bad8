/**
 * Suites that run only when named come into a session that others have begun, and its claims are judged
 * together.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { repro } from "../../../experiments/session/repro.ts";
import type { ReproOptions } from "../../../experiments/session/repro_options.ts";
import { needsOf } from "../../../results/verdicts/needs.ts";
import { readSession } from "../../../results/store/store.ts";

Deno.test("a claim of a suite that was not named says the command that adds it to the session, and that command does", async () => {
  const out = await Deno.makeTempDir();
  try {
    const run = async (papers: string[], options: Partial<ReproOptions> = {}) => {
      const always = { profile: "smoke", device: "wasm", threads: 1, session: "s", quiet: true } as const;
      await repro({ ...always, papers, out, ...options });
      const { claims } = await readSession(join(out, "s"));
      return new Map(claims.map((claim) => [claim.claim_id, claim]));
    };
    const before = await run(["roc/table-3"]), shape = before.get("roc.q.residual-shape")!;
    assert.equal(shape.verdict, "not-run");
    assert.equal(
      shape.reason,
      "roc/figure-7 did not run: deno task repro accuracy --session s --profile smoke",
    );
    assert.match(needsOf(shape)[0].text, /deno task repro accuracy/);
    const other = [...before.values()].find(({ reason }) => / did not run$/.test(reason))!;
    assert.match(needsOf(other)[0].text, /this session left out/);

    const after = await run(["accuracy"], { filter: "suite=roc/figure-7 && workload=shape" });
    assert.equal(after.get("roc.q.residual-shape")!.verdict, "holds");
    const decided = [...before.values()].filter(({ verdict }) => verdict !== "not-run");
    assert.ok(decided.length > 0);
    for (const { claim_id, verdict, evidence } of decided) {
      assert.deepEqual([after.get(claim_id)!.verdict, after.get(claim_id)!.evidence], [verdict, evidence]);
    }
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});
