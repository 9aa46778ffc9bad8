import assert from "node:assert/strict";
import { findKernel, findOperation, kernelsOf, operations, registerKernel } from "../../kernels/registry.ts";
import { kernelName } from "../../kernels/kernel.ts";
import { rowSplitWasm } from "../../kernels/spmm/row_split/wasm.ts";
import { MissingError, UsageError } from "../../platform/errors.ts";
import { checkSlug } from "../../platform/identifiers.ts";

Deno.test("every kernel is found by its name, and no name occurs twice", () => {
  assert.ok(operations.length > 0);
  for (const { id } of operations) {
    const names = kernelsOf(id).map(kernelName);
    assert.equal(new Set(names).size, names.length);
    for (const kernel of kernelsOf(id)) assert.equal(findKernel(id, kernel.id, kernel.backend), kernel);
  }
});

Deno.test("the error for a misspelt name suggests the nearest names", () => {
  assert.throws(() => findKernel("spmm", "row-splt", "wasm"), /did you mean "row-split@wasm"/);
  assert.throws(() => findKernel("spmm", "row-spilt", "wasm"), UsageError);
  assert.throws(() => findOperation("spm"), /did you mean "spmm"/);
});

Deno.test("a registered kernel is found like any other, and its name cannot be registered twice", () => {
  const own = { ...rowSplitWasm, id: "from-outside" };
  registerKernel("spmm", own);
  assert.equal(findKernel("spmm", "from-outside", "wasm").id, "from-outside");
  assert.equal(kernelsOf("spmm").at(-1), own);
  assert.throws(() => registerKernel("spmm", own), UsageError);
  assert.throws(() => registerKernel("spmm", rowSplitWasm), UsageError);
  assert.throws(() => registerKernel("no-such-operation", own), UsageError);
});

Deno.test("ids of kernels that could escape from a folder or an address are refused", () => {
  const known = kernelsOf("spmm").length;
  for (const id of ["", "../x", "a/b", "A", "a b", "-a", "<b>", "a@wasm", "a\nb", "é", "a".repeat(65)]) {
    assert.throws(() => registerKernel("spmm", { ...rowSplitWasm, id }), UsageError, id);
  }
  const id = undefined as unknown as string;
  assert.throws(() => registerKernel("spmm", { ...rowSplitWasm, id }), UsageError);
  assert.equal(kernelsOf("spmm").length, known);
});

Deno.test("ids of shipped operations and kernels follow the rule for registered ones", () => {
  for (const { id, kernels } of operations) {
    checkSlug("an operation", id);
    for (const kernel of kernels) checkSlug("a kernel", kernel.id);
  }
});

Deno.test("a kernel that exists only on another backend is reported as missing, not as misspelt", () => {
  const only = findKernel("spmm", "row-split", "wasm");
  registerKernel("spmm", { ...only, id: "registry-test-wasm-only" });
  assert.throws(() => findKernel("spmm", "registry-test-wasm-only", "webgpu"), MissingError);
  assert.throws(
    () => findKernel("spmm", "row-split-bf16", "wasm"),
    /an implementation on x86 and webgpu only/,
  );
  // All kernels of a comparison are of one backend: a kernel without machine code hides those with it alone.
  assert.throws(() => findKernel("spmm", "row-split-bf16", "x86"), /give x86 the kernels/);
  assert.throws(() => findKernel("spmm", "row-split-bf16", "wasm"), /use --device x86/);
});
