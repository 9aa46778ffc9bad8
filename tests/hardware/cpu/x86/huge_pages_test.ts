import assert from "node:assert/strict";
import { openX86Device } from "../../../../hardware/cpu/x86/device.ts";
import { FarMemory } from "../../../../hardware/cpu/x86/far_memory.ts";
import { adviseHugePages } from "../../../../hardware/cpu/x86/huge_pages.ts";
import { addressOf } from "../../../../hardware/cpu/x86/libc.ts";
import { NO_MACHINE_CODE } from "./machine_code.ts";
import { flagsAt, systemText } from "./mapping.ts";

const isLinux = Deno.build.os === "linux";
const hasHugePages = isLinux && systemText("/sys/kernel/mm/transparent_hugepage/enabled") !== undefined;
if (isLinux && !hasHugePages) console.log("skipped: this kernel has no transparent huge pages");

Deno.test({
  name: "memory of WebAssembly is advised to have pages of 2 MiB",
  ignore: NO_MACHINE_CODE !== undefined || !hasHugePages,
  fn: () => {
    const memory = new WebAssembly.Memory({ initial: 64, maximum: 64, shared: true });
    const bytes = new Uint8Array(memory.buffer), address = addressOf(bytes);
    assert.ok(!flagsAt(address).includes("hg"));
    assert.equal(adviseHugePages(addressOf(bytes), 100), false);
    assert.equal(adviseHugePages(addressOf(bytes), bytes.length), true);
    assert.ok(flagsAt(address).includes("hg"));
    bytes.fill(1);
  },
});

Deno.test({
  name: "both memories of a device of machine code are advised to have pages of 2 MiB",
  ignore: NO_MACHINE_CODE !== undefined || !hasHugePages,
  fn: () => {
    const bytes = 2 ** 24, far = new FarMemory(), device = openX86Device({ threads: 1 });
    try {
      const buffers = [device.pointer(device.allocate("near", bytes).address)];
      buffers.push(far.pointer(far.reserve("far", bytes).address));
      for (const pointer of buffers) assert.ok(flagsAt(pointer + BigInt(bytes / 2)).includes("hg"));
    } finally {
      device.close();
    }
  },
});
