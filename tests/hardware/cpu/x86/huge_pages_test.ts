import assert from "node:assert/strict";
import { adviseHugePages } from "../../../../hardware/cpu/x86/huge_pages.ts";
import { addressOf } from "../../../../hardware/cpu/x86/libc.ts";
import { NO_MACHINE_CODE } from "./machine_code.ts";

/** Text of a file of the system, which Deno itself reads only with the grant of everything. */
function systemText(path: string): string | undefined {
  const { code, stdout } = new Deno.Command("cat", { args: [path], stderr: "null" }).outputSync();
  return code === 0 ? new TextDecoder().decode(stdout) : undefined;
}

/** Flags of the mapping that begins at an address (`VmFlags` of smaps); none where nothing is mapped. */
function flagsAt(address: bigint): readonly string[] {
  const mappings = systemText(`/proc/${Deno.pid}/smaps`)!.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m);
  const mapping = mappings.find((text) => text.startsWith(`${address.toString(16)}-`));
  return mapping?.match(/^VmFlags: (.*)$/m)?.[1].trim().split(" ") ?? [];
}

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
    assert.equal(adviseHugePages(bytes.subarray(0, 100)), false);
    assert.equal(adviseHugePages(bytes), true);
    assert.ok(flagsAt(address).includes("hg"));
    bytes.fill(1);
  },
});
