/**
 * A session says which tuned numbers its comparisons used, and goes on with the same ones or not at all.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { repro } from "../../../experiments/session/repro.ts";
import { SavedTuning } from "../../../kernels/tuning/saved_tuning.ts";
import { UsageError } from "../../../platform/errors.ts";
import { explainRow } from "../../../results/explain.ts";
import { readSession } from "../../../results/store/store.ts";
import { NO_MACHINE_CODE } from "../../hardware/cpu/x86/machine_code.ts";
import { adapterInUse } from "../../hardware/webgpu/any_adapter.ts";
import { fixedLaunches, fixedTuning } from "../../kernels/tuning/fixed_tuning.ts";

Deno.test({
  name: "a session keeps the tuned numbers that it used with their evidence, and is not resumed under others",
  ignore: NO_MACHINE_CODE !== undefined,
  fn: async () => {
    const out = await Deno.makeTempDir();
    const run = async (session: string, tuning?: SavedTuning) => {
      await repro({
        papers: ["own/kernel-ladder"],
        filter: "dataset=cora && width=128 && contender~row-split",
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
      const text = await explainRow(join(out, "tuned"), { cell: timed[0].cell });
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
      assert.doesNotMatch(await explainRow(join(out, "plain"), { cell: timed[0].cell }), /in place of/);
    } finally {
      await Deno.remove(out, { recursive: true });
    }
  },
});

Deno.test({
  name: "a session on an adapter finds its tuning once the device is open, and explains it",
  ignore: adapterInUse === undefined,
  fn: async () => {
    const out = await Deno.makeTempDir();
    try {
      const choices = fixedLaunches("row-split", 128, { load: 8, workgroup: 128 });
      const tuning = new SavedTuning(choices, 2 ** 24), asked: string[] = [];
      await repro({
        papers: ["own/kernel-ladder"],
        filter: "dataset=cora && width=128 && contender=row-split",
        profile: "smoke",
        device: "webgpu",
        out,
        session: "tuned",
        quiet: true,
        tuning: ({ backend, name }) => {
          asked.push(`${backend}, ${name}`);
          return Promise.resolve(tuning);
        },
      });
      assert.deepEqual(asked, [`webgpu, ${adapterInUse}`]);
      const { journal: [entry], document, rows } = await readSession(join(out, "tuned"));
      assert.deepEqual(entry.tuned, ["row-split, 128 columns, X within the last cache"]);
      assert.deepEqual(document.tuning, choices);
      assert.equal(document.environment.tuning, tuning.digest);
      const checked = rows.find(({ contender, metric }) => contender === "row-split" && metric === "time");
      assert.ok(checked !== undefined && checked.rel_err !== undefined, "checked with the tuned parameters");
      const text = await explainRow(join(out, "tuned"), { cell: checked.cell });
      assert.match(text, /row-split, 128 columns, X within the last cache: load 8 in place of 16\n/);
      assert.match(text, /: workgroup 128 in place of 64\n/);
      assert.match(text, /ms by gpu-timestamp with workgroup 128: 3\.500 4\.250/);
    } finally {
      await Deno.remove(out, { recursive: true });
    }
  },
});
