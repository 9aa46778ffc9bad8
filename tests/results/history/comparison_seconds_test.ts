/**
 * Seconds of comparisons that ran before become the estimate of the next run.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { estimate } from "../../../experiments/session/planning/estimate.ts";
import { repro } from "../../../experiments/session/repro.ts";
import {
  comparisonName,
  comparisonSeconds,
  recordedSeconds,
} from "../../../results/history/comparison_seconds.ts";
import { REFUSED_KEY } from "../../../results/store/journal.ts";
import { SessionStore } from "../../../results/store/store.ts";
import { inFolder } from "../../in_folder.ts";
import { comparison, sessionDocument } from "../session_fixture.ts";

Deno.test("a comparison is estimated by the time that it took last under the same profile, damaged sessions aside", async () => {
  const out = await Deno.makeTempDir();
  try {
    const papers = ["hetu-gnn/section-2-1"];
    const { paths } = await repro({ papers, profile: "smoke", device: "wasm", out, quiet: true });
    const ran = await comparisonSeconds(out, { profile: "smoke" });
    const plan = estimate(papers, { profile: "smoke" }, { here: ran });
    assert.ok(plan.comparisons.length > 0);
    for (const { suite, workload, seconds, basis } of plan.comparisons) {
      assert.equal(basis, "last-time");
      assert.equal(seconds, ran.get(comparisonName(suite, workload)));
    }
    assert.match(plan.text, /as last time/);
    assert.equal((await comparisonSeconds(out, { profile: "standard" })).size, 0);
    assert.equal((await comparisonSeconds(`${out}/none`, { profile: "smoke" })).size, 0);
    assert.ok(estimate(papers, { profile: "smoke" }).comparisons.every(({ basis }) => basis !== "last-time"));
    await Deno.writeTextFile(`${paths.session}/journal.jsonl`, "{}\n{}\n");
    assert.equal((await comparisonSeconds(out, { profile: "smoke" })).size, 0);
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});

Deno.test("the moment in which a comparison was refused is no estimate of how long it takes", () =>
  inFolder(async (out) => {
    const papers = ["hetu-gnn/section-2-1"];
    const { paths } = await repro({ papers, profile: "smoke", device: "wasm", out, quiet: true });
    const journal = join(paths.session, "journal.jsonl"), text = await Deno.readTextFile(journal);
    assert.ok((await comparisonSeconds(out, { profile: "smoke" })).size > 0);
    await Deno.writeTextFile(journal, text.replaceAll(/"key":"[^"]*"/g, `"key":"${REFUSED_KEY}"`));
    assert.equal((await comparisonSeconds(out, { profile: "smoke" })).size, 0);
  }));

Deno.test("of several sessions the last tells how long a comparison takes, on any backend or on the one asked for", () =>
  inFolder(async (out) => {
    const write = async (session: string, day: number, backend: string, seconds: number) => {
      const created = `2026-01-0${day}T03:04:05Z`, document = sessionDocument({ session, created });
      const create = { ...document, device: { ...document.device, backend } };
      using store = await SessionStore.open(join(out, session), { create });
      await store.commitComparison({ ...comparison("cora"), seconds });
    };
    // Names do not follow the days.
    await write("c", 1, "wasm", 3);
    await write("a", 2, "wasm", 5);
    await write("b", 3, "x86", 7);
    await Deno.mkdir(join(out, "d"));
    const secondsOf = async (backend?: string) => [
      ...(await comparisonSeconds(out, { profile: "smoke", ...(backend !== undefined && { backend }) }))
        .values(),
    ];
    assert.deepEqual(await secondsOf(), [7]);
    assert.deepEqual(await secondsOf("wasm"), [5]);
    assert.deepEqual(await secondsOf("x86"), [7]);
    assert.deepEqual(await secondsOf("webgpu"), []);
  }));

Deno.test("of recorded sessions those of the nearest backend tell how long a comparison takes", async () => {
  const labels = comparisonName("eppgcn/table-2", "vertices");
  const secondsOn = async (backend?: string) =>
    (await recordedSeconds({ profile: "standard", ...(backend !== undefined && { backend }) })).get(labels)!;
  // A card measures what CPUs model.
  assert.ok(await secondsOn("webgpu") > 100);
  for (const backend of ["x86", "wasm", undefined]) assert.ok(await secondsOn(backend) < 30, backend);
});
