/**
 * A session says which tuned numbers its comparisons used, and goes on with the same ones or not at all.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { repro } from "../../../experiments/session/repro.ts";
import type { SavedTuning } from "../../../kernels/tuning/saved_tuning.ts";
import { UsageError } from "../../../platform/errors.ts";
import { explainRow } from "../../../results/explain.ts";
import { readSession } from "../../../results/store/store.ts";
import { NO_MACHINE_CODE } from "../../hardware/cpu/x86/machine_code.ts";
import { fixedTuning } from "../../kernels/tuning/fixed_tuning.ts";

Deno.test({
  name: "a session keeps the tuned numbers that it used with their evidence, and is not resumed under others",
  ignore: NO_MACHINE_CODE !== undefined,
  fn: async () => {
    const out = await Deno.makeTempDir();
    const run = async (session: string, tuning?: SavedTuning) => {
      await repro({
        papers: ["own/kernel-ladder"],
        filter: "dataset=cora && width=128",
        profile: "smoke",
        device: "x86",
        threads: 1,
        deviceMemory: 2 ** 28,
        out,
        session,
        quiet: true,
        ...(tuning && { tuning }),
      });
      return await readSession(join(out, session));
    };
    try {
      const tuning = fixedTuning([128], { panel: 3 }), tuned = await run("tuned", tuning);
      const [entry] = tuned.journal, name = "entry sums, 128 columns, X within the last cache";
      assert.deepEqual(entry.tuned, [name]);
      assert.deepEqual(tuned.document.tuning, tuning.choices);
      assert.equal(tuned.document.environment.tuning, tuning.digest);
      const timed = tuned.rows.filter(({ metric, status }) => metric === "time" && status === "ok");
      assert.ok(timed.length > 3, "tuned code is timed as any other");
      const text = await explainRow(join(out, "tuned"), timed[0].cell);
      assert.match(text, /Tuned numbers of its comparison:\n +entry sums, .*: panel 3 in place of 16\n/);
      assert.match(text, /processor ms with panel 3: 3\.500 4\.250/);

      const again = await run("tuned", fixedTuning([128], { panel: 3 }));
      assert.equal(again.journal.length, tuned.journal.length, "nothing is run again");
      for (const other of [undefined, fixedTuning([128], { panel: 2 })]) {
        await assert.rejects(run("tuned", other), (error) => {
          assert.ok(error instanceof UsageError);
          assert.match(
            error.message,
            /resume session "tuned": found tuning .*, wanted tuning [0-9a-f]{64}, as/,
          );
          return true;
        });
      }

      const plain = await run("plain", fixedTuning([128], { panel: 16 }));
      assert.equal(plain.document.environment.tuning, undefined);
      assert.notEqual(plain.journal[0].key, entry.key);
      assert.deepEqual(plain.journal[0].subject, entry.subject, "the question is the same");
      const untuned = await run("plain");
      assert.equal(untuned.journal.length, plain.journal.length, "defaults that were kept are the defaults");
      assert.doesNotMatch(await explainRow(join(out, "plain"), timed[0].cell), /in place of/);
    } finally {
      await Deno.remove(out, { recursive: true });
    }
  },
});
