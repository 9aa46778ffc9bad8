/** @module */
import assert from "node:assert/strict";
import fc from "fast-check";
import { readPickle } from "../../../datasets/formats/pickle/pickle.ts";
import {
  PickleArray,
  PickleTuple,
  type PickleValue,
} from "../../../datasets/formats/pickle/pickle_values.ts";
import { DataError } from "../../../platform/errors.ts";
import { heldMemory } from "./held_memory.ts";
import { adjacency, array, bytesOf, int, pickle, str, tuple } from "./pickle_writer.ts";

function refusal(bytes: Uint8Array): DataError {
  try {
    readPickle(bytes, "x.pickle");
  } catch (error) {
    assert.ok(error instanceof DataError, String(error));
    assert.equal(typeof error.place.offset, "number");
    return error;
  }
  throw new Error("the pickle was read");
}

Deno.test("values of data opcodes are read", () => {
  const value = readPickle(
    pickle(tuple(bytesOf("N"), bytesOf("\x88"), bytesOf("K\xff"), bytesOf("M\x01\x02"), int(-5), str("ab"))),
    "x",
  );
  assert.ok(value instanceof PickleTuple);
  assert.deepEqual(value.items, [null, true, 255, 513, -5, Uint8Array.of(97, 98)]);
});

/** A value with one of the sequences of opcodes that stand for it. */
type Written = readonly [PickleValue, Uint8Array];

const written = fc.letrec<{ value: Written }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: "value" },
    fc.constantFrom<Written>([null, bytesOf("N")], [true, bytesOf("\x88")], [false, bytesOf("\x89")]),
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map((value): Written => [value, int(value)]),
    fc.nat(255).map((value): Written => [value, bytesOf("K", value)]),
    fc.nat(65_535).map((value): Written => [value, bytesOf("M", value & 255, value >> 8)]),
    fc.tuple(fc.uint8Array({ maxLength: 9 }), fc.boolean()).map(([bytes, short]): Written => [
      bytes,
      short ? bytesOf("U", bytes.length, bytes) : bytesOf("T", bytes.length, 0, 0, 0, bytes),
    ]),
    fc.tuple(fc.array(tie("value"), { maxLength: 4 }), fc.boolean()).map(([items, marked]): Written => {
      const parts = items.map(([, bytes]) => bytes), end = [")", "\x85", "\x86", "\x87"][items.length];
      const value = new PickleTuple(items.map(([value]) => value));
      return [value, marked || end === undefined ? tuple(...parts) : bytesOf(...parts, end)];
    }),
    fc.tuple(fc.array(tie("value"), { maxLength: 4 }), fc.boolean()).map(([items, one]): Written => [
      items.map(([value]) => value),
      one
        ? bytesOf("]", ...items.flatMap(([, bytes]) => [bytes, "a"]))
        : bytesOf("](", ...items.map(([, bytes]) => bytes), "e"),
    ]),
    fc.tuple(fc.array(fc.tuple(fc.nat(255), tie("value")), { maxLength: 4 }), fc.boolean())
      .map(([entries, one]): Written => [
        new Map(entries.map(([key, [value]]) => [key, value])),
        one
          ? bytesOf("}", ...entries.flatMap(([key, [, bytes]]) => ["K", key, bytes, "s"]))
          : bytesOf("}(", ...entries.flatMap(([key, [, bytes]]) => ["K", key, bytes]), "u"),
      ]),
  ),
})).value;

Deno.test("every value is read from each sequence of opcodes that stands for it", () => {
  fc.assert(
    fc.property(written, ([value, bytes]) => assert.deepEqual(readPickle(pickle(bytes), "x"), value)),
    {
      numRuns: 500,
    },
  );
});

Deno.test("what was put into the memo is got again by its number, short or long", () => {
  const [shortPut, longPut] = [bytesOf("q", 7), bytesOf("r", 7, 1, 0, 0)];
  const [shortGet, longGet] = [bytesOf("h", 7), bytesOf("j", 7, 1, 0, 0)];
  const read = readPickle(
    pickle(tuple(bytesOf(str("a"), shortPut), bytesOf(str("b"), longPut), longGet, shortGet)),
    "x",
  );
  assert.ok(read instanceof PickleTuple);
  assert.deepEqual(read.items.map((item) => String.fromCharCode(...item as Uint8Array)), [
    "a",
    "b",
    "b",
    "a",
  ]);
});

