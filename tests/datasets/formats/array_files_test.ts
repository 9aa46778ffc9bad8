/** @module */
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type ByteSource,
  bytesSource,
  fileSource,
  readAllBytes,
} from "../../../datasets/formats/bytes/byte_source.ts";
import { readEdgeIndex } from "../../../datasets/formats/edges/edge_index.ts";
import { forEachNpyBatch, readNpy, readNpyHeader } from "../../../datasets/formats/numpy/npy.ts";
import { parseNpyHeader } from "../../../datasets/formats/numpy/npy_header.ts";
import { openNpz } from "../../../datasets/formats/numpy/npz.ts";
import { readSparseMatrix, readSparsePattern } from "../../../datasets/formats/numpy/scipy_sparse.ts";
import { openZip } from "../../../datasets/formats/bytes/zip.ts";
import { DataError } from "../../../platform/errors.ts";
import { indices } from "../../../platform/indices.ts";
import { int64s, npy, npyOf, zip } from "./archive_writer.ts";
import { heldMemory } from "./held_memory.ts";
import { text } from "./small_files.ts";

/** Bytes that arrive in chunks of `size`. */
function chunked(bytes: Uint8Array, size: number): ByteSource {
  return {
    name: "chunked.npy",
    size: () => Promise.resolve(undefined),
    fileBytes: () => Promise.resolve(bytes.length),
    open: () =>
      Promise.resolve(
        new ReadableStream({
          start(controller) {
            for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
            controller.close();
          },
        }),
      ),
  };
}

const refuses = (read: Promise<unknown>, message: RegExp) =>
  assert.rejects(read, (error) => error instanceof DataError && message.test(error.message));

const header = (descr: string, shape: string, order = "False") =>
  `{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }`;

