import assert from "node:assert/strict";
import { artifacts, otherSuites } from "../../experiments/artifacts.ts";

Deno.test("every artifact of the papers is listed once, by paper and number", () => {
  const sections = artifacts().map(({ section }) => section);
  assert.equal(new Set(sections).size, sections.length);
  const counts = [8, 23, 11, 14, 9];
  assert.deepEqual(
    sections,
    counts.flatMap((count, paper) => Array.from({ length: count }, (_, i) => `${paper + 1}.2.${i + 1}`)),
  );
});

Deno.test("every suite of a paper produces an artifact, but those of our own questions", () => {
  assert.deepEqual(otherSuites().filter((id) => !OWN_QUESTIONS.has(id)), []);
});

const OWN_QUESTIONS: ReadonlySet<string> = new Set(["eppgcn/accuracy"]);
