import assert from "node:assert/strict";
import { readClaims } from "../../experiments/claims/published_claims.ts";
import { findPaper, publishedPapers } from "../../experiments/papers.ts";
import { PROFILES } from "../../experiments/profiles.ts";
import { joinPublished, readPublished } from "../../experiments/published/mod.ts";
import { premiseConditions } from "../../experiments/session/verdicts/claim_verdicts.ts";
import { declaredCells } from "../../experiments/session/verdicts/declared_cells.ts";
import { cellName } from "../../experiments/cell.ts";
import { paperOf } from "../../experiments/suite.ts";
import { allSuites, registerSuite, selectSuites } from "../../experiments/suites.ts";
import { UsageError } from "../../platform/errors.ts";
import { checkCompoundId, checkSlugBelow } from "../../platform/identifiers.ts";
import { leadingNumber } from "../../results/report/plots/leading_number.ts";
import { metricTexts } from "../../experiments/metrics.ts";

Deno.test("every published row is joined to a cell or has its reason, and no cell claims a number that nobody printed", () => {
  const rows = publishedPapers().flatMap(readPublished);
  const cells = declaredCells(allSuites());
  const { errors, strays, entries } = joinPublished(rows, cells);
  assert.deepEqual(errors, []);
  assert.deepEqual(strays.map(({ cell, metric }) => `${cell} ${metric}`), []);
  assert.ok(entries.some((entry) => entry.cells.length > 0), "nothing is joined");
});

Deno.test("every claim that a suite decides is one that its paper makes, and no claim is decided twice", () => {
  const decided = allSuites().flatMap((suite) =>
    suite.claims.map(({ claimId }) => ({ claimId, paper: paperOf(suite) }))
  );
  assert.equal(new Set(decided.map(({ claimId }) => claimId)).size, decided.length);
  for (const { claimId, paper } of decided) {
    assert.ok(findPaper(paper).tables !== null, `${claimId}: our own suites decide no published claim`);
    assert.ok(readClaims(findPaper(paper)).some((claim) => claim.claimId === claimId), claimId);
  }
  assert.ok(decided.length > 0);
});

Deno.test("the claims table has the premise of every rule, word for word", () => {
  const rules = new Map(allSuites().flatMap(({ claims }) => claims.map((rule) => [rule.claimId, rule])));
  for (const { claimId, tier, premise } of publishedPapers().flatMap(readClaims)) {
    const conditions = premiseConditions(rules.get(claimId) ?? {}, tier);
    assert.equal(premise, conditions.map(({ text }) => text).join("; "), claimId);
  }
});

Deno.test("a claim about a GPU's time that wants long calls wants work for all its threads, or the published graphs", () => {
  const rules = new Map(allSuites().flatMap(({ claims }) => claims.map((rule) => [rule.claimId, rule])));
  const ofGpus = publishedPapers().filter(({ device = "gpu" }) => device === "gpu").flatMap(readClaims);
  // The two that are the system's own: losses are no times, and its epochs run as the paper's do.
  const peers = ["hetu-gnn.q.same-loss", "hetu-gnn.q.single-faster-than-reference"];
  const asked = ofGpus.filter(({ claimId }) => !peers.includes(claimId)).map(({ claimId, tier }) => ({
    claimId,
    texts: premiseConditions(rules.get(claimId) ?? {}, tier).map(({ text }) => text),
  })).filter(({ texts }) => texts.includes("time over that of an empty call >= 20"));
  const wide = ["work items over threads >= 8", "scale >= 1"];
  const narrow = asked.filter(({ texts }) => !texts.some((text) => wide.includes(text)));
  assert.deepEqual(narrow.map(({ claimId }) => claimId), []);
  assert.ok(asked.length > 10);
});