Deno.test("arrays of every type of number are read in any chunking", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 250 }), { maxLength: 40, size: "max" }),
      fc.integer({ min: 1, max: 40 }),
      async (list, size) => {
        const half = (value: number) => new Uint16Array(Float16Array.of(value).buffer)[0];
        const files = [
          int64s(list),
          npy("<u8", BigInt64Array.from(list, BigInt)),
          npy("<i4", Int32Array.from(list)),
          npy("<u4", Int32Array.from(list)),
          npy("<i2", Uint16Array.from(list)),
          npy("<u2", Uint16Array.from(list)),
          npy("|b1", Uint8Array.from(list)),
          npy("|u1", Uint8Array.from(list)),
          npy("<f4", Float32Array.from(list)),
          npy("<f8", Float64Array.from(list)),
          npy("<f2", Uint16Array.from(list, half)),
        ];
        for (const file of files) {
          for (const kind of ["uint32", "int32", "float32", "uint8"] as const) {
            const { shape, values } = await readNpy(chunked(file, size), kind, 40);
            assert.deepEqual([shape, [...values]], [[list.length], list]);
          }
        }
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("versions 2 and 3, single values, and keys in another order are read", async () => {
  for (const version of [1, 2, 3] as const) {
    const file = npyOf(
      "{'shape': (2, 1), 'fortran_order': False, 'descr': '|i1'}",
      Uint8Array.of(255, 7),
      version,
    );
    const { shape, values } = await readNpy(bytesSource("x.npy", file), "int32", 9);
    assert.deepEqual([shape, [...values]], [[2, 1], [-1, 7]]);
  }
  const scalar = await readNpyHeader(bytesSource("x.npy", npyOf(header("'<f8'", "()"), new Uint8Array(8))));
  assert.deepEqual([scalar.shape, scalar.count], [[], 1]);
});

Deno.test("negative and great 64-bit integers are exact where they fit and refused where they do not", async () => {
  const file = (value: number) => bytesSource("x.npy", int64s([value]));
  assert.equal((await readNpy(file(2 ** 32 - 1), "uint32", 1)).values[0], 2 ** 32 - 1);
  assert.equal((await readNpy(file(-(2 ** 31)), "int32", 1)).values[0], -(2 ** 31));
  await refuses(readNpy(file(2 ** 32), "uint32", 1), /4294967296 as value 0/);
  await refuses(readNpy(file(-1), "uint32", 1), /-1 as value 0/);
  await refuses(readNpy(file(256), "uint8", 1), /256 as value 0/);
  const broken = bytesSource("x.npy", npy("<f4", Float32Array.of(1.5)));
  await refuses(readNpy(broken, "int32", 1), /1\.5 as value 0/);
});

Deno.test("every type of integer has its sign and its full range", async () => {
  const ones = [
    npy("<u8", BigInt64Array.of(2n ** 33n + 2n ** 31n)),
    npy("<i8", BigInt64Array.of(-(2n ** 33n))),
    npy("<u4", Int32Array.of(-1)),
    npy("<i4", Int32Array.of(-1)),
    npy("<u2", Uint16Array.of(65_535)),
    npy("<i2", Uint16Array.of(65_535)),
    npy("|u1", Uint8Array.of(255)),
    npy("|i1", Uint8Array.of(255)),
  ];
  const found: number[] = [];
  for (const file of ones) {
    await forEachNpyBatch(bytesSource("x.npy", file), () => {}, ([value]) => found.push(value));
  }
  assert.deepEqual(found, [2 ** 33 + 2 ** 31, -(2 ** 33), 2 ** 32 - 1, -1, 65_535, -1, 255, -1]);
});

Deno.test("a header in any order and spacing of Python is read, and one with anything else is refused", async () => {
  const read = (head: string, data = new Uint8Array(8)) =>
    readNpyHeader(bytesSource("x.npy", npyOf(head, data)));
  for (
    const head of [
      "{'descr':'<f4','fortran_order':False,'shape':(2,)}",
      "{ 'shape' : ( 2 , ) , 'fortran_order' : True , 'descr' : '<f4' , } ",
    ]
  ) assert.deepEqual((await read(head)).shape, [2], head);
  assert.deepEqual((await read(header("'|u1'", "(1, 2, 2, 2)"))).shape, [1, 2, 2, 2]);
  assert.equal((await read(header("'<U2'", "()"))).itemBytes, 8);
  assert.equal((await read(header("'<f4'", "(0, 65536)"), new Uint8Array())).count, 0);
  for (
    const [head, message] of [
      [header("'|u1'", "(1, 1, 1, 1, 1)"), /another shape/],
      [header("'|u1'", "(00000000000001,)"), /no plain shape/],
      [header("'|u1'", "(1 2)"), /no plain shape/],
      [header("'|u1'", "(1,,)"), /no plain shape/],
      [header("'|u1'", "1"), /no plain shape/],
      [header("'<f4'", "(0, 65537)"), /array of 0 x 65537/],
      [header("'|u1'", "(1048577, 1048577)"), /array of 1048577 x 1048577/],
      [header("'f'", "(1,)"), /values of type f/],
      [header("'?!'", "(1,)"), /an unknown type/],
      [header("'|u1'", "(8,)", "Tru"), /no plain fortran_order/],
      [header("'|u1'", "(8,)").replace("}", "'more': 1}"), /the key "more"/],
      [header("'|u1'", "(8,)").replace("}", "'descr': '|i1'}"), /the key "descr"/],
      [header("'|u1'", "(8,)").replace("}", "} x"), /no header dictionary/],
      [header("'|u1'", "(8,)").replace("False,", "False"), /no header dictionary/],
      ["{'descr' '|u1'}", /no header dictionary/],
      ["{'descr", /no header dictionary/],
      ["{'fortran_order': False, 'shape': (8,)}", /no plain descr/],
      ["{'descr': '|u1', 'fortran_order': False}", /no plain shape/],
      ["{'descr': '|u1', 'shape': (8,)}", /no plain fortran_order/],
    ] as const
  ) await refuses(read(head), message);
  const file = npyOf(header("'|u1'", "(8,)"), new Uint8Array(8));
  for (const [at, byte] of [[5, 0x58], [6, 0], [6, 4]] as const) {
    await refuses(readNpyHeader(bytesSource("x.npy", file.with(at, byte))), /version 1, 2 or 3/);
  }
});

Deno.test("objects, structures, big-endian numbers and Fortran order are refused by name", async () => {
  const file = (head: string) =>
    readNpy(bytesSource("x.npy", npyOf(head, new Uint8Array(16))), "float32", 99);
  await refuses(file(header("'|O'", "(2,)")), /Python objects|unknown type/);
  await refuses(file(header("[('a', '<f4')]", "(2,)")), /no plain descr/);
  await refuses(
    file(header("'>f4'", "(4,)")),
    /found big-endian numbers, .*Next: save numpy\.ascontiguousarray/,
  );
  await refuses(file(header("'<c16'", "(1,)")), /values of type c16/);
  await refuses(file(header("'<f4'", "(2, 2)", "True")), /Fortran order/);
  await refuses(file(header("'<f4'", "(-1,)")), /no plain shape/);
  await refuses(file(header("'|S4'", "(4,)")), /values of type S4/);
  await refuses(file("__import__('os')"), /no header dictionary/);
  await refuses(readNpy(bytesSource("x.npy", text("\x93NUMPX\x01\0")), "float32", 9), /bytes/);
});

Deno.test("a header that claims 30 GB costs nothing: memory grows with the values that arrive", async () => {
  const before = heldMemory();
  for (
    const shape of ["(7500000000,)", "(4000000000, 2)", "(2, 4000000000)", "(9999999999999, 9999999999999)"]
  ) {
    const file = npyOf(header("'<i8'", shape), new Uint8Array(64));
    await refuses(readNpy(bytesSource("x.npy", file), "uint32", 2 ** 34), /values|array of/);
    await refuses(readEdgeIndex(bytesSource("x.npy", file)), /values|edges|E x 2|array of/);
  }
  const long = npyOf(`{'descr': '<f4'${" ".repeat(9)}`, new Uint8Array(0), 2);
  new DataView(long.buffer).setUint32(8, 0x7fffffff, true);
  await refuses(readNpyHeader(bytesSource("x.npy", long)), /header of 2147483647 bytes/);
  assert.ok(heldMemory() - before < 128 * 2 ** 20);
});

Deno.test("too few and too many values are told apart", async () => {
  const file = npy("<f4", Float32Array.of(1, 2, 3));
  await refuses(readNpy(bytesSource("x.npy", file.slice(0, -1)), "float32", 9), /2 values, wanted 3/);
  const longer = new Uint8Array(file.length + 1);
  longer.set(file);
  await refuses(readNpy(bytesSource("x.npy", longer), "float32", 9), /more bytes, wanted 3 values/);
  await refuses(readNpy(bytesSource("x.npy", file), "float32", 2), /array of 3, wanted at most 2/);
  // Of a stream whose length nobody knows beforehand, the values that arrive are counted.
  await refuses(readNpy(chunked(file.slice(0, -4), 5), "float32", 9), /2 values, wanted 3/);
  await refuses(readNpy(chunked(longer, 5), "float32", 9), /more bytes, wanted 3 values/);
});

Deno.test("arrays around a batch of values are read to their last value, and a broken one there is named", async () => {
  for (const count of [8191, 8192, 8193, 16_384, 20_000]) {
    const values = Float32Array.from({ length: count }, (_, i) => i / 8);
    const read = (each: Float32Array) => readNpy(bytesSource("x.npy", npy("<f4", each)), "float32", count);
    assert.deepEqual((await read(values)).values, values);
    await refuses(
      read(values.with(count - 1, Infinity)),
      new RegExp(`Infinity as value ${count - 1}, wanted finite numbers`),
    );
    const ids = Int32Array.from(indices(count)), file = npy("<i4", ids.with(count - 1, -7));
    await refuses(
      readNpy(bytesSource("x.npy", file), "uint32", count),
      new RegExp(`-7 as value ${count - 1}, wanted whole numbers from 0 to 4294967295`),
    );
  }
});

Deno.test("the greatest float of 32 bits, header and number of values are read, and the next ones refused", async () => {
  const most = 2 ** 128 - 2 ** 104,
    float = (value: number) =>
      readNpy(bytesSource("x.npy", npy("<f8", Float64Array.of(value))), "float32", 1);
  for (const sign of [1, -1]) {
    assert.deepEqual([...(await float(sign * most)).values], [sign * most]);
    await refuses(float(sign * 2 ** 128), /wanted finite numbers of 32 bits/);
  }
  const padded = (length: number) =>
    readNpyHeader(
      bytesSource("x.npy", npyOf(header("'|u1'", "()").padEnd(length - 1), new Uint8Array(1), 2)),
    );
  // NumPy pads what stands before the values to multiples of 64 bytes.
  assert.equal((await padded(9972)).dataOffset, 9984);
  await refuses(padded(10_036), /a header of 10036 bytes, wanted at most 10000/);
  const claim = (count: number) =>
    parseNpyHeader(header("'|u1'", `(${count},)`), (current) => {
      throw new RangeError(current);
    });
  assert.equal(claim(2 ** 40).count, 2 ** 40);
  assert.throws(() => claim(2 ** 40 + 1), RangeError);
});

Deno.test("edge indices are read by row or by column, in any chunking", async () => {
  const edges = fc.array(fc.tuple(fc.nat(50), fc.nat(50)), { minLength: 3, maxLength: 30, size: "max" });
  await fc.assert(
    fc.asyncProperty(edges, fc.integer({ min: 1, max: 99 }), async (list, size) => {
      const rows = int64s(list.flat(), [list.length, 2]);
      const columns = int64s([...list.map(([s]) => s), ...list.map(([, t]) => t)], [2, list.length]);
      for (const file of [rows, columns]) {
        const { source, target, count, vertices } = await readEdgeIndex(chunked(file, size));
        assert.deepEqual(Array.from({ length: count }, (_, e) => [source[e], target[e]]), list);
        assert.equal(vertices, 1 + Math.max(...list.flat()));
      }
    }),
    { numRuns: 60 },
  );
  const pair = bytesSource("x.npy", int64s([0, 1, 2, 9], [2, 2]));
  await refuses(readEdgeIndex(pair, 9), /the id 9, wanted ids from 0 to 8/);
  assert.equal((await readEdgeIndex(pair, 10)).vertices, 10);
  await refuses(readEdgeIndex(bytesSource("x.npy", int64s([0, 2 ** 31], [1, 2]))), /2147483649 vertices/);
  await refuses(readEdgeIndex(bytesSource("x.npy", int64s([1, 2, 3], [1, 3]))), /array of 1 x 3/);
});

Deno.test("archives are read stored or deflated, 32- or 64-bit, with a comment, and within each other", async () => {
  const files = {
    "a/x.txt": text("hello"),
    "y.bin": new Uint8Array(200_000).map((_, i) => i * i),
    empty: new Uint8Array(),
  };
  for (const method of ["stored", "deflated"] as const) {
    for (const wide of [false, true]) {
      const inner = zip(files, { method, wide, comment: "PK\x05\x06 is no end here" });
      const outer = await openZip(bytesSource("out.zip", zip({ "in.zip": inner }, { method, wide })));
      const within = await openZip(await outer.entries[0].seekable(2 ** 20));
      for (const { name, entries } of [await openZip(bytesSource("in.zip", inner)), within]) {
        assert.deepEqual(entries.map(({ path }) => path), Object.keys(files), name);
        for (const entry of entries) {
          assert.deepEqual(
            await readAllBytes(entry, 2 ** 20),
            Uint8Array.from(files[entry.path as keyof typeof files]),
          );
        }
      }
    }
  }
});

Deno.test("a file on disk is closed whatever happens, and an entry can be opened twice", async () => {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeFile(path, zip({ "x.npy": int64s([1, 2]), "y.npy": int64s([3]) }));
    const npz = await openNpz(fileSource(path));
    assert.deepEqual([...(await readNpy(npz.array("x"), "uint32", 2)).values], [1, 2]);
    assert.deepEqual((await readNpyHeader(npz.array("x"))).shape, [2]);
    await refuses(readNpy(npz.array("x"), "uint32", 1), /at most 1 value\b/);
    assert.throws(() => npz.array("z"), /no array z among x, y/);
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("an archive with two entries of one array is refused, whichever comes last", async () => {
  const open = (...names: readonly string[]) =>
    openNpz(bytesSource("a.npz", zip(Object.fromEntries(names.map((name, i) => [name, int64s([i])])))));
  await refuses(
    open("x", "y", "x.npy"),
    /the entries x and x\.npy of one array, wanted one entry of the array x/,
  );
  await refuses(open("x.npy", "x"), /the entries x\.npy and x of one array/);
  assert.deepEqual((await open("x", "x.npy.npy", "x2.npy")).names, ["x", "x.npy", "x2"]);
});

Deno.test("cut, encrypted and otherwise packed archives, and wrong sizes and sums, are refused", async () => {
  const whole = zip({ "x.txt": text("hello, hello, hello") });
  const open = async (bytes: Uint8Array) => {
    const { entries } = await openZip(bytesSource("bad.zip", bytes));
    for (const entry of entries) await readAllBytes(entry, 2 ** 20);
  };
  await open(whole);
  for (let length = 0; length < whole.length; length++) await refuses(open(whole.slice(0, length)), /./);
  const changed = (change: (bytes: Uint8Array, directory: number) => void) => {
    const bytes = whole.slice();
    change(bytes, bytes.length - 22 - 46 - "x.txt".length);
    return open(bytes);
  };
  await refuses(changed((bytes, at) => bytes[at + 8] |= 1), /encrypted/);
  await refuses(changed((bytes, at) => bytes[at + 10] = 14), /method 14/);
  await refuses(changed((bytes, at) => bytes[at + 16] ^= 1), /checksum/);
  await refuses(changed((bytes, at) => bytes[at + 24] += 1), /19 bytes, wanted 20 bytes/);
  await refuses(changed((bytes, at) => bytes[at + 24] -= 1), /more bytes/);
  await refuses(changed((bytes, at) => bytes[at + 42] = 9), /where the directory says/);
  await refuses(changed((bytes, at) => bytes[at + 20] = 255), /where the directory says/);
  await refuses(changed((bytes) => bytes[bytes.length - 12] = 200), /damaged directory/);
  await refuses(changed((bytes) => bytes[40] ^= 255), /unpack/);
});

Deno.test("an entry that inflates far beyond what is wanted is stopped at the limit", async () => {
  // A file so long by itself that its entry of 64 MiB passes the bound on what a file may inflate to.
  const zeros = new Uint8Array(2 ** 26), noise = crypto.getRandomValues(new Uint8Array(2 ** 16));
  const bomb = zip({
    "zeros.bin": zeros,
    ...Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`noise-${i}`, noise])),
  });
  const { entries } = await openZip(bytesSource("bomb.zip", bomb));
  assert.equal(entries[0].path, "zeros.bin");
  const before = heldMemory();
  await refuses(readAllBytes(entries[0], 2 ** 16), /at most 64 KiB/);
  await refuses(entries[0].seekable(2 ** 16), /at most 64 KiB/);
  // Of each read one piece of input at most, 8 KiB, which inflates to 8 MiB.
  assert.ok(heldMemory() - before < zeros.length / 2);
});

