/**
 * Files that claim, or unpack to, far more than they hold: refused by name, in a process whose memory is
 * looked at.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FormatId } from "../../../datasets/dataset.ts";
import { bytesSource } from "../../../datasets/formats/bytes/byte_source.ts";
import { readEdgeText } from "../../../datasets/formats/edges/edge_text.ts";
import { readNpy, readNpyHeader } from "../../../datasets/formats/numpy/npy.ts";
import {
  BUDGET_FLOOR,
  BUDGET_MULTIPLE,
  ReadingBudget,
} from "../../../datasets/formats/bytes/reading_budget.ts";
import { availableMemory } from "../../../platform/available_memory.ts";
import { DataError, OutOfMemoryError } from "../../../platform/errors.ts";
import { int64s, npyOf, zip } from "./archive_writer.ts";
import { gzipBomb, zipBomb } from "./bomb_writer.ts";
import { array, bytesOf, csr, pickle } from "./pickle_writer.ts";
import { type Contents, smallMusae, smallPlanetoid, text } from "./small_files.ts";

const HOME = fileURLToPath(new URL("../../..", import.meta.url));
const MIB = 2 ** 20;

interface Reading {
  readonly outcome: string;
  readonly ms: number;
  readonly bytes: number;
}

/** Reads these files in a process of its own that may have a heap of 512 MiB. */
async function readApart(format: FormatId, contents: Contents): Promise<Reading> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, content] of Object.entries(contents)) await Deno.writeFile(join(folder, name), content);
    const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--quiet", "-A", "--v8-flags=--max-old-space-size=512"],
        ...["tests/datasets/formats/reading_process.ts", format, folder],
      ],
      cwd: HOME,
    }).output();
    assert.ok(success, new TextDecoder().decode(stderr).slice(-500));
    return JSON.parse(new TextDecoder().decode(stdout));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function refused(name: string, format: FormatId, files: () => Contents, says: RegExp): void {
  Deno.test(`${name} is refused by name, within memory and time`, async () => {
    const contents = files();
    for (const [file, { length }] of Object.entries(contents)) {
      assert.ok(length < 2 * MIB, `${file} is no small file: ${length} bytes`);
    }
    const { outcome, ms, bytes } = await readApart(format, contents);
    assert.match(outcome, says);
    assert.match(outcome, /^DataError: .* Next: /);
    assert.ok(ms < 60_000, `${ms} ms: it hangs`);
    assert.ok(bytes < 160 * MIB, `${bytes / MIB} MiB`);
  });
}

refused(
  "a ppi.zip of 255 KB with 250 MB of empty objects",
  "graphsage",
  () => ({
    "ppi.zip": zipBomb("ppi-G.json", {
      head: '{"nodes":[',
      unit: "{},",
      tail: '{}],"links":[]}',
      mebibytes: 239,
    }),
  }),
  /ppi\.zip\/ppi-G\.json", offset 0: found a larger entry: 239\.\d MiB .* wanted at most/,
);
refused(
  "a gzip file of 65 KB with 33 million labels of one letter",
  "musae",
  () => ({ ...smallMusae, "target.csv": gzipBomb({ unit: "a\n", mebibytes: 63 }) }),
  /target\.csv", offset \d+: found more gzip data/,
);
refused(
  "a gzip file of 1 MB with a GiB of empty lines",
  "snap",
  () => ({ "lines.txt.gz": gzipBomb({ unit: "\n", mebibytes: 1024 }) }),
  /lines\.txt\.gz", line \d+: found \d+ more lines without a record/,
);
refused(
  "a gzip file of 1 MB with 128 MB of one edge",
  "snap",
  () => ({ "edges.txt.gz": gzipBomb({ unit: "7 7\n", mebibytes: 128 }) }),
  /edges\.txt\.gz".*: \d.* MiB from a file of/,
);

/** A matrix of labels without columns, and so without bytes, for as many vertices as 32 bits count. */
const NO_COLUMNS = pickle(array("i4", [2 ** 31 - 1, 0], new Int32Array(0)));
refused(
  "a pickled array of 2147483647 x 0",
  "planetoid",
  () => ({ ...smallPlanetoid(), "ind.small.ty": NO_COLUMNS }),
  /ind\.small\.ty", offset \d+: found an axis of 2147483647/,
);
refused(
  "a Planetoid feature width of 2147483647",
  "planetoid",
  () => ({
    ...smallPlanetoid(),
    "ind.small.tx": pickle(csr([[0], [1], [2], [3], [4]], 2 ** 31 - 1)),
    "ind.small.allx": pickle(csr(Array.from({ length: 503 }, () => [0]), 2 ** 31 - 1)),
  }),
  /ind\.small\.tx": found 2147483647 feature columns for 5 entries/,
);
refused(
  "a MUSAE feature width of 2^24",
  "musae",
  () => ({ ...smallMusae, "features.json": text('{"0": [16777215]}') }),
  /features\.json": found 16777216 feature columns for 1 entries/,
);