Deno.test("a program that pops what is not there, or leaves too much, is refused at its opcode", () => {
  const at = (parts: Parameters<typeof bytesOf>, found: RegExp, offset: number) => {
    const error = refusal(bytesOf(0x80, 2, ...parts));
    assert.match(error.parts.current, found);
    assert.equal(error.place.offset, offset);
  };
  at(["NN."], /1 value left/, 4);
  at(["."], /an empty stack/, 2);
  at(["(."], /an empty stack/, 3);
  at(["Nt"], /no mark on the stack/, 3);
  at(["NNa"], /no list/, 4);
  at(["NNNs"], /no dictionary/, 5);
  at(["}(Nu"], /no dictionary/, 5);
  at(["}(NNu"], /a key of another type/, 6);
  at(["h", 3], /memo entry 3, which was never put/, 2);
  at(["c", "m".repeat(300), "\n"], /a global without a name/, 2);
  at(["cos"], /a global without a name/, 2);
  at(["N)R"], /no constructor/, 4);
  at(["cnumpy\ndtype\nNR"], /no constructor/, 16);
  at(["cnumpy\ndtype\nN\x81"], /a new object of another class/, 16);
  at(["NNb"], /a state for a value that takes none/, 4);
});

/** A numpy array of int32 whose state has these parts. */
function arrayWith(
  { order = "<", shape = tuple(int(2), int(2)), fortran = "\x89", raw = "a".repeat(16) },
): Uint8Array<ArrayBuffer> {
  const dtype = bytesOf("cnumpy\ndtype\n", tuple(str("i4")), "R", tuple(int(3), str(order)), "b");
  return pickle(bytesOf(
    "cnumpy.core.multiarray\n_reconstruct\n",
    tuple(bytesOf("cnumpy\nndarray\n")),
    "R",
    tuple(int(1), shape, dtype, bytesOf(fortran), str(raw)),
    "b",
  ));
}

Deno.test("arrays in another byte order, column by column, or with other bytes than their shape takes are refused", () => {
  const read = readPickle(arrayWith({}), "x");
  assert.ok(read instanceof PickleArray);
  assert.deepEqual([read.dtype, read.shape, read.bytes.length], ["i4", [2, 2], 16]);
  assert.match(refusal(arrayWith({ order: ">" })).message, /byte order ">"/);
  assert.match(refusal(arrayWith({ fortran: "\x88" })).message, /an array state of another form/);
  assert.match(refusal(arrayWith({ raw: "a".repeat(15) })).message, /15 bytes for the shape 2 x 2 of i4/);
  for (const sizes of [[-2, -2], [2, 2, 1]]) {
    assert.match(refusal(arrayWith({ shape: tuple(...sizes.map(int)) })).message, /another shape/);
  }
  assert.match(refusal(arrayWith({ shape: tuple(str("a")) })).message, /another shape/);
});

Deno.test("defaultdict(list) becomes a Map of lists, and numpy arrays keep shape and bytes", () => {
  assert.deepEqual(readPickle(pickle(adjacency([[1, 1], [0]])), "x"), new Map([[0, [1, 1]], [1, [0]]]));
  const read = readPickle(pickle(array("i4", [2, 2], Int32Array.of(1, 2, 3, 4))), "x");
  assert.ok(read instanceof PickleArray);
  assert.deepEqual(read.shape, [2, 2]);
  assert.deepEqual(new Int32Array(read.bytes.slice().buffer), Int32Array.of(1, 2, 3, 4));
});

Deno.test("globals outside the list are refused by name", () => {
  for (const name of ["os system", "posix system", "__builtin__ eval", "builtins exec", "subprocess Popen"]) {
    const [module, member] = name.split(" ");
    const bytes = pickle(bytesOf(`c${module}\n${member}\n`, tuple(str("id")), "R"));
    assert.match(refusal(bytes).message, new RegExp(`"${name}"`));
  }
});

