import assert from "node:assert/strict";
import { low, mem, rsp, times } from "../../../../hardware/cpu/x86/assembler/operand.ts";
import { openX86Device } from "../../../../hardware/cpu/x86/device.ts";
import { ArgumentLayout } from "../../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitKernel } from "../../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../../hardware/cpu/x86/kernel/loop.ts";
import { NO_MACHINE_CODE } from "./machine_code.ts";

const LAYOUT = new ArgumentLayout({ stacks: "u64" });
const ITEMS = 64, SPINS = 100_000, PATIENCE_MS = 20_000;

/** Code that takes a while for an item and stores which 256 KiB of memory the thread's stack lies in. */
function emitStackOf() {
  return emitKernel("avx2", LAYOUT, (kernel) => {
    const { a, begin, end } = kernel, stacks = kernel.argument("stacks");
    const spin = kernel.general("spin"), spins = kernel.general("spins"), stack = kernel.general("stack");
    a.mov(low(spins), SPINS);
    loop(kernel, { name: "item", at: begin, end, step: 1 }, () => {
      a.xor(spin, spin);
      loop(kernel, { name: "spin", at: spin, end: spins, step: 1 }, () => a.pause());
      a.mov(stack, rsp);
      a.shr(stack, 18);
      a.mov(mem(stacks, 0, times(begin, 4)), low(stack));
    });
  });
}

Deno.test({
  name: "workers take part in calls of machine code where no WebAssembly module is loaded",
  ignore: NO_MACHINE_CODE !== undefined,
  fn: async () => {
    const device = openX86Device({ threads: 2 });
    try {
      const stacks = device.allocate("stacks", 4 * ITEMS), block = device.allocate("arguments", LAYOUT.bytes);
      device.write(block, LAYOUT.pack({ stacks: device.pointer(stacks.address) }));
      const call = { code: device.install(emitStackOf()), block, items: ITEMS, itemsPerBlock: 1 };
      // Workers take a moment to start, during which the main thread computes alone.
      const deadline = performance.now() + PATIENCE_MS;
      let used = new Set<number>();
      while (used.size < 2 && performance.now() < deadline) {
        device.execute(call);
        used = new Set(new Uint32Array(await device.read(stacks)));
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      assert.equal(used.size, 2);
    } finally {
      device.close();
    }
  },
});
