import assert from "node:assert/strict";
import { catalog, describe, renderCatalog } from "../../experiments/catalog.ts";

Deno.test("the description of a kernel names the format of its features where it is not float32", () => {
  assert.match(describe("spmm/row-split-bf16"), /^Reads its dense inputs in bf16/m);
  assert.doesNotMatch(describe("spmm/row-split"), /Reads its dense inputs/);
});

Deno.test("a group of suites is described with its suites, its claims and the command, and is listed", () => {
  const text = describe("accuracy");
  for (const words of ["roc/figure-7", "fastgl.q.convergence", "deno task repro accuracy"]) {
    assert.ok(text.includes(words), words);
  }
  assert.match(renderCatalog(catalog()), /^Groups of suites\n {2}accuracy .*(\n {14}\S+){5}$/m);
});

Deno.test("the list keeps the longest names apart from what stands beside them", () => {
  const { suites, kernels } = catalog(), lines = renderCatalog(catalog()).split("\n");
  const described = [
    ...suites.map(({ id, question }) => [id, question]),
    ...kernels.map(({ operation, kernel, mapping }) => [`${operation}/${kernel}`, mapping]),
  ];
  for (const [name, words] of described) {
    assert.ok(lines.some((line) => line.startsWith(`  ${name}  `) && line.endsWith(`  ${words}`)), name);
  }
});

Deno.test("a misspelt name gets the nearest ones", () => {
  assert.throws(() => describe("fastgl/table8"), /did you mean "fastgl\/table-8"/);
  assert.throws(() => describe("spmm/row-spilt"), /did you mean "spmm\/row-split"/);
});