Deno.test("sparse matrices that do not fit together are refused", async () => {
  const read = async (arrays: Record<string, Uint8Array>) =>
    readSparsePattern(
      await openNpz(
        bytesSource(
          "m.npz",
          zip(Object.fromEntries(Object.entries(arrays).map(([k, v]) => [`${k}.npy`, v]))),
        ),
      ),
    );
  const csr = { shape: int64s([2, 2]), indptr: int64s([0, 1, 2]), indices: int64s([1, 0]) };
  const { source, target } = await read(csr);
  assert.deepEqual([[...source], [...target]], [[0, 1], [1, 0]]);
  await refuses(read({ ...csr, indptr: int64s([0, 2, 1]) }), /3 offsets for 2 rows and 2 entries/);
  await refuses(read({ ...csr, indptr: int64s([1, 1, 2]) }), /3 offsets for 2 rows and 2 entries/);
  await refuses(read({ ...csr, indptr: int64s([0, 2]) }), /2 offsets for 2 rows and 2 entries/);
  await refuses(read({ ...csr, indptr: int64s([0, 3, 2]) }), /before it begins/);
  await refuses(read({ ...csr, indices: int64s([1, 2]) }), /column 2/);
  await refuses(read({ ...csr, indices: int64s([2, 1]) }), /column 2/);
  await refuses(read({ ...csr, shape: int64s([2, 3]) }), /2 x 3, wanted a square .*Next: name a file/);
  await refuses(read({ ...csr, shape: int64s([2]) }), /shape of 1/);
  await refuses(read({ shape: csr.shape, indptr: csr.indptr }), /no array indices/);
  const coo = { shape: int64s([2, 2]), row: int64s([0, 1]), col: int64s([1, 0]) };
  assert.equal((await read(coo)).count, 2);
  await refuses(read({ ...coo, col: int64s([1]) }), /1 column of entries, wanted 2, as many as their rows/);
  await refuses(read({ ...coo, col: int64s([1, 2]) }), /entry \(1, 2\)/);
  await refuses(read({ ...coo, shape: int64s([4e9, 4e9]) }), /4000000000 vertices/);
});

Deno.test("rows of a sparse matrix may begin with the column that the row before ended with", async () => {
  const read = async (indptr: number[], columns: number[]) => {
    const arrays = {
      "shape.npy": int64s([indptr.length - 1, 4]),
      "indptr.npy": int64s(indptr),
      "indices.npy": int64s(columns),
      "data.npy": npy("<f4", Float32Array.from(columns, (_, e) => e + 1)),
    };
    return await readSparseMatrix(await openNpz(bytesSource("m.npz", zip(arrays))), "");
  };
  const { rowPtr, colIdx, values } = await read([0, 2, 2, 4, 5], [3, 0, 3, 0, 3]);
  assert.deepEqual([...rowPtr], [0, 2, 2, 4, 5]);
  assert.deepEqual([[...colIdx], [...values!]], [[0, 3, 0, 3, 3], [2, 1, 4, 3, 5]]);
  assert.deepEqual([...(await read([0, 1, 2], [0, 0])).colIdx], [0, 0]);
  await refuses(read([0, 1, 3], [2, 3, 3]), /column 3 twice in row 1/);
});
