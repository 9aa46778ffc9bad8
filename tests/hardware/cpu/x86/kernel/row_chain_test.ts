import assert from "node:assert/strict";
import { mem } from "../../../../../hardware/cpu/x86/assembler/operand.ts";
import { ExecutableMemory } from "../../../../../hardware/cpu/x86/executable_memory.ts";
import { instructionSet } from "../../../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitKernel } from "../../../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../../../hardware/cpu/x86/kernel/loop.ts";
import { chainArguments, emitRowChain } from "../../../../../hardware/cpu/x86/kernel/row_chain.ts";
import { openMachineCaller } from "../../../../../hardware/cpu/x86/machine_call.ts";
import { NO_MACHINE_CODE } from "../machine_code.ts";
import { guarded } from "./guarded.ts";

const LAYOUT = new ArgumentLayout({ x: "u64", y: "u64" });

/** Code of `y[i] += x[i]` on rows of a vector, and the bytes of a row. */
function addRows(): { readonly code: ExecutableMemory; readonly rowBytes: number } {
  const { isa } = instructionSet();
  assert.ok(isa !== "none");
  const rowBytes = isa === "avx512" ? 64 : 32;
  const { bytes } = emitKernel(isa, LAYOUT, (kernel) => {
    const { a, begin, end } = kernel, x = kernel.argument("x"), y = kernel.argument("y");
    const floats = kernel.vector("floats");
    for (const row of [x, y]) kernel.moveToBegin(row, rowBytes);
    const along = [[x, rowBytes], [y, rowBytes]] as const;
    loop(kernel, { name: "row", at: begin, end, step: 1, along }, () => {
      a.vmovups(floats, mem(x));
      a.vaddps(floats, floats, mem(y));
      a.vmovups(mem(y), floats);
    });
  });
  return { code: new ExecutableMemory(bytes), rowBytes };
}

Deno.test({
  name: "a chain makes each call on a block, in order, and none behind its items",
  ignore: NO_MACHINE_CODE !== undefined,
  fn: () => {
    const { code: own, rowBytes } = addRows(), rows = 10, floats = rows * rowBytes / 4;
    using code = own;
    using first = guarded(new Float32Array(floats).fill(1)), second = guarded(new Float32Array(floats));
    using third = guarded(new Float32Array(floats));
    using onSecond = guarded(LAYOUT.pack({ x: first.address, y: second.address }));
    using onThird = guarded(LAYOUT.pack({ x: second.address, y: third.address }));
    // The second call has seven items, so its last block is short and the one behind that empty.
    using args = guarded(chainArguments([
      { code: code.address, block: onSecond.address, itemsPerBlock: 3, items: rows },
      { code: code.address, block: onThird.address, itemsPerBlock: 3, items: 7 },
    ]));
    using chain = new ExecutableMemory(emitRowChain(2).bytes);
    const call = openMachineCaller();
    call(chain.address, args.address, 2, 4);
    const rowsOf = (region: typeof third) => {
      const numbers = region.read(new Float32Array(floats));
      return Array.from({ length: rows }, (_, row) => numbers[row * rowBytes / 4]);
    };
    assert.deepEqual(rowsOf(second), [0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
    assert.deepEqual(rowsOf(third), [0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
    call(chain.address, args.address, 0, 2);
    assert.deepEqual(rowsOf(second), Array(rows).fill(1));
    assert.deepEqual(rowsOf(third), [1, 1, 1, 1, 1, 1, 1, 0, 0, 0]);
  },
});
