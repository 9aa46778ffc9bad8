/**
 * Mutated files of every format, also within their gzip and ZIP wrappings: a graph that keeps its contract or
 * a typed error, soon and within memory. `GNN_REPRO_FUZZ_SEED` repeats a run.
 *
 * @module
 */
import assert from "node:assert/strict";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import type { FormatId, GraphRule } from "../../../datasets/dataset.ts";
import { bytesSource, readAllBytes } from "../../../datasets/formats/bytes/byte_source.ts";
import type { ReadGraph } from "../../../datasets/formats/format.ts";
import { graphFormats } from "../../../datasets/formats/formats.ts";
import { openZip } from "../../../datasets/formats/bytes/zip.ts";
import { assertCsr } from "../../../graph/csr.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import { ReproError } from "../../../platform/errors.ts";
import { zip } from "./archive_writer.ts";
import { heldMemory } from "./held_memory.ts";
import {
  type Contents,
  filesOf,
  smallGraphsage,
  smallIgb,
  smallMatrixMarket,
  smallMetis,
  smallMusae,
  smallOgb,
  smallOgbArrays,
  smallOgbZip,
  smallPlanetoid,
  smallPpi,
  smallReddit,
  smallScipy,
  smallSnap,
  smallSnapGzip,
  smallTable,
} from "./small_files.ts";
import { shares } from "../../shares.ts";

const MUTATIONS = 500;
const RULE: GraphRule = { listed: "directed", symmetrise: true, selfLoops: "drop" };
const FIXTURES: readonly (readonly [FormatId, Contents])[] = [
  ["snap", smallSnap],
  ["snap", smallSnapGzip],
  ["edge-table", smallTable],
  ["matrix-market", smallMatrixMarket],
  ["metis-graph", smallMetis],
  ["musae", smallMusae],
  ["planetoid", smallPlanetoid()],
  ["igb", smallIgb],
  ["reddit", smallReddit],
  ["ogb", smallOgb],
  ["ogb", smallOgbZip],
  ["ogb", smallOgbArrays],
  ["graphsage", smallGraphsage],
  ["graphsage", smallPpi],
  ["scipy-npz", smallScipy],
];

/** Values that length fields and counts are replaced by, little-endian and as text. */
const HUGE = [0xff, 0xffff, 0x7fffffff, 0xffffffff, 2 ** 40, 2 ** 53].map((value) => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return { bytes, text: new TextEncoder().encode(String(value)) };
});
const INSERTED = [
  "0",
  "-",
  ",",
  "\n",
  "nan",
  "{}",
  "[",
  '"',
  "}",
  "\x00",
  "\x80",
  "(",
  "a 1",
  "999999999999",
];

interface Change {
  readonly kind: "flip" | "cut" | "insert" | "repeat" | "length" | "number";
  /** Where, as a share of the file. */
  readonly at: number;
  readonly value: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom("flip", "cut", "insert", "repeat", "length", "number"),
  at: shares,
  value: fc.nat(255),
});

interface Mutation {
  readonly fixture: number;
  readonly file: number;
  readonly layer: { readonly depth: number; readonly entry: number };
  readonly changes: readonly Change[];
  readonly compactIds: boolean;
}

/** Mutations that once gave a graph without a contract. */
const KNOWN: readonly Mutation[] = [
  // Planetoid: a test vertex among the training vertices.
  { file: 7, changes: [{ kind: "cut", at: 0, value: 49 }], fixture: 4 },
  // IGB: a feature that is NaN.
  { file: 2, changes: [{ kind: "length", at: 0.8, value: 2 }], fixture: 5 },
].map((known) => ({ ...known, layer: { depth: 0, entry: 0 }, compactIds: false } as Mutation));

function spliced(bytes: Uint8Array, at: number, removed: number, added: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(...bytes.subarray(0, at), ...added, ...bytes.subarray(at + removed));
}

/** The first number in decimal digits from `at` on: where it begins and how long it is. */
function numberBehind(bytes: Uint8Array, at: number): [begin: number, length: number] {
  const isDigit = (byte: number) => byte >= 48 && byte <= 57;
  let begin = at;
  while (begin < bytes.length && !isDigit(bytes[begin])) begin++;
  let end = begin;
  while (end < bytes.length && isDigit(bytes[end])) end++;
  return [begin, end - begin];
}

