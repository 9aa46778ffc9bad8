/** Times of earlier runs, those on smaller graphs among them. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { PROFILES } from "../../../../experiments/profiles.ts";
import { earlierRuns, scaledSeconds } from "../../../../experiments/session/planning/earlier_runs.ts";
import { estimate } from "../../../../experiments/session/planning/estimate.ts";
import { selectSuites } from "../../../../experiments/suites.ts";
import { comparisonName } from "../../../../results/history/comparison_seconds.ts";
import { SessionStore } from "../../../../results/store/store.ts";
import { inFolder } from "../../../in_folder.ts";
import { comparison, sessionDocument } from "../../../results/session_fixture.ts";

const { standard, paper } = PROFILES;
const FIGURE_8 = "hetu-gnn/figure-8", REDDIT = comparisonName("hetu-gnn/section-2-2", "reddit");

Deno.test("a comparison takes longer on a larger graph, by its entries where it is joint or exact", () => {
  const suites = selectSuites(["hetu-gnn/section-2-2"]), took = new Map([[REDDIT, 2]]);
  const scaled = scaledSeconds(suites, took, { from: standard, to: paper });
  const entries = (profile: "standard" | "paper") =>
    estimate(["hetu-gnn/section-2-2"], { profile, filter: "workload=reddit" }).comparisons[0].storedEdges;
  assert.equal(scaled.get(REDDIT), 2 * entries("paper") / entries("standard"));
  assert.deepEqual([...scaled.keys()], [REDDIT], "what never ran stays unknown");
});

Deno.test("what has no graph, and what ran on a larger one, takes as long again", () => {
  const names = ["sweep", "reddit"].map((workload) => comparisonName("fastgl/table-3", workload));
  const suites = selectSuites(["fastgl/table-3"]);
  const took = new Map(names.map((name) => [name, 3]));
  assert.deepEqual([...scaledSeconds(suites, took, { from: standard, to: paper })], [[names[0], 3]]);
  const back = scaledSeconds(selectSuites(["hetu-gnn/section-2-2"]), new Map([[REDDIT, 2]]), {
    from: paper,
    to: standard,
  });
  assert.equal(back.get(REDDIT), 2);
});

Deno.test("published sizes are estimated by the profile standard, here before elsewhere, and never by smoke", () =>
  inFolder(async (out) => {
    const suites = selectSuites([FIGURE_8]);
    const of = async () =>
      (await earlierRuns(suites, paper, { out, backend: "x86" })).scaled!
        .get(comparisonName(FIGURE_8, "reddit"))!;
    const recorded = await of();
    assert.ok(recorded > 0, "recorded sessions have it");
    let day = 1;
    const write = async (session: string, seconds: number, profile = session) => {
      const document = sessionDocument({ session, created: `2026-01-0${day++}T03:04:05Z`, profile });
      const create = { ...document, device: { ...document.device, backend: "x86" } };
      using store = await SessionStore.open(join(out, session), { create });
      await store.commitComparison({ ...comparison("reddit"), seconds });
    };
    await write("smoke", 1e6);
    assert.equal(await of(), recorded);
    await write("standard", 7);
    const seven = await of();
    assert.ok(seven > 7 && seven !== recorded, `${seven}`);
    await write("standard-again", 14, "standard");
    assert.equal(await of(), 2 * seven);
    const { scaled = new Map() } = await earlierRuns(suites, standard, { out });
    assert.equal(scaled.size, 0, "standard has no smaller profile that says anything");
  }));

Deno.test("a plan at published sizes says which times come from smaller graphs", async () => {
  const papers = ["distgnn-mb/table-1"], suites = selectSuites(papers), out = "/nonexistent";
  const { text, comparisons } = estimate(
    papers,
    { profile: "paper" },
    await earlierRuns(suites, paper, { out }),
  );
  assert.ok(comparisons.every(({ basis }) => basis === "smaller-graph"));
  assert.match(text, / about [^,]+, from a smaller graph$/m);
  assert.doesNotMatch(text, /not timed yet/);
});
