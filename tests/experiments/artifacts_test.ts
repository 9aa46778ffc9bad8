import assert from "node:assert/strict";
import { artifacts } from "../../experiments/artifacts.ts";
import { publishedPapers } from "../../experiments/papers.ts";

Deno.test("every artifact of a paper is listed once and has a suite of that paper", () => {
  for (const { id, artifacts: own, suites } of publishedPapers()) {
    assert.ok(own.length > 0, id);
    // Two artifacts can have one number: hit rates and load imbalance are both of Section 4.4.
    const names = own.map(({ artifact, title }) => `${artifact} ${title}`);
    assert.equal(new Set(names).size, names.length, id);
    for (const artifact of own) {
      assert.ok(artifact.suites.length > 0 && artifact.suites.every((suite) => suites.includes(suite)), id);
    }
  }
  assert.ok(artifacts().every(({ how }) => how !== ""));
});

Deno.test("every suite of a paper produces an artifact, but those of our own questions", () => {
  for (const { artifacts, suites } of publishedPapers()) {
    const named = new Set(artifacts.flatMap((artifact) => artifact.suites));
    for (const suite of suites) assert.ok(named.has(suite) || OWN_QUESTIONS.has(suite.id), suite.id);
  }
});

const OWN_QUESTIONS: ReadonlySet<string> = new Set(["eppgcn/accuracy", "distgnn-mb/epoch-limits"]);
