/** Exit codes of the verb `compare`. @module */
import assert from "node:assert/strict";
import { compareVerb } from "../../../experiments/stored_sessions/compare_verb.ts";
import { inFolder } from "../../in_folder.ts";
import { writeNights } from "../../results/history/synthetic_sessions.ts";

Deno.test("a worse cell fails the verb where that is asked, a better one and a plain comparison do not", () =>
  inFolder(async (out) => {
    const { log } = console;
    try {
      console.log = () => {};
      const regression = { night: 1, factor: 2 };
      await writeNights(out, { nights: 2, suites: 1, workloads: 2, noise: 0, regression });
      const codeOf = async (a: string, b: string, failOnWorse: boolean) =>
        await compareVerb.run({ a, others: [b], out, failOnWorse } as never, {} as never);
      assert.equal(await codeOf("night-001", "night-002", true), 1);
      assert.equal(await codeOf("night-002", "night-001", true), 0);
      assert.equal(await codeOf("night-001", "night-002", false), 0);
    } finally {
      console.log = log;
    }
  }));
