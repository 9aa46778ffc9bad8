import assert from "node:assert/strict";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { ExecutableMemory } from "../../../../hardware/cpu/x86/executable_memory.ts";
import { addressOf } from "../../../../hardware/cpu/x86/libc.ts";
import { openMachineRange } from "../../../../hardware/cpu/x86/machine_call.ts";
import { findLibrary, NATIVE_LIBRARIES } from "../../../../platform/native/native_library.ts";
import { ThreadControl } from "../../../../platform/wasm/thread_control.ts";
import { emitIncrement } from "./increment.ts";
import { NO_MACHINE_CODE } from "./machine_code.ts";

const ignore = NO_MACHINE_CODE !== undefined;
const ITEMS = 1000, CALLS = 200, BLOCK_BYTE = 64, WORDS_BYTE = 128, THREADS = 2;

Deno.test({
  name: "threads of a pool share the items of every call of the same code on shared memory",
  ignore,
  fn: async () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 2, shared: true });
    const base = addressOf(new Uint8Array(memory.buffer));
    assert.equal(base % 4096n, 0n);
    assert.equal(addressOf(new Uint8Array(memory.buffer, 12)), base + 12n);
    new BigUint64Array(memory.buffer, BLOCK_BYTE, 1)[0] = base + BigInt(WORDS_BYTE);
    using code = new ExecutableMemory(emitIncrement());
    const shared = new SharedArrayBuffer(ThreadControl.BYTES), control = new ThreadControl(shared);
    const workers = await Promise.all(Array.from({ length: THREADS }, async () => {
      const worker = new Worker(new URL("./machine_call_worker.ts", import.meta.url), { workerData: shared });
      assert.deepEqual(await once(worker, "message"), ["ready"]);
      return worker;
    }));
    const words = new Uint32Array(memory.buffer, WORDS_BYTE, ITEMS + 1), functions = [openMachineRange()];
    const args = [Number(code.address), Number(base) + BLOCK_BYTE];
    for (let i = 0; i < CALLS; i++) {
      assert.equal(control.call({ fn: 0, items: ITEMS, block: 7, args }, functions), undefined);
      assert.deepEqual([words[0], words[ITEMS - 1]], [i + 1, i + 1]);
    }
    const dismissed = Promise.all(workers.map((worker) => once(worker, "message")));
    control.dismiss();
    assert.deepEqual(await dismissed, [["dismissed"], ["dismissed"]]);
    await Promise.all(workers.map((worker) => worker.terminate()));
    assert.deepEqual(new Set(words.subarray(0, ITEMS)), new Set([CALLS]));
    assert.equal(words[ITEMS], 0);
  },
});

/** Runs a program beside this test with the C library's path as the only grant of FFI. */
async function runNarrowly(program: string, ffi: readonly string[]): Promise<string> {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--no-prompt", "--allow-read", "--allow-env", ...ffi],
      new URL(program, import.meta.url).href,
    ],
  }).output();
  return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
}

Deno.test({
  name: "the grant of the C library's path is enough, and without it there is a reason and no prompt",
  ignore,
  fn: async () => {
    const granted = await runNarrowly("./narrow_grant.ts", [
      `--allow-ffi=${findLibrary(NATIVE_LIBRARIES.libc)}`,
    ]);
    assert.match(granted, /^avx(2|512) /m);
    assert.match(granted, /^incremented 1,1,0$/m);
    const refused = await runNarrowly("./narrow_grant.ts", []);
    assert.match(refused, /^none no permission to open \/\S*libc\.so\.6$/m);
    assert.match(refused, /^MissingError: Cannot run machine code: .*--allow-ffi=\//m);
  },
});
