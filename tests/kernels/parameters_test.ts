import assert from "node:assert/strict";
import { resolveParameters } from "../../kernels/kernel.ts";
import { operations } from "../../kernels/registry.ts";
import { UsageError } from "../../platform/errors.ts";

/** Every kernel with each of its parameters. */
const parameters = operations.flatMap(({ kernels }) =>
  kernels.flatMap((kernel) => Object.entries(kernel.parameters).map(([name, its]) => ({ kernel, name, its })))
);

Deno.test("a parameter takes both ends of its range, and nothing beyond", () => {
  assert.ok(parameters.length > 0);
  for (const { kernel, name, its: { range: [least, most] } } of parameters) {
    for (const value of [least, most]) {
      assert.equal(resolveParameters(kernel, { [name]: value })[name], value);
    }
    for (const value of [least - 1, most + 1, NaN, Infinity]) {
      assert.throws(() => resolveParameters(kernel, { [name]: value }), UsageError);
    }
  }
});

Deno.test("a fraction of what is counted is refused: machine code would address memory by it", () => {
  for (const { kernel, name, its: { range: [least], continuous } } of parameters) {
    const resolve = () => resolveParameters(kernel, { [name]: least + 0.5 });
    if (continuous) assert.equal(resolve()[name], least + 0.5);
    else assert.throws(resolve, /wanted a whole number from/, `${kernel.id} ${name}`);
  }
});