const header = (shape: string) => `{'descr': '<f4', 'fortran_order': False, 'shape': ${shape}, }`;
const WIDE = npyOf(header("(2, 200000000000)"), new Uint8Array(64));
const GRAPH = text('{"nodes": [{"id": 0}, {"id": 1}], "links": [{"source": 0, "target": 1}]}');
refused(
  "an archive of DGL's with features of 2 x 2e11",
  "graphsage",
  () => ({
    "ppi.zip": zip(Object.fromEntries(
      ["train", "valid", "test"].flatMap((
        part,
      ) => [[`${part}_graph.json`, GRAPH], [`${part}_feats.npy`, WIDE]]),
    )),
  }),
  /train_feats\.npy", offset \d+: found 16 values, wanted 400000000000, as the header says/,
);
refused(
  "a feature array without rows and 2e9 columns",
  "igb",
  () => ({
    "edge_index.npy": int64s([], [0, 2]),
    "node_feat.npy": npyOf(header("(0, 2000000000)"), new Uint8Array()),
  }),
  /node_feat\.npy", offset \d+: found an array of 0 x 2000000000/,
);
refused(
  "a pickle of nothing but containers",
  "planetoid",
  () => ({ "ind.small.graph": bytesOf(0x80, 2, new Uint8Array(2 ** 20).fill(0x5d)) }),
  /ind\.small\.graph", offset \d+: found more than \d+ values/,
);
refused(
  "an edge list that asks for a vertex a byte by a single id",
  "snap",
  () => ({ "far.txt.gz": gzipBomb({ head: "0 30000000\n", unit: "7 7\n", mebibytes: 4 }) }),
  /far\.txt\.gz": found 30000001 vertices: \d+\.\d MiB from a file of/,
);

Deno.test("a GiB of empty lines or comments that is not packed ends after a million of them", async () => {
  for (const unit of ["\n", "#\n", "%c\r\n"]) {
    const chunk = text(unit.repeat(2 ** 14));
    const chunks = 2 ** 30 / chunk.length;
    let at = 0;
    const source = {
      name: "lines.txt",
      size: () => Promise.resolve(2 ** 30),
      fileBytes: () => Promise.resolve(2 ** 30),
      open: () =>
        Promise.resolve(
          new ReadableStream<Uint8Array<ArrayBuffer>>({
            pull: (controller) => at++ < chunks ? controller.enqueue(chunk.slice()) : controller.close(),
          }),
        ),
    };
    await assert.rejects(
      readEdgeText(source),
      (error) => error instanceof DataError && error.place.line === 2 ** 20 + 1,
    );
  }
  const commented = text("# an edge\n0 1\n\n".repeat(10));
  assert.equal((await readEdgeText(bytesSource("x", commented))).count, 10);
});

Deno.test("headers of arrays are read in time that grows with their length alone", async () => {
  const slow = (filling: string) => npyOf(`{${filling}`, new Uint8Array(0), 2);
  for (const length of [9_000, 60_000]) {
    for (
      const filling of [
        " ".repeat(length),
        "}".repeat(length),
        ", ".repeat(length / 2),
        "'descr':".repeat(length / 8),
        `'shape': (${"1,".repeat(length / 2)}`,
        `'shape': (${"1".repeat(length)}`,
      ]
    ) {
      // Other programs make a reading longer, never shorter: one of many shows how long it takes.
      let ms = Infinity;
      for (let tries = 0; tries < 5 && ms >= 200; tries++) {
        const start = performance.now();
        await assert.rejects(readNpyHeader(bytesSource("x.npy", slow(filling))), DataError);
        ms = performance.now() - start;
      }
      assert.ok(ms < 200, `${ms} ms for ${filling.slice(0, 20)}`);
    }
  }
});

Deno.test("the budget is 64 times the file and 16 MiB, and says so", () => {
  assert.deepEqual([BUDGET_MULTIPLE, BUDGET_FLOOR], [64, 16 * MIB]);
  const budget = new ReadingBudget("x.gz", MIB);
  budget.assertFits(80 * MIB, "an array");
  assert.throws(
    () => budget.assertFits(80 * MIB + 1, "an array", { offset: 7 }),
    /^DataError: Cannot read "x.gz", offset 7: found an array: 80.0 MiB from .* wanted at most 80 MiB, .*64 times/,
  );
});

Deno.test("what a file may hold is not read where less memory is free, and small arrays are not asked about", () => {
  let asked = 0;
  const budget = new ReadingBudget("x.npy", 1024 * MIB, () => (asked++, 100 * MIB));
  budget.assertRoom(100 * MIB, "an array of 100");
  assert.throws(() => budget.assertRoom(100 * MIB + 1, "an array of 101"), (error) => {
    assert.ok(error instanceof OutOfMemoryError);
    assert.match(
      error.message,
      /^Cannot read "x.npy": found an array of 101, which takes 100.0 MiB, wanted at most the 100 MiB that are free/,
    );
    return true;
  });
  assert.equal(asked, 2);
  budget.assertRoom(60 * MIB, "an array of 60");
  assert.equal(asked, 2);
  assert.throws(() => new ReadingBudget("x.npy", 1, () => 0).assertRoom(17 * MIB, "an array"), DataError);
});

Deno.test({
  name: "a NumPy array of 4 TiB is refused before it is read where less is free; its header can be read",
  ignore: availableMemory() >= 2 ** 42,
  fn: async () => {
    const shape = [2 ** 20, 2 ** 20], bytes = 2 ** 42;
    const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(", ")}), }`;
    const source = {
      ...bytesSource("x.npy", npyOf(header, new Uint8Array())),
      size: () => Promise.resolve(2 * bytes),
      fileBytes: () => Promise.resolve(2 * bytes),
    };
    assert.deepEqual((await readNpyHeader(source)).shape, shape);
    await assert.rejects(readNpy(source, "float32", Infinity), OutOfMemoryError);
  },
});
