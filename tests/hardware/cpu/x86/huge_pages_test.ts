import assert from "node:assert/strict";
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
