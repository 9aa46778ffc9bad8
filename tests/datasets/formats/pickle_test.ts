/** @module */
import assert from "node:assert/strict";
import { readPickle } from "../../../datasets/formats/pickle/pickle.ts";
import { PickleArray, PickleTuple } from "../../../datasets/formats/pickle/pickle_values.ts";
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
  const call = (name: string, ...args: Uint8Array[]) => pickle(bytesOf(`c${name}\n`, tuple(...args), "R"));
  refusal(call("collections\ndefaultdict", bytesOf("cnumpy\ndtype\n")));
  refusal(call("__builtin__\nlist", int(1)));
  refusal(call("numpy\ndtype", str("O8"), int(0), int(1)));
  refusal(call("scipy.sparse.csr\ncsr_matrix", int(1)));
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
