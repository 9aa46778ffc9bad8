import assert from "node:assert/strict";
import fc from "fast-check";
import { DeviceError } from "../../../platform/errors.ts";
import { compileWasm } from "../../../platform/wasm/module.ts";
import { WorkerPool } from "../../../platform/wasm/worker_pool.ts";
import { slowRange } from "./slow_range.ts";
import { BYTES, testModule as module } from "./wasm_module.ts";

const COUNTS = 1024;
/** After so long a worker is not slow but hangs, even where others have the cores. */
const PATIENCE_MS = 60_000;

async function withPool(
  threads: number,
  test: (pool: WorkerPool, words: Int32Array) => void | Promise<void>,
) {
  const memory = new WebAssembly.Memory({ initial: 16, maximum: 16, shared: true });
  const pool = new WorkerPool(threads, memory);
  try {
    await pool.load(module);
    await test(pool, new Int32Array(memory.buffer, COUNTS));
  } finally {
    pool.close();
  }
}

Deno.test("every item is computed exactly once, whatever the threads, items and block", async () => {
  for (const threads of [1, 2, 3]) {
    await withPool(threads, (pool, words) => {
      fc.assert(
        fc.property(fc.nat(5000), fc.integer({ min: 1, max: 6000 }), fc.nat(9), (items, block, bias) => {
          words.fill(0);
          pool.parallel({ module, fn: "add", items, block, args: [COUNTS, bias] });
          assert.ok(words.subarray(0, items).every((word) => word === bias + 1));
          assert.ok(words.subarray(items).every((word) => word === 0));
        }),
        { numRuns: 100 },
      );
    });
  }
});

Deno.test("thousands of short calls in a row lose no item and hang nowhere", async () => {
  await withPool(3, (pool, words) => {
    for (let call = 0; call < 5000; call++) {
      pool.parallel({ module, fn: "add", items: 40, block: 3, args: [COUNTS, 0] });
    }
    assert.ok(words.subarray(0, 40).every((word) => word === 5000));
  });
});

Deno.test("calls after a pause, when the workers sleep, are complete", async () => {
  await withPool(2, async (pool, words) => {
    for (let call = 0; call < 5; call++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      pool.parallel({ module, fn: "add", items: 100_000, block: 50, args: [COUNTS, 0] });
    }
    assert.ok(words.subarray(0, 100_000).every((word) => word === 5));
  });
});

Deno.test("a trap in any thread surfaces with its text, and the pool goes on", async () => {
  for (const threads of [1, 2, 3]) {
    await withPool(threads, (pool, words) => {
      for (let at = 0; at < 60; at++) {
        assert.throws(
          () => pool.parallel({ module, fn: "trap", items: 60, block: 1, args: [at] }),
          (error) => error instanceof DeviceError && /RuntimeError: unreachable/.test(error.message),
        );
      }
      pool.parallel({ module, fn: "add", items: 1000, block: 10, args: [COUNTS, 0] });
      assert.ok(words.subarray(0, 1000).every((word) => word === 1));
    });
  }
});

Deno.test("modules loaded later, and at once, are numbered alike in all threads", async () => {
  await withPool(3, async (pool, words) => {
    // A custom section makes other bytes, so another module, of the same code.
    const others = await Promise.all([1, 2, 3].map((id) => {
      const bytes = Uint8Array.of(...BYTES, 0, 2, 1, id);
      return compileWasm(`other-${id}.wasm`, bytes);
    }));
    await Promise.all(others.map((other) => pool.load(other)));
    for (const other of others) {
      pool.parallel({ module: other, fn: "add", items: 30_000, block: 10, args: [COUNTS, 1] });
    }
    assert.ok(words.subarray(0, 30_000).every((word) => word === 6));
  });
});

Deno.test("a worker that fails as it starts is an error of calls and loads, before and after it has ended", async () => {
  const memory = new WebAssembly.Memory({ initial: 16, maximum: 16, shared: true });
  const own = {
    worker: new URL("./failing_worker.ts", import.meta.url),
    module: { name: "own", digest: "own" },
    functions: new Map([["idle", () => {}]]),
  };
  const failed = (error: unknown) =>
    error instanceof DeviceError && /no room for another/.test(error.message);
  const first = new WorkerPool(3, memory, own);
  await assert.rejects(first.load(module), failed);
  const later = new WorkerPool(3, memory, own);
  const call = () => later.parallel({ module: own.module, fn: "idle", items: 8, block: 1, args: [] });
  // Calls are good until a worker has started, and failed: on a busy machine that takes a while.
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    try {
      call();
    } catch {
      break;
    }
  }
  assert.throws(call, failed);
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const hung = new Promise((_, reject) => {
    deadline = setTimeout(() => reject(new Error("the load hangs")), PATIENCE_MS);
  });
  await assert.rejects(Promise.race([later.load(module), hung]), failed);
  clearTimeout(deadline);
});

Deno.test("a module that does not fit the memory is refused when it is loaded", async () => {
  const small = new WebAssembly.Memory({ initial: 0, maximum: 1, shared: true });
  const pool = new WorkerPool(2, small);
  await assert.rejects(pool.load(module), DeviceError);
  pool.close();
});

Deno.test("unknown exports, modules that are not loaded, oversized calls and closed pools are refused", async () => {
  await withPool(2, async (pool) => {
    const call = { module, fn: "add", items: 1, block: 1, args: [COUNTS, 0] };
    assert.throws(() => pool.parallel({ ...call, fn: "subtract" }), /no such export/);
    assert.throws(() => pool.parallel({ ...call, items: 2 ** 31 }), DeviceError);
    assert.throws(() => pool.parallel({ ...call, args: Array(33).fill(0) }), DeviceError);
    const other = await compileWasm("other.wasm", Uint8Array.of(...BYTES, 0, 2, 1, 9));
    assert.throws(() => pool.parallel({ ...call, module: other }), /not loaded/);
    pool.close();
    assert.throws(() => pool.parallel(call), /closed pool/);
    await assert.rejects(pool.load(other), /closed pool/);
  });
});

Deno.test("blocks of a share of all items lead no thread past the last 32-bit number", () => {
  const own = {
    worker: new URL("./slow_worker.ts", import.meta.url),
    module: { name: "slow", digest: "slow" },
    functions: new Map([["slowRange", slowRange]]),
  };
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const pool = new WorkerPool(8, memory, own);
  try {
    // Workers start late: the first calls may be over before all of them take part.
    for (let call = 0; call < 10; call++) {
      pool.parallel({ module: own.module, fn: "slowRange", items: 2 ** 30, block: 2 ** 29, args: [] });
    }
  } finally {
    pool.close();
  }
});

Deno.test("a pool that nobody closes does not keep the process alive", async () => {
  const program = `
    import { WorkerPool } from ${
    JSON.stringify(new URL("../../../platform/wasm/worker_pool.ts", import.meta.url).href)
  };
    import { testModule } from ${JSON.stringify(new URL("./wasm_module.ts", import.meta.url).href)};
    const pool = new WorkerPool(3, new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }));
    await pool.load(testModule);
    pool.parallel({ module: testModule, fn: "add", items: 100, block: 1, args: [${COUNTS}, 0] });
    console.log("left open");`;
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-lock", program],
    signal: AbortSignal.timeout(120_000),
    stderr: "inherit",
  }).output();
  assert.equal(code, 0);
  assert.equal(new TextDecoder().decode(stdout).trim(), "left open");
});