for (const suite of allSuites()) {
  Deno.test(`${suite.id} is well formed: names are unique, the baseline is a contender, plots show metrics that exist`, () => {
    const contenders = suite.contenders.map(({ id }) => id);
    assert.equal(new Set(contenders).size, contenders.length);
    assert.ok(contenders.includes(suite.baseline));
    assert.match(suite.question, /\?$/);
    const metrics = metricTexts(suite.metrics).map(({ id }) => id);
    for (const { metric, x, y, contours = metric, stack = [] } of suite.plots) {
      for (const id of [metric, contours, ...stack]) assert.ok(metrics.includes(id), id);
      for (const axis of [x, y ?? x]) {
        if (axis === "workload" || metrics.includes(axis)) continue;
        const values = suite.workloads(PROFILES.standard).flatMap(({ factors }) => factors[axis] ?? []);
        assert.ok(
          values.some((value) => leadingNumber(String(value)) !== undefined),
          `${axis}: no factor with numbers and no metric`,
        );
      }
    }
    for (const profile of Object.values(PROFILES)) {
      const cells = suite.workloads(profile).flatMap((w) =>
        suite.contenders.map((c) => cellName(suite, w, c))
      );
      assert.ok(cells.length > 0 || suite.furtherWorkloads !== undefined);
      assert.equal(new Set(cells).size, cells.length);
    }
  });
}

Deno.test("without papers the five papers' suites are chosen, ours only when named; artifacts in any spelling", () => {
  assert.ok(selectSuites([]).every((suite) => paperOf(suite) !== "own"));
  assert.ok(selectSuites(["own"]).every((suite) => paperOf(suite) === "own"));
  assert.deepEqual(selectSuites(["hetu-gnn"], "TABLE-3").map(({ id }) => id), ["hetu-gnn/table-3"]);
  assert.deepEqual(selectSuites(["hetu-gnn/figure-8"]).map(({ id }) => id), ["hetu-gnn/figure-8"]);
  assert.throws(() => selectSuites(["hetu"]), UsageError);
  assert.throws(() => selectSuites([], "table 99"), UsageError);
  assert.throws(() => selectSuites(["fastgl"], "tabel 8"), /did you mean "Table 8"/);
});

Deno.test("the name of a group stands for its suites, which run only when named, beside papers and suites", () => {
  const group = allSuites().filter((suite) => suite.group === "accuracy").map(({ id }) => id);
  assert.deepEqual(selectSuites(["accuracy"]).map(({ id }) => id), group);
  const wanted = [
    "distgnn-mb/table-3",
    "eppgcn/accuracy",
    "fastgl/figure-16",
    "roc/figure-6",
    "roc/figure-7",
  ];
  assert.deepEqual(group.toSorted(), wanted);
  const ordinary = selectSuites([]).map(({ id }) => id);
  assert.ok(group.every((id) => !ordinary.includes(id)));
  const both = selectSuites(["roc", "accuracy"]).map(({ id }) => id);
  assert.deepEqual(new Set(both), new Set([...selectSuites(["roc"]).map(({ id }) => id), ...group]));
  assert.deepEqual(selectSuites(["accuracy"], "figure 7").map(({ id }) => id), ["roc/figure-7"]);
  assert.throws(() => selectSuites(["acuracy"]), /did you mean "accuracy"/);
});

Deno.test("a suite's id can be taken once", () => {
  assert.throws(() => registerSuite(allSuites()[0]), UsageError);
});

Deno.test("ids of suites and contenders that could leave a folder or an address are refused", () => {
  const shipped = allSuites()[0], known = allSuites().length;
  const own = { ...shipped, id: "own/from-outside" };
  const wrong = ["", "own", "own/", "own/../x", "own/a/b", "own/A", "own/a b", "own/<b>", "own/a\nb"];
  for (const id of [...wrong, "../x/y", `own/${"a".repeat(65)}`]) {
    assert.throws(() => registerSuite({ ...own, id }), UsageError, id);
  }
  for (const id of ["", "a/b", "..", "a\nb", "<img>", "a b", "é"]) {
    const contenders = [{ id, label: "mine" }];
    assert.throws(() => registerSuite({ ...own, contenders, baseline: id }), UsageError, id);
  }
  assert.equal(allSuites().length, known);
});

Deno.test("shipped suites have ids that a registered one could have", () => {
  for (const suite of allSuites()) {
    checkSlugBelow("a suite", suite.id, paperOf(suite));
    for (const contender of suite.contenders) checkCompoundId("a contender", contender.id);
  }
});
