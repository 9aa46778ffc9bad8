/**
 * Datasets written in the packings of their publishers are read as they were: edges, labels, split and
 * features, each vertex with its own.
 *
 * @module
 */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import type { FormatId } from "../../../datasets/dataset.ts";
import { graphFormats } from "../../../datasets/formats/formats.ts";
import { int64s, npy, zip } from "./archive_writer.ts";
import { type Contents, filesOf, text } from "./small_files.ts";

/** A dataset as it is to be read. */
interface Written {
  readonly vertices: number;
  readonly edges: readonly (readonly [source: number, target: number])[];
  /** Class of each vertex, -1 for none. */
  readonly labels: readonly number[];
  /** Zeros and ones, `width` for each vertex. */
  readonly bits: readonly number[];
  /** Part of each vertex: 1 to 3, 0 for none. */
  readonly part: readonly number[];
  /** Halves, `width` for each vertex. */
  readonly features: readonly number[];
  readonly width: number;
  /** A permutation of the vertices. */
  readonly order: readonly number[];
  /** Choices of the writer. */
  readonly coin: readonly boolean[];
}

const DATASETS: fc.Arbitrary<Written> = fc.record({
  vertices: fc.integer({ min: 3, max: 9 }),
  width: fc.integer({ min: 2, max: 3 }),
})
  .chain(({ vertices, width }) => {
    const list = <T>(of: fc.Arbitrary<T>, length: number) =>
      fc.array(of, { minLength: length, maxLength: length });
    const id = fc.nat(vertices - 1);
    return fc.record({
      vertices: fc.constant(vertices),
      width: fc.constant(width),
      edges: fc.array(fc.tuple(id, id), { minLength: 3, maxLength: 12, size: "max" }),
      labels: list(fc.integer({ min: -1, max: 4 }), vertices),
      bits: list(fc.nat(1), vertices * width),
      part: list(fc.nat(3), vertices),
      features: list(fc.integer({ min: -9, max: 9 }).map((value) => value / 2), vertices * width),
      order: fc.shuffledSubarray(Array.from({ length: vertices }, (_, v) => v), { minLength: vertices }),
      coin: list(fc.boolean(), 8),
    });
  });

/** Parts of a dataset that a packing holds. */
type Held = "labels" | "bits" | "part" | "features";

/** Reads a packing and compares all that it holds. */
async function assertRead(
  id: FormatId,
  contents: Contents,
  written: Written,
  held: readonly Held[],
): Promise<void> {
  const { vertices, width, labels, bits, part } = written;
  const read = await graphFormats[id].read(filesOf(contents), {
    listed: "directed",
    symmetrise: false,
    selfLoops: "keep",
  });
  const { source, target, count } = read.edges;
  assert.equal(read.edges.vertices, vertices, id);
  assert.deepEqual(Array.from({ length: count }, (_, e) => [source[e], target[e]]), written.edges, id);
  const has = (what: Held) => held.includes(what);
  assert.deepEqual(read.labels, has("labels") ? Int32Array.from(labels) : undefined, id);
  assert.equal(read.classes, has("labels") ? Math.max(...labels) + 1 : undefined, id);
  assert.deepEqual(read.multiLabels, has("bits") ? { width, values: Uint8Array.from(bits) } : undefined, id);
  const of = (wanted: number) => Uint32Array.from(part.flatMap((each, v) => each === wanted ? [v] : []));
  const split = { train: of(1), validation: of(2), test: of(3) };
  assert.deepEqual(read.split, has("part") ? split : undefined, id);
  assert.equal(read.denseFeatures?.width, has("features") ? width : undefined, id);
  const dense = await read.denseFeatures?.load();
  assert.deepEqual(dense, has("features") ? Float32Array.from(written.features) : undefined, id);
  assert.equal(read.note === "", has("labels") || has("bits"), read.note);
}

/** Checks a packing of many datasets; `write` gives its files, and what of the dataset they hold. */
function checkPacking(
  name: string,
  id: FormatId,
  write: (
    written: Written,
  ) => { readonly contents: Contents; readonly held: readonly Held[]; readonly as?: Written },
): void {
  Deno.test(`${name}: every vertex has its own edges, labels, part and features`, async () => {
    await fc.assert(fc.asyncProperty(DATASETS, async (written) => {
      const { contents, held, as = written } = write(written);
      await assertRead(id, contents, as, held);
    }));
  });
}

const rows = (values: readonly unknown[], width: number) =>
  Array.from({ length: values.length / width }, (_, row) => values.slice(row * width, (row + 1) * width));
const csv = (values: readonly unknown[], width = 1) =>
  gzipSync(rows(values, width).map((row) => `${row.join(",")}\n`).join(""));
const named = (labels: readonly number[]) => labels.map((label) => label < 0 ? NaN : label);

function features({ features: values, width, coin }: Written): Uint8Array {
  const shape = [values.length / width, width];
  if (coin[0]) return npy("<f8", Float64Array.from(values), shape);
  if (coin[1]) return npy("<f4", Float32Array.from(values), shape);
  return npy("<f2", new Uint16Array(Float16Array.from(values).buffer), shape);
}

checkPacking("IGB", "igb", (written) => {
  const { edges, labels, coin } = written;
  return {
    contents: {
      "edge_index.npy": int64s(edges.flat(), [edges.length, 2]),
      "node_label_19.npy": coin[2] ? int64s(labels) : npy("<f4", Float32Array.from(named(labels))),
      ...(coin[3] && { "node_feat.npy": features(written) }),
    },
    held: ["labels", ...(coin[3] ? ["features" as const] : [])],
  };
});