function changed(bytes: Uint8Array, { kind, at: share, value }: Change): Uint8Array {
  const at = Math.floor(share * bytes.length);
  const huge = HUGE[value % HUGE.length];
  switch (kind) {
    case "flip": {
      // A Buffer, which gzip gives, would be sliced without a copy.
      const flipped = Uint8Array.from(bytes);
      if (at < bytes.length) flipped[at] ^= 1 << (value % 8);
      return flipped;
    }
    case "cut":
      return value % 2 === 0 ? bytes.slice(0, at) : spliced(bytes, at, 1 + value % 16, new Uint8Array());
    case "insert":
      return spliced(bytes, at, 0, new TextEncoder().encode(INSERTED[value % INSERTED.length]));
    case "repeat":
      return spliced(bytes, at, 0, bytes.slice(at, at + value));
    case "length": {
      const width = [1, 2, 4, 8][value % 4];
      return spliced(bytes, at, width, huge.bytes.subarray(0, width));
    }
    case "number": {
      const [begin, length] = numberBehind(bytes, at);
      return spliced(bytes, begin, length, huge.text);
    }
  }
}

/** Changes a file, or what is packed in it, so many layers deep; the wrapping around is made anew. */
async function changedWithin(
  bytes: Uint8Array,
  changes: readonly Change[],
  { depth, entry }: { readonly depth: number; readonly entry: number },
): Promise<Uint8Array> {
  const within = (inner: Uint8Array) => changedWithin(inner, changes, { depth: depth - 1, entry });
  if (depth > 0 && bytes[0] === 0x1f && bytes[1] === 0x8b) return gzipSync(await within(gunzipSync(bytes)));
  if (depth > 0 && bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const { entries } = await openZip(bytesSource("x.zip", bytes));
    const contents: Record<string, Uint8Array> = {};
    for (const [i, packed] of entries.entries()) {
      const content = await readAllBytes(packed, 2 ** 20);
      contents[packed.path] = i === entry % entries.length ? await within(content) : content;
    }
    return zip(contents);
  }
  return changes.reduce(changed, bytes);
}

/** Checks the properties of a graph that all users of a reader rely on. */
async function assertContract(read: ReadGraph): Promise<void> {
  const { edges, labels, multiLabels, classes, split, features, denseFeatures } = read;
  const { vertices } = edges;
  const graph = assertCsr(csrFromEdges({ ...edges, symmetrise: true, selfLoops: "drop" }));
  assert.equal(graph.rows, vertices);
  assert.equal(graph.cols, vertices);
  if (labels) {
    assert.equal(labels.length, vertices);
    assert.ok(labels.every((label) => label >= -1 && label < classes!));
  }
  if (multiLabels) {
    assert.equal(multiLabels.values.length, vertices * multiLabels.width);
    assert.ok(multiLabels.values.every((label) => label <= 1));
  }
  if (split) {
    const parts = [...split.train, ...split.validation, ...split.test];
    assert.ok(parts.every((v) => v < vertices));
    assert.equal(new Set(parts).size, parts.length, "the parts are disjoint");
  }
  const sparse = await features?.load();
  if (sparse) {
    assertCsr(sparse);
    assert.deepEqual([sparse.rows, sparse.cols], [vertices, features!.width]);
    assert.ok(sparse.values!.every(Number.isFinite));
  }
  const dense = await denseFeatures?.load();
  if (dense) {
    assert.equal(dense.length, vertices * denseFeatures!.width);
    assert.ok(dense.every(Number.isFinite));
  }
}

const seed = Number(Deno.env.get("GNN_REPRO_FUZZ_SEED") ?? crypto.getRandomValues(new Int32Array(1))[0]);

Deno.test(`${MUTATIONS} mutations of files of every format give a typed error or a sound graph`, async () => {
  console.log(`GNN_REPRO_FUZZ_SEED=${seed}`);
  let refused = 0, read = 0;
  const mutation: fc.Arbitrary<Mutation> = fc.record({
    fixture: fc.nat(FIXTURES.length - 1),
    file: fc.nat(15),
    layer: fc.record({ depth: fc.nat(3), entry: fc.nat(15) }),
    changes: fc.array(change, { minLength: 1, maxLength: 3 }),
    compactIds: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(mutation, async ({ fixture, file, layer, changes, compactIds }) => {
      const [format, contents] = FIXTURES[fixture];
      const names = Object.keys(contents), name = names[file % names.length];
      const mutated = await changedWithin(contents[name], changes, layer);
      const before = heldMemory();
      try {
        const files = filesOf({ ...contents, [name]: mutated });
        await assertContract(await graphFormats[format].read(files, { ...RULE, compactIds }));
        read++;
      } catch (error) {
        if (!(error instanceof ReproError) || /use a CSR matrix/.test(error.message)) throw error;
        assert.ok(error.exitCode === 3 && error.parts.next !== "", error.message);
        refused++;
      }
      assert.ok(heldMemory() - before < 256 * 2 ** 20, "memory");
    }),
    { numRuns: MUTATIONS, seed, examples: KNOWN.map((example) => [example]) },
  );
  console.log(`${refused} refused, ${read} read`);
  assert.ok(refused > MUTATIONS / 4 && read > MUTATIONS / 50, `${refused} refused: too mild or too wild`);
});
