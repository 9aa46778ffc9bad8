/**
 * Verbs that run suites take the numbers that `tune` has kept for the device.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { SavedTuning } from "../../../kernels/tuning/saved_tuning.ts";
import { conditionsHere } from "../../../kernels/tuning/tuning_conditions.ts";
import { writeTuning } from "../../../kernels/tuning/tuning_file.ts";
import { readSession } from "../../../results/store/store.ts";
import { NO_MACHINE_CODE } from "../../hardware/cpu/x86/machine_code.ts";
import { inFolder } from "../../in_folder.ts";
import { fixedChoices } from "../../kernels/tuning/fixed_tuning.ts";
import { cliInTurn } from "../../run_cli.ts";

/** A run of seconds. */
const LADDER = ["own/kernel-ladder", "--filter", "dataset=cora && width=128 && contender=row-split"];

Deno.test({
  name: "repro, nightly and advise take the numbers that tune has kept",
  ignore: NO_MACHINE_CODE !== undefined,
  fn: () =>
    inFolder(async (folder) => {
      const conditions = conditionsHere(1);
      assert.ok(conditions !== undefined);
      const choices = fixedChoices([128], { panel: 3 }), cache = join(folder, "cache");
      await writeTuning({ conditions, made: "2026-11-29T00:00:00.000Z", choices }, join(cache, "tuning"));
      const { digest } = new SavedTuning(choices, conditions.cacheBytes);

      await Deno.writeTextFile(join(folder, "ring.txt"), "0 1\n1 2\n2 0\n");
      const lines = [
        ...["repro", "nightly"].map((verb) => [verb, ...LADDER, "--out", join(folder, verb)]),
        ["advise", join(folder, "ring.txt"), "--width", "128", "--out", join(folder, "advise")],
      ];
      const env = { GNN_REPRO_CACHE: cache, GNN_REPRO_TUNING: "" };
      const small = ["--profile", "smoke", "--device", "x86", "--threads", "1"];
      const outcomes = await cliInTurn(lines.map((args) => ({ args: [...args, ...small], env })));
      for (const [i, [verb]] of lines.entries()) {
        const { stderr } = outcomes[i], root = join(folder, verb);
        const session = [...Deno.readDirSync(root)].find(({ name }) => name !== "site");
        assert.ok(session !== undefined, `${verb}: ${stderr}`);
        const { document: { environment } } = await readSession(join(root, session.name));
        assert.equal(environment.tuning, digest, verb);
      }
    }),
});
