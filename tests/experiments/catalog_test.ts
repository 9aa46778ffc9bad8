import assert from "node:assert/strict";
import { allDatasets } from "../../datasets/registry.ts";
import { catalog, describe, renderCatalog } from "../../experiments/catalog.ts";

Deno.test("the description of a kernel names the format of its features where it is not float32", () => {
  assert.match(describe("spmm/row-split-bf16"), /^Reads its dense inputs in bf16/m);
  assert.doesNotMatch(describe("spmm/row-split"), /Reads its dense inputs/);
});

Deno.test("a group of suites is described with its suites, its claims and the command, and is listed", () => {
  const text = describe("accuracy");
  for (const part of ["roc/figure-7", "fastgl.q.convergence", "deno task repro accuracy"]) {
    assert.ok(text.includes(part), part);
  }
  assert.match(renderCatalog(catalog()), /^Groups of suites\n {2}accuracy .*(\n {14}\S+){5}$/m);
});

Deno.test("a dataset is described with whom to cite, its files, and what papers print of it", () => {
  const cora = describe("cora");
  assert.match(cora, /^Cite {8}Yang, Cohen, Salakhutdinov: Revisiting/m);
  assert.match(
    cora,
    /^Graph {7}2,708 vertices, 10,556 stored edges \(5,278 pairs of vertices\), counted in its files$/m,
  );
  assert.match(
    cora,
    /^Printed {5}eppgcn, Table III, as Cora: 2,708 vertices, 5,278 edges \(every undirected edge once/m,
  );
  assert.match(cora, /^Files {7}Planetoid pickles, 559\.0 KiB: ind\.cora\.x, /m);
  assert.match(cora, /\nGet it: deno task datasets fetch cora\n/);
  assert.match(describe("rmat"), /^Files {7}none: it is drawn when it is loaded$/m);
  assert.doesNotMatch(describe("rmat"), /datasets fetch|fidelity/);
  // Sizes that nobody has published are not stated.
  assert.match(describe("reddit"), /^Files {7}DGL's archive: reddit\.zip$/m);
  for (const { id, citation, printed } of allDatasets()) {
    const lines = describe(id).split("\n");
    assert.ok(lines.includes(`Cite        ${citation}`), id);
    assert.equal(lines.filter((line) => line.startsWith("Printed ")).length, printed.length, id);
    assert.ok(!lines.some((line) => /undefined|NaN| 0 B/.test(line)), id);
  }
});

Deno.test("the list keeps the longest names apart from what stands beside them", () => {
  const { suites, kernels } = catalog(), lines = renderCatalog(catalog()).split("\n");
  const described = [
    ...suites.map(({ id, question }) => [id, question]),
    ...kernels.map(({ operation, kernel, mapping }) => [`${operation}/${kernel}`, mapping]),
  ];
  for (const [name, text] of described) {
    assert.ok(lines.some((line) => line.startsWith(`  ${name}  `) && line.endsWith(`  ${text}`)), name);
  }
});

Deno.test("a misspelt name gets the nearest ones", () => {
  assert.throws(() => describe("pubmd"), /did you mean "pubmed/);
  assert.throws(() => describe("fastgl/table8"), /did you mean "fastgl\/table-8"/);
  assert.throws(() => describe("spmm/row-spilt"), /did you mean "spmm\/row-split"/);
});
