/** @module */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { IdOrder } from "../../datasets/generators/id_order.ts";
import { standInFamily } from "../../datasets/generators/families.ts";
import { drawStandIn, type StandInFamily } from "../../datasets/generators/family.ts";
import { PairSet } from "../../datasets/generators/pair_set.ts";
import { chooseScale, formatDatasetName, parseDatasetName } from "../../datasets/generators/stand_in.ts";
import { WeightedDraw } from "../../datasets/generators/weighted_draw.ts";
import { loadDataset } from "../../datasets/load.ts";
import { datasetRecord } from "../../datasets/registry.ts";
import { assertCsr, type CsrMatrix, nnz } from "../../graph/csr.ts";
import { degreeStatistics } from "../../graph/degrees.ts";
import { availableMemory } from "../../platform/available_memory.ts";
import { MissingError, OutOfMemoryError, UsageError } from "../../platform/errors.ts";

const NOWHERE = { environmentDir: "", cacheDir: "/nonexistent" };

function assertSimple(graph: CsrMatrix): void {
  assertCsr(graph);
  const stored = new Set<number>();
  for (let v = 0; v < graph.rows; v++) {
    for (let e = graph.rowPtr[v]; e < graph.rowPtr[v + 1]; e++) stored.add(v * graph.rows + graph.colIdx[e]);
  }
  for (const pair of stored) {
    const v = Math.floor(pair / graph.rows), u = pair % graph.rows;
    assert.notEqual(v, u, "a self-loop");
    assert.ok(stored.has(u * graph.rows + v), "one direction is missing");
  }
}

function mixingOf(graph: CsrMatrix, community: Uint32Array | Int32Array): number {
  let between = 0;
  for (let v = 0; v < graph.rows; v++) {
    for (let e = graph.rowPtr[v]; e < graph.rowPtr[v + 1]; e++) {
      if (community[v] !== community[graph.colIdx[e]]) between++;
    }
  }
  return between / nnz(graph);
}

Deno.test("names: what is formatted is parsed, everything else is refused", () => {
  fc.assert(fc.property(
    fc.constantFrom("cora", "web-google", "amazon0505"),
    fc.oneof(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 11, max: 99 }).map((n) => n / 10)),
    fc.oneof(
      fc.constantFrom<IdOrder>("drift", "shuffled", "community"),
      fc.integer({ min: 1, max: 99 }).map((percent): IdOrder => `mixed-${percent}`),
    ),
    (id, scale, ids) => {
      const name = { id, standIn: { scale, ids } };
      assert.deepEqual(parseDatasetName(formatDatasetName(name)), name);
      assert.deepEqual(parseDatasetName(formatDatasetName({ id })), { id });
    },
  ));
  assert.equal(formatDatasetName(parseDatasetName("reddit@1/16:shuffled")), "reddit@1/16");
  for (
    const bad of [
      "reddit@1/0",
      "reddit@1/016",
      "reddit@2/16",
      "reddit@1/1.55",
      "reddit@1/2.0",
      "reddit@1/0.5",
      "reddit@1/16:mixed",
      "reddit@1/16:mixed-0",
      "reddit@1/16:mixed-05",
      "reddit@1/16:mixed-100",
      "reddit@1/16:",
      "reddit@1/16:full",
      "reddit@",
      "reddit:drift",
      "reddit@1/16:fill",
      "reddit@1/16 ",
      "reddit@1/99999999",
      "re..ddit",
      "reddit/../x",
      "reddit@1/16\n",
    ]
  ) {
    assert.throws(() => parseDatasetName(bad), UsageError, bad);
  }
});

Deno.test("the profiles' maxima give these scales", () => {
  const name = (id: string, max: number) =>
    formatDatasetName({ id, standIn: chooseScale(datasetRecord(id), max) });
  assert.equal(name("reddit", 8e6), "reddit@1/16");
  assert.equal(name("archaea", 8e6), "archaea@1/32");
  assert.equal(name("reddit", 2e4), "reddit@1/1024");
  assert.equal(name("archaea", 2e4), "archaea@1/8192");
  assert.equal(name("reddit", Infinity), "reddit@1/1");
});

Deno.test("the alias method draws with the given weights", () => {
  const weights = Float64Array.of(9, 1, 2, 3, 0.5, 3.5);
  const draw = new WeightedDraw(weights, 1, 6);
  const counts = new Float64Array(5);
  const n = 1_000_000;
  for (let i = 0; i < n; i++) counts[draw.pick(i * 4294.967296 >>> 0)]++;
  for (let i = 0; i < 5; i++) assert.ok(Math.abs(counts[i] / n - weights[i + 1] / 10) < 1e-4, `weight ${i}`);
});

Deno.test("a pair set knows exactly what was added", () => {
  const set = new PairSet();
  fc.assert(fc.property(fc.array(fc.tuple(fc.nat(30), fc.integer({ min: 0, max: 2 ** 26 - 1 }))), (list) => {
    set.reset(list.length);
    const seen = new Set<string>();
    for (const [u, v] of list) {
      assert.equal(set.add(u, v), !seen.has(`${u},${v}`));
      seen.add(`${u},${v}`);
    }
  }));
});

