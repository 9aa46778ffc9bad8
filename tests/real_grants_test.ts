/**
 * Runs under the permissions that users' runs have: nothing is refused that a run asks for, and it finds what
 * a program with all permissions finds. Most other tests have all permissions, under which a refusal that is
 * caught and replaced by a default does not show.
 *
 * @module
 */
import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { compileYardstick } from "../experiments/peers/yardstick/library.ts";
import { cacheFolder } from "../platform/files/user_folders.ts";
import { findLibrary, NATIVE_LIBRARIES } from "../platform/native/native_library.ts";
import { BUSY_FACT } from "../results/environment_text.ts";
import { reasonBesideOthers } from "../results/others_load.ts";
import { readSession } from "../results/store/store.ts";
import { audited } from "./grant_audit.ts";
import { NO_MACHINE_CODE } from "./hardware/cpu/x86/machine_code.ts";
import { inFolder } from "./in_folder.ts";
import { writeNights } from "./results/history/synthetic_sessions.ts";
import { cli, launch } from "./run_cli.ts";

/** Flags of a run that is soon over, into a folder. */
const quick = (out: string) => ["--profile", "smoke", "--session", "one", "--out", out];
const ONE_PRODUCT = "dataset=cora && width=16 && kernel=row-split-scalar";

/** Command lines that between them open devices, libraries, datasets, caches, threads, ranks and sessions. */
const LINES: readonly ((folder: string) => readonly string[])[] = [
  () => ["doctor"],
  () => ["list"],
  () => ["describe", "spmm/row-split", "--asm"],
  () => ["datasets", "list"],
  () => ["datasets", "fidelity", "cora@1/4"],
  (folder) => ["repro", "hetu-gnn/figure-8", "--filter", "dataset=archaea", ...quick(join(folder, "runs"))],
  (folder) => ["train", "cora", "--ranks", "2", "--epochs", "1", "--out", join(folder, "trainings")],
  (folder) => ["partition", "cora", "--parts", "2", "--out", join(folder, "parts")],
  (folder) => ["report", "night-001", "--out", folder],
  (folder) => ["compare", "night-001", "night-002", "--out", folder],
  (folder) => ["noise", "night-001", "--out", folder],
  (folder) => ["bundle", join(folder, "night-001")],
  (folder) => ["dashboard", "--out", folder, "--site", join(folder, "site")],
  (folder) => ["gc", "--caches", "--out", folder],
  (folder) => ["try", "--to", join(folder, "try.html")],
];

/** Runs after which a file of the system counts as refused. */
const ATTEMPTS = 3;

/** Permissions that a run refuses, and files of the system that each of three runs does, in new folders. */
async function refusedBy(line: (folder: string) => readonly string[]): Promise<readonly string[]> {
  let perhaps: readonly string[] | undefined;
  for (let attempt = 0; attempt < ATTEMPTS && perhaps?.length !== 0; attempt++) {
    const run = await inFolder(async (folder) => {
      await writeNights(folder, { nights: 2, suites: 1, workloads: 1, noise: 0.01 });
      return await audited(line(folder));
    });
    assert.equal(run.code, 0, run.said);
    if (run.refused.length > 0) return [...run.refused, ...run.perhaps];
    perhaps = perhaps?.filter((each) => run.perhaps.includes(each)) ?? run.perhaps;
  }
  return perhaps!;
}

for (const line of LINES) {
  Deno.test(`nothing is refused that a run asks for: ${line("FOLDER").join(" ")}`, async () =>
    assert.deepEqual(await refusedBy(line), []));
}

/** A cache folder whose entries are links to those of the user's. */
async function linkedCache(folder: string): Promise<string> {
  const cache = join(folder, "cache");
  await Deno.mkdir(cache);
  const entries = await Array.fromAsync(Deno.readDir(cacheFolder())).catch(() => []);
  for (const { name } of entries) await Deno.symlink(join(cacheFolder(), name), join(cache, name));
  return cache;
}

if (Deno.build.os === "windows") {
  console.log("real grants: links are not tested, Windows keeps them to some users");
}
Deno.test({
  name:
    "doctor says what it says with all permissions, also of links, and of a library that a variable names",
  ignore: Deno.build.os === "windows",
  fn: () =>
    inFolder(async (folder) => {
      const env: Record<string, string> = { GNN_REPRO_CACHE: await linkedCache(folder) };
      const metis = findLibrary(NATIVE_LIBRARIES.metis);
      if (metis !== undefined) {
        env.GNN_REPRO_METIS = join(folder, basename(metis));
        await Deno.copyFile(metis, env.GNN_REPRO_METIS);
      }
      const [launched, free] = [await launch(["doctor"], env), await cli(["doctor"], env)];
      assert.equal(launched.code, 0, launched.stderr);
      assert.equal(launched.stdout, free.stdout);
      if (metis !== undefined) assert.ok(launched.stdout.includes(`METIS: ${env.GNN_REPRO_METIS}`));
    }),
});

/** Facts that change from one moment to the next. */
const MOMENTARY = ["memory available bytes", "load average"];
/** Facts that are measured: one that other work hides, and one on that work. */
const MEASURED = ["cpu core-to-core latency", BUSY_FACT];
/** The device that tells most of the machine, and nothing that is measured, as a GPU tells its clock. */
const DEVICE = NO_MACHINE_CODE === undefined ? "x86" : "wasm";

Deno.test("a session names the same facts of the machine as one with all permissions", () =>
  inFolder(async (folder) => {
    const environmentOf = async (name: string, run: typeof launch) => {
      const out = join(folder, name);
      const suite = ["own/kernel-ladder", "--device", DEVICE, "--filter", ONE_PRODUCT];
      const { code, stderr } = await run(["repro", ...suite, ...quick(out)]);
      assert.equal(code, 0, stderr);
      const { document } = await readSession(join(out, "one"));
      const facts = Object.entries(document.environment).filter(([name]) => !MEASURED.includes(name));
      return facts.map(([name, value]) => [name, MOMENTARY.includes(name) ? "told" : value]);
    };
    assert.deepEqual(await environmentOf("launched", launch), await environmentOf("free", cli));
  }));

const noYardstick = NO_MACHINE_CODE ?? (await compileYardstick()).reason;
if (noYardstick !== undefined) console.log(`real grants: the C yardstick is not tested, ${noYardstick}`);
Deno.test({
  name: "the bench opens the C yardstick that the launcher has compiled",
  ignore: noYardstick !== undefined,
  fn: () =>
    inFolder(async (folder) => {
      const filter = "dataset=cora && width=64 && form=c-intrinsics";
      const run = ["bench", "--quick", "--device", "x86", "--filter", filter, ...quick(folder)];
      const { stderr } = await launch(run);
      const { rows } = await readSession(join(folder, "one"));
      const times = rows.filter(({ contender, metric }) => contender === "c-intrinsics" && metric === "time");
      assert.deepEqual(times.map((row) => [row.status, reasonBesideOthers(row)]), [["ok", ""]], stderr);
    }),
});
