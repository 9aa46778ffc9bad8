/** Python files of users that are wrong, each in a way of its own. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { findInterpreter } from "../../../../experiments/peers/environments/interpreters.ts";
import { userKernel } from "../../../../experiments/peers/user_kernels/user_kernel.ts";
import { DeviceError, WrongResultError } from "../../../../platform/errors.ts";
import { inFolder } from "../../../in_folder.ts";
import { home, tryKernel } from "./try_kernel.ts";

const NUMPY_EXAMPLE = home("examples/kernels/segment_sum.py");
const interpreter = await findInterpreter(userKernel(NUMPY_EXAMPLE));
if (interpreter.kind === "absent") {
  console.log(`user kernels: wrong Python is not tested, ${interpreter.reason}`);
}

/** Beginning of a Python file whose `run` has a right product, memory, and a view that goes beyond `y`. */
const BESIDE = `
from numpy.lib.stride_tricks import as_strided
from segment_sum import prepare, run as multiply

known = []

def beyond(y, before):
    flat = y.reshape(-1)
    if before:
        import ctypes
        return (ctypes.c_float * 1).from_address(y.ctypes.data - 4)
    return as_strided(flat, shape=(flat.size + 1,), strides=flat.strides)

`;

/** Python files that are wrong, by what they do: body of `run`, and the class and words of the error. */
const WRONG_PYTHON:
  readonly (readonly [string, string, abstract new (...given: never[]) => Error, RegExp])[] = [
    [
      "returns a result of its own",
      "return x.astype('float64')",
      DeviceError,
      /run of \S+\.py returned its own ndarray of shape \(\d+, \d+\), and has to overwrite y, wanted/,
    ],
    [
      "gives the result another shape",
      "multiply(p, x, y); y.shape = (-1,)",
      DeviceError,
      /the product is float32 \(\d+,\), not/,
    ],
    [
      "gives the result another type",
      "multiply(p, x, y); y.dtype = 'int32'",
      DeviceError,
      /the product is int32 \(/,
    ],
    ["binds y to another array", "y = x", Error, /differs|NaN/],
    ["copies the features", "y[:] = x", Error, /differs/],
    [
      "overwrites the features",
      "multiply(p, x, y); x[0] = 7",
      WrongResultError,
      /"features" of its operand set \d overwritten/,
    ],
    [
      "overwrites the values",
      "multiply(p, x, y); p[0].values[0] = 7",
      WrongResultError,
      /after its last round, wanted \S+, as the oracle has/,
    ],
    [
      "answers from memory",
      "known.append(y.copy()) if known else (multiply(p, x, y), known.append(y.copy())); y[:] = known[0]",
      WrongResultError,
      /after its last round, wanted \S+, as the oracle has/,
    ],
    [
      "writes behind its result",
      "multiply(p, x, y); beyond(y, 0)[-1] = 0",
      DeviceError,
      /\S+\.py wrote behind the last number of y/,
    ],
    [
      "writes before its result in a later call",
      "multiply(p, x, y); beyond(y, 1)[0] = 0 if len(known) > 2 else beyond(y, 1)[0]; known.append(1)",
      DeviceError,
      /\S+\.py wrote before the first number of y/,
    ],
  ];

for (const [does, run, kind, says] of WRONG_PYTHON) {
  Deno.test({
    name: `a Python file that ${does} is refused, and says so`,
    ignore: interpreter.kind === "absent",
    fn: () =>
      inFolder(async (folder) => {
        await Deno.copyFile(NUMPY_EXAMPLE, join(folder, "segment_sum.py"));
        const file = join(folder, `${does.replaceAll(" ", "-")}.py`);
        await Deno.writeTextFile(
          file,
          `${BESIDE}def run(p, x, y):\n    ${run}\n`,
        );
        await assert.rejects(tryKernel(file), (error) => {
          assert.ok(error instanceof kind, String(error));
          assert.match(error.message, says);
          return true;
        });
      }),
  });
}

Deno.test({
  name: "a Python file may return y, and put other arrays in the place of the matrix's",
  ignore: interpreter.kind === "absent",
  fn: () =>
    inFolder(async (folder) => {
      await Deno.copyFile(NUMPY_EXAMPLE, join(folder, "segment_sum.py"));
      const file = join(folder, "other-arrays.py");
      const prepare =
        "def prepare(csr, width):\n    own = sums(csr, width)\n    csr.values = None\n    return own\n";
      const held = "def sums(csr, width):\n    import copy\n    return first(copy.copy(csr), width)\n";
      await Deno.writeTextFile(
        file,
        `from segment_sum import prepare as first, run as multiply\n${held}${prepare}` +
          "def run(p, x, y):\n    multiply(p, x, y)\n    return y\n",
      );
      assert.ok((await tryKernel(file)).time > 0);
    }),
});