Deno.test("the seed decides the graph", async () => {
  const load = async (seed: number) => (await loadDataset("reddit@1/512", { ...NOWHERE, seed })).hash;
  assert.equal(await load(1), await load(1));
  assert.notEqual(await load(1), await load(2));
});

Deno.test("plain stand-ins keep the published average degree, skew and community size", async () => {
  // A fifth and a twentieth of the edges leave, and more, since the greatest degrees exceed a community.
  for (const [name, mixing] of [["ogbn-products@1/64", 0.34], ["archaea@1/256", 0.05]] as const) {
    const { graph, labels, classes, counts, note, hash } = await loadDataset(name, NOWHERE);
    const record = datasetRecord(name.split("@")[0]);
    const { mean, max, median } = degreeStatistics(graph);
    const meanRatio = mean * record.counts.vertices / record.counts.storedEdges;
    assert.ok(Math.abs(meanRatio - 1) < 0.001, `${name}: ${meanRatio}`);
    assert.ok(max > 3 * median, `${name}: greatest degree ${max}, median ${median}`);
    assert.ok(mixingOf(graph, labels!) < mixing + 0.02);
    assert.equal(classes, record.classes);
    assert.equal(counts.storedEdges, 2 * counts.undirectedEdges);
    assert.equal(note, "");
    assert.match(hash, /^[0-9a-f]{64}$/);
  }
});

Deno.test("classes are communities, or equal parts of them where a small graph has fewer", async () => {
  const many = await loadDataset("archaea@1/256", NOWHERE);
  assert.ok(mixingOf(many.graph, many.labels!) < 0.07, "78 communities, 10 classes");
  const { labels, graph } = await loadDataset("reddit@1/128:community", NOWHERE);
  const sizes = new Uint32Array(41);
  labels!.forEach((label) => sizes[label]++);
  assert.ok(sizes.every((size) => Math.abs(size - graph.rows / 41) <= 1), `${sizes}`);
  const shuffled = await loadDataset("reddit@1/128", NOWHERE);
  const between = mixingOf(shuffled.graph, shuffled.labels!);
  assert.ok(1 - between > 3 / 41, "neighbours share a class more often than by chance");
  assert.equal(between, mixingOf(graph, labels!), "whatever the order of the ids");
});

Deno.test("a scale that saturates the graph is capped and says so; one that leaves nothing is refused", async () => {
  const { graph, note } = await loadDataset("reddit@1/1024", NOWHERE);
  assertSimple(graph);
  assert.match(note, /no room for 111930 stored edges/);
  await assert.rejects(loadDataset("reddit@1/10000", NOWHERE), UsageError);
});

Deno.test("the stand-in's split has the published shares and its parts are disjoint", async () => {
  const { split, graph } = await loadDataset("reddit@1/128", NOWHERE);
  const all = [...split!.train, ...split!.validation, ...split!.test];
  assert.equal(new Set(all).size, graph.rows);
  assert.ok(Math.abs(split!.train.length / graph.rows - 153_431 / 232_965) < 0.001);
});

Deno.test("a missing dataset becomes its stand-in with a reason, an error where strict or without a family", async () => {
  const loaded = await loadDataset("archaea", { ...NOWHERE, maxStoredEdges: 20_000 });
  assert.equal(loaded.id, "archaea@1/8192");
  assert.equal(loaded.kind, "stand-in");
  assert.match(loaded.note, /^206436882 stored edges, above the maximum of 20000\./);
  assert.match((await loadDataset("cora", NOWHERE)).note, /^Files not found\./);
  const missing = (name: string, options: object, message: RegExp) =>
    assert.rejects(
      loadDataset(name, { ...NOWHERE, ...options }),
      (error) => error instanceof MissingError && error.exitCode === 3 && message.test(error.message),
    );
  await missing("reddit", { strict: true }, /datasets fetch reddit/);
  await missing("reddit", { strict: true, maxStoredEdges: 20_000 }, /Next: choose a larger profile$/);
  await missing("web-notredame", {}, /datasets fetch web-notredame/);
  await missing("web-notredame@1/2", {}, /no stand-in family/);
});

Deno.test("a graph for which no machine has the memory is refused before it is drawn", () => {
  const family: StandInFamily = { ...standInFamily("archaea")!, vertices: 2 ** 40, storedEdges: 2 ** 46 };
  assert.throws(
    () => drawStandIn(family, { scale: 1, ids: "shuffled" }, 1, availableMemory()),
    (error) => error instanceof OutOfMemoryError && /use a scale from 1\/[0-9]+/.test(error.message),
  );
});

Deno.test("who names a file where a dataset is wanted reads which verbs take files", () => {
  for (const file of ["/data/mine.mtx", "./mine", "mine.npz", "mine.txt.gz"]) {
    assert.throws(() => parseDatasetName(file), /partition, whose folder train takes as --partition/, file);
  }
  assert.throws(() => parseDatasetName("reddit@1/x"), /Next: see deno task datasets list/);
});
