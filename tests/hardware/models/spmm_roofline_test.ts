import fc from "fast-check";
import assert from "node:assert/strict";
import { spmmRoofline } from "../../../hardware/models/spmm_roofline.ts";
import { UsageError } from "../../../platform/errors.ts";

/** 1e12 operations and 1e11 bytes a second: the ridge lies at 10 operations a byte. */
const CARD = { peakGflops: 1000, dramGBs: 100 };

Deno.test("takes the longer of arithmetic and traffic, computed by hand", () => {
  const memory = spmmRoofline({ nnz: 1e9, width: 50, dramBytes: 5e10, card: CARD });
  assert.deepEqual(memory, {
    seconds: 0.5,
    computeSeconds: 0.1,
    memorySeconds: 0.5,
    bound: "memory",
    gflops: 200,
    intensity: 2,
  });
  const compute = spmmRoofline({ nnz: 1e9, width: 50, dramBytes: 1e9, card: CARD });
  assert.deepEqual(compute, {
    seconds: 0.1,
    computeSeconds: 0.1,
    memorySeconds: 0.01,
    bound: "compute",
    gflops: 1000,
    intensity: 100,
  });
});

const count = fc.integer({ min: 1, max: 1e9 });

Deno.test("never passes the peak or the slope of the memory, and never gains from more traffic", () => {
  fc.assert(fc.property(count, fc.integer({ min: 1, max: 1024 }), count, (nnz, width, dramBytes) => {
    const { gflops, intensity, seconds } = spmmRoofline({ nnz, width, dramBytes, card: CARD });
    const roof = Math.min(CARD.peakGflops, intensity * CARD.dramGBs);
    assert.ok(Math.abs(gflops / roof - 1) < 1e-9);
    assert.ok(spmmRoofline({ nnz, width, dramBytes: 2 * dramBytes, card: CARD }).seconds >= seconds);
  }));
});

Deno.test("a product of nothing has no throughput, and bad inputs are refused", () => {
  const nothing = spmmRoofline({ nnz: 0, width: 8, dramBytes: 0, card: CARD });
  assert.deepEqual([nothing.seconds, nothing.gflops, nothing.intensity], [0, 0, 0]);
  assert.throws(() => spmmRoofline({ nnz: -1, width: 8, dramBytes: 0, card: CARD }), UsageError);
  assert.throws(() => spmmRoofline({ nnz: 1, width: 8, dramBytes: NaN, card: CARD }), UsageError);
  const broken = { peakGflops: 0, dramGBs: 1 };
  assert.throws(() => spmmRoofline({ nnz: 1, width: 8, dramBytes: 0, card: broken }), UsageError);
});