Deno.test("opcodes that could do more than hold data are refused by name", () => {
  for (
    const [opcode, name] of [["i", "INST"], ["o", "OBJ"], ["\x93", "STACK_GLOBAL"], ["P", "PERSID"], [
      "2",
      "DUP",
    ]]
  ) {
    assert.match(refusal(bytesOf(0x80, 2, "]", opcode, "x\ny\n.")).message, new RegExp(`opcode ${name} `));
  }
  assert.match(refusal(bytesOf(0x80, 4, "N.")).message, /protocol 4/);
});

Deno.test("allowed constructors are refused with other arguments", () => {
  const refused = (name: string, ...args: Uint8Array[]) =>
    assert.match(refusal(pickle(bytesOf(`c${name}\n`, tuple(...args), "R"))).message, /with other arguments/);
  const list = bytesOf("c__builtin__\nlist\n"), ndarray = bytesOf("cnumpy\nndarray\n");
  refused("collections\ndefaultdict", bytesOf("cnumpy\ndtype\n"));
  refused("collections\ndefaultdict", list, int(1));
  refused("__builtin__\nlist", list);
  refused("__builtin__\nlist", str("i4"));
  refused("numpy\nndarray", ndarray);
  refused("numpy.core.multiarray\n_reconstruct", str("i4"));
  refused("scipy.sparse.csr\ncsr_matrix", int(1));
  const dtype = pickle(bytesOf("cnumpy\ndtype\n", tuple(str("O8"), int(0), int(1)), "R"));
  assert.match(refusal(dtype).message, /the dtype "O8"/);
  const object = (name: string, args: Uint8Array) => pickle(bytesOf(`c${name}\n`, args, "\x81"));
  refusal(object("numpy\nndarray", bytesOf(")")));
  refusal(object("scipy.sparse.csr\ncsr_matrix", tuple(int(1))));
});

Deno.test("a container that contains itself is refused", () => {
  assert.match(refusal(pickle(bytesOf("]q\x00h\x00a"))).message, /recursive container/);
  assert.match(refusal(pickle(bytesOf("}q\x00K\x01h\x00s"))).message, /recursive container/);
});

Deno.test("claimed lengths are refused without an allocation", () => {
  const before = heldMemory();
  assert.match(refusal(bytesOf(0x80, 2, "T\xff\xff\xff\x7fab.")).message, /2147483647 bytes asked for/);
  assert.match(refusal(bytesOf(0x80, 2, "T\xff\xff\xff\xffab.")).message, /-1 bytes/);
  refusal(
    pickle(
      bytesOf(
        "cnumpy.core.multiarray\n_reconstruct\n",
        tuple(bytesOf("cnumpy\nndarray\n")),
        "R",
        tuple(int(1), tuple(int(2 ** 31 - 1)), bytesOf("N"), bytesOf("\x89"), str("")),
        "b",
      ),
    ),
  );
  assert.ok(heldMemory() - before < 100 * 2 ** 20);
});

Deno.test("a flood of containers ends at a bound", () => {
  assert.match(refusal(bytesOf(0x80, 2, new Uint8Array(2 ** 21).fill(0x7d))).message, /more than \d+ values/);
});

Deno.test("keys named __proto__ and constructor stay keys", () => {
  const read = readPickle(
    pickle(bytesOf("}(", str("__proto__"), int(1), str("constructor"), int(2), "u")),
    "x",
  );
  assert.deepEqual(read, new Map([["__proto__", 1], ["constructor", 2]]));
  assert.equal((Object.prototype as Record<string, unknown>)["1"], undefined);
  assert.equal(typeof ({}).constructor, "function");
});

Deno.test("a pickle that is cut off anywhere is refused", () => {
  const whole = pickle(adjacency([[1], [0]]));
  for (let length = 0; length < whole.length; length++) refusal(whole.subarray(0, length));
});
