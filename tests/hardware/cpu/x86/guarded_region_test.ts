import assert from "node:assert/strict";
import { GuardedRegion } from "./guarded_region.ts";
import { openLibc } from "../../../../hardware/cpu/x86/libc.ts";
import { findLibrary, NATIVE_LIBRARIES } from "../../../../platform/native/native_library.ts";
import { NO_MACHINE_CODE } from "./machine_code.ts";

const ignore = NO_MACHINE_CODE !== undefined;

/** Starts a process that touches one word of a region, and returns its output and signal. */
async function touch(
  access: "load" | "store",
  side: "start" | "end",
  offset: number,
): Promise<{ readonly output: string; readonly signal: Deno.Signal | null }> {
  const { stdout, signal } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...[
        "run",
        "--quiet",
        "--no-prompt",
        "--allow-read",
        "--allow-env",
        `--allow-ffi=${findLibrary(NATIVE_LIBRARIES.libc)}`,
      ],
      new URL("./touch_region.ts", import.meta.url).href,
      ...[access, side, String(offset)],
    ],
    stderr: "null",
  }).output();
  return { output: new TextDecoder().decode(stdout), signal };
}

Deno.test({
  name: "loads and stores beyond a region end the process, on the side that is guarded",
  ignore,
  fn: async () => {
    const ended = { output: "touching\n", signal: "SIGSEGV" };
    const survived = { output: "touching\ntouched\n", signal: null };
    // The region has 5,000 bytes: its last word is at 4,996.
    const [inside, after, stored, before, slack] = await Promise.all([
      touch("load", "end", 4996),
      touch("load", "end", 4997),
      touch("store", "end", 5000),
      touch("load", "start", -4),
      touch("load", "start", 5000),
    ]);
    assert.deepEqual(inside, survived);
    assert.deepEqual(after, ended);
    assert.deepEqual(stored, ended);
    assert.deepEqual(before, ended);
    assert.deepEqual(slack, survived);
  },
});

Deno.test({
  name: "a region holds what is written, refuses more, and notices writes into its slack",
  ignore,
  fn: () => {
    for (const side of ["start", "end"] as const) {
      for (const bytes of [1, 12, 4096, 4100]) {
        using region = new GuardedRegion(bytes, side);
        const data = Uint8Array.from({ length: bytes }, (_, i) => i);
        region.write(data);
        assert.deepEqual(region.read(new Uint8Array(bytes)), data);
        assert.throws(() => region.write(new Uint8Array(bytes + 1)), RangeError);
        assert.throws(() => region.read(new Uint8Array(bytes + 1)), RangeError);
        assert.equal(region.isSlackIntact, true);
        const beyond = region.address + (side === "start" ? BigInt(bytes) : -1n);
        if (bytes % 4096 === 0) continue;
        openLibc().copyTo(beyond, Uint8Array.of(0), 1n);
        assert.equal(region.isSlackIntact, false);
      }
    }
  },
});
