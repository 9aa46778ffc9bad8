import assert from "node:assert/strict";
import { ExecutableMemory } from "../../../../hardware/cpu/x86/executable_memory.ts";
import { GuardedRegion } from "./guarded_region.ts";
import { openLibc } from "../../../../hardware/cpu/x86/libc.ts";
import { openMachineCaller } from "../../../../hardware/cpu/x86/machine_call.ts";
import { DeviceError } from "../../../../platform/errors.ts";
import { emitIncrement } from "./increment.ts";
import { NO_MACHINE_CODE } from "./machine_code.ts";

const ignore = NO_MACHINE_CODE !== undefined;

/** Rights of the mapping that holds an address, such as `r-xp`; `undefined` where nothing is mapped. */
function rightsAt(address: bigint): string | undefined {
  // Deno itself reads /proc only with the grant of everything.
  const { stdout } = new Deno.Command("cat", { args: [`/proc/${Deno.pid}/maps`] }).outputSync();
  for (const line of new TextDecoder().decode(stdout).split("\n")) {
    const [, start, end, rights] = line.match(/^([0-9a-f]+)-([0-9a-f]+) (\S+)/) ?? [];
    if (start && BigInt(`0x${start}`) <= address && address < BigInt(`0x${end}`)) return rights;
  }
  return undefined;
}

Deno.test({
  name: "code computes its range of items, is never writable once executable, and is gone when disposed",
  ignore,
  fn: () => {
    using words = new GuardedRegion(40), block = new GuardedRegion(8);
    block.write(BigUint64Array.of(words.address));
    const code = new ExecutableMemory(emitIncrement()), call = openMachineCaller();
    const { address } = code;
    assert.equal(rightsAt(address), "r-xp");
    call(address, block.address, 2, 9);
    call(address, block.address, 5, 6);
    call(address, block.address, 3, 3);
    assert.deepEqual([...words.read(new Uint32Array(10))], [0, 0, 1, 1, 1, 2, 1, 1, 1, 0]);
    code[Symbol.dispose]();
    code[Symbol.dispose]();
    assert.equal(code.address, 0n);
    // Another mapping may have taken its place.
    assert.notEqual(rightsAt(address), "r-xp");
  },
});

Deno.test({
  name: "a system that makes no memory executable is a device error, and the memory is given back",
  ignore,
  fn: () => {
    const libc = openLibc();
    const mapped: bigint[] = [], unmapped: bigint[] = [];
    const refusing = {
      ...libc,
      mmap: (...args: Parameters<typeof libc.mmap>) => {
        mapped.push(libc.mmap(...args));
        return mapped[0];
      },
      munmap: (address: bigint, bytes: bigint) => {
        unmapped.push(address);
        return libc.munmap(address, bytes);
      },
      mprotect: () => -1,
    };
    assert.throws(() => new ExecutableMemory(emitIncrement(), refusing), (error) => {
      assert.ok(error instanceof DeviceError);
      assert.match(error.message, /make memory executable: found a refusal of mprotect.*--device wasm/);
      return true;
    });
    assert.equal(mapped.length, 1);
    assert.deepEqual(unmapped, mapped);
  },
});

Deno.test({
  name: "memory that the system does not have is a device error",
  ignore,
  fn: () => {
    assert.throws(() => new GuardedRegion(2 ** 52), (error) => {
      assert.ok(error instanceof DeviceError);
      assert.match(error.message, /map 4096.0 TiB .*refusal of mmap/);
      return true;
    });
  },
});
