import assert from "node:assert/strict";
import { rmat } from "../../../datasets/generators/rmat.ts";
import { capability } from "../../../graph/partitions/capability.ts";
import { openMetis, partitionMetis } from "../../../graph/partitions/metis.ts";
import { partitionEngine, partitionGraph } from "../../../graph/partitions/mod.ts";
import { partitionMultilevel } from "../../../graph/partitions/multilevel.ts";
import { MissingError } from "../../../platform/errors.ts";
import { findLibrary, NATIVE_LIBRARIES } from "../../../platform/native/native_library.ts";
import { SHAPES } from "../graph_fixture.ts";
import {
  checkEntryBalance,
  checkQuality,
  checkSecondWeight,
  checkValidity,
  checkVertexWeight,
  communities,
} from "./partition_checks.ts";

const found = capability();
if (!found.present) console.log(`libmetis is not tested: ${found.detail}; ${found.install}`);
const ignore = !found.present;

function withEnvironment(variable: string, value: string, body: () => void): void {
  const before = Deno.env.get(variable);
  Deno.env.set(variable, value);
  try {
    body();
  } finally {
    if (before === undefined) Deno.env.delete(variable);
    else Deno.env.set(variable, before);
  }
}

Deno.test({
  name: "libmetis partitions are valid on every shape, their cut and balance equal a recount",
  ignore,
  fn: () => checkValidity(partitionMetis),
});

Deno.test({
  name: "libmetis partitions of planted communities are balanced, repeat, and cut far less than random ones",
  ignore,
  fn: () => checkQuality(partitionMetis),
});

Deno.test({
  name: "libmetis takes any seed, and as long for a great one as for a small one",
  ignore,
  fn() {
    const graph = rmat({ vertices: 400, edges: 2400 }, 1);
    const cuts = [0, 1, 2, 3, 12_345, 2 ** 31 - 1].map((seed) => partitionMetis(graph, 4, { seed }).edgeCut);
    assert.ok(new Set(cuts).size > 2, `${cuts}`);
  },
});

Deno.test({
  name: "libmetis balances a clustered second weight, vertex weights and entries",
  ignore,
  fn() {
    checkSecondWeight(partitionMetis);
    checkVertexWeight(partitionMetis);
    checkEntryBalance(partitionMetis, 0.01);
  },
});

Deno.test({
  name: "the built-in cut of planted communities is within 1.25 times the libmetis cut",
  ignore,
  fn() {
    for (const count of [2, 8, 20, 40]) {
      const ratio = partitionMultilevel(communities, count).edgeCut /
        partitionMetis(communities, count).edgeCut;
      assert.ok(ratio <= 1.25, `${count} parts: ${ratio}`);
    }
  },
});

Deno.test({
  name: "libmetis is opened at the path that was found and chosen where it is present",
  ignore,
  fn() {
    assert.equal(openMetis(), findLibrary(NATIVE_LIBRARIES.metis));
    assert.equal(found.detail, openMetis());
    assert.equal(partitionEngine(), "libmetis");
    assert.equal(partitionGraph(SHAPES.path, 4).engine, "libmetis");
  },
});

Deno.test("unless told, parts of few vertices are balanced and none is empty, as libmetis leaves some", () => {
  const graph = rmat({ vertices: 400, edges: 2400 }, 1);
  for (const count of [60, 100, 200, 399]) {
    const { parts, balance } = partitionGraph(graph, count);
    assert.equal(new Set(parts).size, count);
    assert.ok(balance <= Math.max(1.03, Math.ceil(400 / count) * count / 400) + 1e-9, `${count}: ${balance}`);
  }
});

Deno.test("without libmetis it is a missing part, and the built-in engine answers under its own name", () => {
  withEnvironment("GNN_REPRO_HIDE_NATIVE", "metis", () => {
    assert.throws(() => partitionMetis(SHAPES.path, 4), MissingError);
    assert.equal(partitionEngine(), "built-in multilevel");
    assert.deepEqual(partitionGraph(SHAPES.path, 4), partitionMultilevel(SHAPES.path, 4));
    const { part, present, fallback } = capability();
    assert.deepEqual({ part, present, fallback }, {
      part: "METIS",
      present: false,
      fallback: "built-in multilevel k-way partitioner",
    });
  });
});

Deno.test("a file that does not load is a missing part, not a crash", () => {
  withEnvironment("GNN_REPRO_METIS", Deno.execPath(), () => {
    assert.throws(() => openMetis(), MissingError);
    assert.equal(partitionEngine(), "built-in multilevel");
    assert.equal(capability().present, false);
  });
});

Deno.test({
  name: "what libmetis prints goes to standard error, and ours before and after it stays on standard output",
  ignore: ignore || Deno.build.os === "windows",
  async fn() {
    const module = (path: string) => JSON.stringify(new URL(`../../../${path}`, import.meta.url).href);
    // One vertex outweighs the others together: parts stay empty, about which METIS prints.
    const code = `
      import { rmat } from ${module("datasets/generators/rmat.ts")};
      import { partitionMetis } from ${module("graph/partitions/metis.ts")};
      const graph = rmat({ vertices: 256, edges: 2000 }, 1);
      console.log("before");
      partitionMetis(graph, 20, { vertexWeight: Uint32Array.from({ length: graph.rows }, (_, v) => v ? 1 : 1e6) });
      console.log("after");`;
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", `data:text/typescript,${encodeURIComponent(code)}`],
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    assert.equal(text(stdout), "before\nafter\n", text(stderr));
    assert.match(text(stderr), /Cannot bisect a graph with 0 vertices/, "the test has to make METIS print");
  },
});
