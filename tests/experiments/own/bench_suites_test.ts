/**
 * The suites of the bench: their graphs, their targets, and the contenders that lines name.
 *
 * @module
 */
import assert from "node:assert/strict";
import { benchSuites } from "../../../experiments/bench/bench.ts";
import { NO_DATASET } from "../../../experiments/lab.ts";
import { benchSpmm } from "../../../experiments/own/bench/spmm.ts";
import { rmatMatrix } from "../../../experiments/own/rmat_graph.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { selectSuites } from "../../../experiments/suites.ts";

Deno.test("products are of eight graphs and four widths, the R-MAT graph with 16 million edges", () => {
  const workloads = benchSpmm.workloads(PROFILES.standard);
  assert.equal(new Set(workloads.map(({ factors }) => factors.graph)).size, 8);
  assert.equal(workloads.length, 8 * 4);
  const rmat = (profile: keyof typeof PROFILES) =>
    benchSpmm.workloads(PROFILES[profile]).find(({ factors }) => factors.graph === "rmat")!.factors.edges;
  assert.equal(rmat("standard"), 2 ** 24);
  assert.equal(rmat("smoke"), PROFILES.smoke.maxStoredEdges);
});

Deno.test("every line names contenders of its suite and says what it is against", () => {
  for (const suite of benchSuites()) {
    const ids = new Set(suite.contenders.map(({ id }) => id));
    for (const line of suite.bench) {
      assert.ok(ids.has(line.of), `${suite.id}: ${line.of}`);
      if (line.kind === "ratio") assert.ok(ids.has(line.over), `${suite.id}: ${line.over}`);
    }
  }
});

Deno.test("the bench's own suites run only when named", () => {
  const ran = new Set(selectSuites(["own"]).map(({ id }) => id));
  const own = benchSuites().filter(({ id }) => id.startsWith("own/bench-"));
  assert.equal(own.length, 6);
  for (const { id } of own) assert.ok(!ran.has(id), id);
});

Deno.test("an R-MAT matrix has the edges that were asked for, with a self-loop a vertex", () => {
  const { rows, colIdx } = rmatMatrix({ seed: 1 }, NO_DATASET, { edges: 10_000, degree: 16 });
  assert.equal(rows, 625);
  assert.equal(colIdx.length, 10_000 + 625);
});