checkPacking("OGB", "ogb", (written) => {
  const { vertices, edges, labels, bits, part, width, coin } = written;
  const [isZip, isArrays, isSingle, isSplit, hasFeatures] = coin.slice(3);
  const parts = ["train", "valid", "test"].slice(0, isSplit ? 3 : 2).map((name, i) =>
    [`${name}.csv.gz`, csv(part.flatMap((each, v) => each === i + 1 ? [v] : []))] as const
  );
  const sources = edges.map(([s]) => s), targets = edges.map(([, t]) => t);
  const arrays = {
    "data.npz": zip({
      "edge_index.npy": int64s([...sources, ...targets], [2, edges.length]),
      "num_nodes_list.npy": int64s([vertices]),
      ...(hasFeatures && { "node_feat.npy": features(written) }),
    }),
    "node-label.npz": zip({ "node_label.npy": npy("<f4", Float32Array.from(named(labels)), [vertices, 1]) }),
  };
  const texts = {
    "edge.csv.gz": csv(edges.flat(), 2),
    "num-node-list.csv.gz": csv([vertices]),
    "node-label.csv.gz": isSingle
      ? csv(named(labels))
      : csv(bits.map((bit) => coin[0] && bit === 0 ? NaN : bit), width),
    ...(hasFeatures && { "node-feat.csv.gz": csv(written.features, width) }),
  };
  const files: Contents = { ...(isArrays ? arrays : texts), ...Object.fromEntries(parts) };
  const packed = Object.fromEntries(Object.entries(files).map(([name, file]) => [`small/raw/${name}`, file]));
  return {
    contents: isZip ? { "small.zip": zip(packed) } : files,
    held: [
      isArrays || isSingle ? "labels" : "bits",
      ...(isSplit ? ["part" as const] : []),
      ...(hasFeatures ? ["features" as const] : []),
    ],
  };
});

checkPacking("Reddit", "reddit", (written) => {
  const { vertices, edges, labels, part, coin } = written;
  const graph = zip({
    "row.npy": int64s(edges.map(([s]) => s)),
    "col.npy": int64s(edges.map(([, t]) => t)),
    "shape.npy": int64s([vertices, vertices]),
  });
  const data = zip({
    "feature.npy": features(written),
    "label.npy": int64s(labels),
    "node_types.npy": int64s(part),
  });
  const files = { "reddit_graph.npz": graph, "reddit_data.npz": data };
  return { contents: coin[4] ? files : { "reddit.zip": zip(files) }, held: ["labels", "part", "features"] };
});

checkPacking("GraphSAGE", "graphsage", (written) => {
  const { vertices, edges, labels, bits, part, width, order, coin } = written;
  const [isNumbered, isById, linksFirst, isSingle, hasMap] = coin.slice(2);
  const ids = order.map((each) => isNumbered ? each + 5 : `v${each}`);
  const end = (v: number) => isNumbered || isById ? ids[v] : v;
  const nodes = JSON.stringify(ids.map((id, v) => ({ test: part[v] === 3, id, val: part[v] === 2 })));
  const links = JSON.stringify(edges.map(([s, t]) => ({ weight: 1, target: end(t), source: end(s) })));
  const lists = [`"nodes": ${nodes}`, `"links": ${links}`];
  const json = (linksFirst ? lists.toReversed() : lists).join(', "graph": {"nodes": [7]}, ');
  const labelOf = (v: number) => isSingle ? labels[v] : bits.slice(v * width, (v + 1) * width);
  const classMap = order.filter((v) => !(isSingle && labels[v] < 0)).map((v) => [ids[v], labelOf(v)]);
  // Vertex v has row order[v].
  const inRows = new Array<number>(vertices * width);
  written.features.forEach((value, i) => inRows[order[Math.floor(i / width)] * width + i % width] = value);
  return {
    contents: {
      "x-G.json": text(`{${json}}`),
      "x-class_map.json": text(JSON.stringify(Object.fromEntries(classMap))),
      "x-feats.npy": features(hasMap ? { ...written, features: inRows } : written),
      ...(hasMap &&
        { "x-id_map.json": text(JSON.stringify(Object.fromEntries(ids.map((id, v) => [id, order[v]])))) }),
    },
    held: [isSingle ? "labels" : "bits", "part", "features"],
    // Vertices without a flag are training vertices.
    as: { ...written, part: part.map((each) => each === 0 ? 1 : each) },
  };
});

checkPacking("DGL's PPI", "graphsage", (written) => {
  const { vertices, bits, width, coin } = written;
  const begins = [0, 1, vertices - 1, vertices],
    part = Array.from({ length: vertices }, (_, v) => 1 + +(v >= 1) + +(v >= vertices - 1));
  const edges = written.edges.filter(([s, t]) => part[s] === part[t]).toSorted(([a], [b]) =>
    part[a] - part[b]
  );
  const files = Object.fromEntries(["train", "valid", "test"].flatMap((name, i) => {
    const [begin, end] = begins.slice(i, i + 2), within = edges.filter(([s]) => part[s] === i + 1);
    const nodes = Array.from({ length: end - begin }, (_, v) => ({ id: v }));
    const links = within.map(([s, t]) => ({ source: s - begin, target: t - begin }));
    const own = { ...written, features: written.features.slice(begin * width, end * width) };
    return [
      [`${name}_graph.json`, text(JSON.stringify({ nodes, links }))],
      [`${name}_labels.npy`, int64s(bits.slice(begin * width, end * width), [end - begin, width])],
      ...(coin[3] ? [[`${name}_feats.npy`, features(own)]] : []),
    ] as const;
  }));
  return {
    contents: coin[4] ? files : { "ppi.zip": zip(files) },
    held: ["bits", "part", ...(coin[3] ? ["features" as const] : [])],
    as: { ...written, edges, part },
  };
});
