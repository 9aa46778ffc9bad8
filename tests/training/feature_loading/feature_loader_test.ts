import assert from "node:assert/strict";
import fc from "fast-check";
import { type DeviceMatrix, readMatrix } from "../../../hardware/dense.ts";
import type { Device } from "../../../hardware/device.ts";
import { openWasmDevice, type WasmDevice } from "../../../hardware/cpu/device.ts";
import { OutOfMemoryError, UsageError } from "../../../platform/errors.ts";
import { randomPermutation, RandomStream } from "../../../platform/random.ts";
import {
  type FeatureLoading,
  type HostFeatures,
  openFeatureLoader,
} from "../../../training/feature_loading/mod.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { testOnBoth, testOnEveryBackend } from "../../kernels/every_backend.ts";

const VERTICES = 60;

/** Features of random bits, including subnormal numbers and NaN. */
function anyBits(rows: number, width: number): HostFeatures {
  const stream = new RandomStream(width, "features");
  const bits = Uint32Array.from({ length: rows * width }, () => stream.uint32());
  return { rows, width, values: new Float32Array(bits.buffer) };
}

function assertRows(got: Float32Array, { width, values }: HostFeatures, vertices: Uint32Array): void {
  assert.equal(got.length, vertices.length * width);
  const bits = new Uint32Array(got.buffer), wanted = new Uint32Array(values.buffer);
  vertices.forEach((vertex, row) => {
    const here = wanted.subarray(vertex * width, (vertex + 1) * width);
    assert.deepEqual(bits.subarray(row * width, (row + 1) * width), here, `row ${row}`);
  });
}

async function assertPaddingZero(device: Device, { rows, panels }: DeviceMatrix): Promise<void> {
  for (const { buffer, cols, stride } of panels) {
    const panel = new Uint32Array(await device.read(buffer));
    for (let row = 0; row < rows; row++) {
      for (let col = cols; col < stride; col++) assert.equal(panel[row * stride + col], 0, "padding");
    }
  }
}

/** Loads batches one after the other; asserts rows, counts and lifetimes against sets. */
async function assertLoads(
  device: Device,
  features: HostFeatures,
  { batches, loading }: { readonly batches: readonly Uint32Array[]; readonly loading: FeatureLoading },
): Promise<void> {
  const maxRows = Math.max(0, ...batches.map(({ length }) => length));
  const loader = await openFeatureLoader(device, features, { loading, maxRows });
  assert.equal(device.ledger.live, loader.bytes);
  const cache = new Set(loading.cached);
  let before = new Set<number>(), last: { matrix: DeviceMatrix; batch: Uint32Array } | undefined;
  for (const batch of batches) {
    const { matrix, counts } = await loader.load(batch);
    assert.deepEqual([matrix.rows, matrix.cols], [batch.length, features.width]);
    assertRows(await readMatrix(device, matrix), features, batch);
    await assertPaddingZero(device, matrix);
    if (last) assertRows(await readMatrix(device, last.matrix), features, last.batch);
    const now = new Set(batch), missing = now.difference(before).difference(cache);
    const { loaded, reused, cached, bytes, gatherKernel, ...times } = counts;
    assert.equal(gatherKernel, device.backend === "webgpu" ? "host" : `row-copy@${device.backend}`);
    assert.equal(loaded, missing.size);
    assert.equal(cached, now.intersection(cache).size);
    assert.equal(reused, now.intersection(before).difference(cache).size);
    assert.equal(loaded + reused + cached, batch.length);
    assert.equal(bytes, 4 * features.width * loaded);
    for (const [name, ms] of Object.entries(times)) assert.ok(ms >= 0, name);
    assert.equal(times.assembleMs > 0, loaded < batch.length, "milliseconds of putting rows together");
    if (loading.match) before = now;
    last = { matrix, batch };
  }
  assert.equal(device.ledger.live, loader.bytes, "memory that a load kept");
  loader.close();
  assert.equal(device.ledger.live, 0);
}

/** Batches of distinct vertices with common first vertices, so that most overlap; some are empty. */
const someVertices = fc.uniqueArray(
  fc.oneof({ weight: 3, arbitrary: fc.nat(VERTICES / 3) }, { weight: 1, arbitrary: fc.nat(VERTICES - 1) }),
  { maxLength: VERTICES, size: "max" },
).map((list) => Uint32Array.from(list));

const kinds: fc.Arbitrary<FeatureLoading> = fc.tuple(
  fc.boolean(),
  fc.option(someVertices, { nil: undefined }),
)
  .map(([match, cached]) => cached === undefined ? { match } : { match, cached });

testOnEveryBackend(
  "features are bit for bit those of the host, however they are loaded, and counts add up",
  async (device) => {
    const sequence = fc.record({
      width: fc.constantFrom(1, 3, 4, 7, 66),
      batches: fc.array(someVertices, { minLength: 1, maxLength: 6 }),
      loading: kinds,
    });
    const numRuns = device.backend === "wasm" ? 60 : 12;
    await fc.assert(
      fc.asyncProperty(sequence, async ({ width, batches, loading }) => {
        await assertLoads(device, anyBits(VERTICES, width), { batches, loading });
      }),
      { numRuns, seed: 6 },
    );
  },
);

testOnBoth(
  "the edges: the same batch again, none in common, an empty one between, a cache of all",
  async (device) => {
    const features = anyBits(VERTICES, 5);
    const all = randomPermutation(VERTICES, new RandomStream(1, "all"));
    const half = all.slice(0, 30), rest = all.slice(30), none = new Uint32Array();
    const batches = [half, half, half.toReversed(), rest, none, rest, all];
    for (const cached of [none, all, rest.slice(0, 7)]) {
      for (const match of [false, true]) {
        await assertLoads(device, features, {
          batches,
          loading: { match, cached },
        });
      }
    }
    await assertLoads(device, features, { batches: [none, none], loading: { match: true } });
  },
);

testOnAdapter("matrices above the binding limit are loaded panel by panel", async (device) => {
  const features = anyBits(VERTICES, 150);
  const all = Uint32Array.from({ length: VERTICES }, (_, v) => v);
  // A batch of 50 rows is cut into panels of 64 columns, the cache of 5 rows is not cut.
  const batches = [all.slice(0, 50), all.slice(20, 60), all.slice(10, 55).reverse()];
  for (const loading of [{ match: false }, { match: true }, { match: true, cached: all.slice(30, 35) }]) {
    await assertLoads(device, features, { batches, loading });
  }
  const narrow = { rows: VERTICES, width: 150, values: features.values };
  await assert.rejects(
    () => openFeatureLoader(device, narrow, { loading: { match: true }, maxRows: 2_000 }),
    OutOfMemoryError,
  );
  assert.equal(device.ledger.live, 0);
}, { bindingBytes: 16_000 });

testOnBoth(
  "a batch that does not fit, or a vertex without features, is refused and changes nothing",
  async (device) => {
    const features = anyBits(VERTICES, 6);
    const loader = await openFeatureLoader(device, features, { loading: { match: true }, maxRows: 3 });
    const first = await loader.load(Uint32Array.of(5, 6, 7));
    await assert.rejects(() => loader.load(Uint32Array.of(1, 2, 3, 4)), UsageError);
    await assert.rejects(() => loader.load(Uint32Array.of(1, VERTICES)), UsageError);
    assertRows(await readMatrix(device, first.matrix), features, Uint32Array.of(5, 6, 7));
    const { matrix, counts } = await loader.load(Uint32Array.of(7, 9, 5));
    assert.deepEqual([counts.loaded, counts.reused], [1, 2]);
    assertRows(await readMatrix(device, matrix), features, Uint32Array.of(7, 9, 5));
    const open = loader.load(Uint32Array.of(1));
    await assert.rejects(() => loader.load(Uint32Array.of(2)), /a load that has not ended/);
    await open;
    loader.close();
    loader.close();
    await assert.rejects(() => loader.load(Uint32Array.of(1)), /a closed loader/);
  },
);

testOnBoth("a loader that cannot be is refused, with nothing left allocated", async (device) => {
  const features = anyBits(VERTICES, 6);
  const open = (loading: FeatureLoading, maxRows = 3, of = features) =>
    assert.rejects(() => openFeatureLoader(device, of, { loading, maxRows }), UsageError);
  await open({ match: false, cached: Uint32Array.of(VERTICES) });
  await open({ match: false, cached: Uint32Array.of(4, 4) });
  for (const maxRows of [-1, 1.5, NaN, 2 ** 31]) await open({ match: false }, maxRows);
  await open({ match: true }, 3, { ...features, width: 7 });
  assert.equal(device.ledger.live, 0);
});

Deno.test("a loader that finds no room leaves nothing behind, and one that does not close holds what it says", async () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 20_000 });
  try {
    const features = anyBits(VERTICES, 100);
    const loading = { match: true };
    await assert.rejects(
      () => openFeatureLoader(device, features, { loading, maxRows: 30 }),
      OutOfMemoryError,
    );
    assert.equal(device.ledger.live, 0);
    const loader = await openFeatureLoader(device, features, { loading, maxRows: 20 });
    assert.ok(device.ledger.live === loader.bytes && loader.bytes >= 2 * 20 * 400);
    loader.close();
  } finally {
    device.close();
  }
});

/** Makes a device refuse memory beside its own from the nth request on. */
function refusePinning(device: WasmDevice, from: number): void {
  const allocate = device.allocateBeside.bind(device);
  let requests = 0;
  device.allocateBeside = (label, bytes) => ++requests >= from ? undefined : allocate(label, bytes);
}

for (const from of [1, 2, 3]) {
  Deno.test(`where request ${from} for pinned memory is refused, one thread of the host gathers the same bits`, async () => {
    const device = openWasmDevice({ threads: 2 });
    try {
      refusePinning(device, from);
      const features = anyBits(VERTICES, 7), batch = Uint32Array.of(5, 9, 0, 59);
      const loader = await openFeatureLoader(device, features, { loading: { match: false }, maxRows: 4 });
      const { matrix, counts } = await loader.load(batch);
      assert.deepEqual([counts.gatherKernel, loader.gatherKernel], ["host", "host"]);
      assertRows(await readMatrix(device, matrix), features, batch);
      await assertPaddingZero(device, matrix);
      loader.close();
    } finally {
      device.close();
    }
  });
}

Deno.test("loaders of one feature matrix share its pinned copy, and the last one frees it", async () => {
  const device = openWasmDevice({ threads: 1 });
  const labels: string[] = [], freed: string[] = [];
  const allocate = device.allocateBeside.bind(device), free = device.free.bind(device);
  device.allocateBeside = (label, bytes) => (labels.push(label), allocate(label, bytes));
  device.free = (buffer) => (freed.push(buffer.label), free(buffer));
  try {
    const features = anyBits(VERTICES, 5), loading = { match: true };
    const one = await openFeatureLoader(device, features, { loading, maxRows: 10 });
    const two = await openFeatureLoader(device, features, { loading, maxRows: 10 });
    const copies = () => labels.filter((label) => label === "pinned rows").length;
    assert.equal(copies(), 1);
    one.close();
    one.close();
    assert.ok(!freed.includes("pinned rows"), "the other one reads it");
    const { matrix } = await two.load(Uint32Array.of(3, 4));
    assertRows(await readMatrix(device, matrix), features, Uint32Array.of(3, 4));
    two.close();
    assert.deepEqual(labels.toSorted(), freed.filter((label) => labels.includes(label)).toSorted());
    (await openFeatureLoader(device, features, { loading, maxRows: 10 })).close();
    assert.equal(copies(), 2, "pinned anew");
  } finally {
    device.close();
  }
});

testOnBoth("match takes a twentieth more memory than plain loading at most, at its peak", async (device) => {
  const features = anyBits(2_000, 100);
  const stream = new RandomStream(1, "batches");
  const batches = Array.from({ length: 4 }, () => randomPermutation(2_000, stream).slice(0, 1_500));
  const peaks: number[] = [];
  for (const match of [false, true]) {
    const loader = await openFeatureLoader(device, features, { loading: { match }, maxRows: 1_500 });
    device.resetPeak();
    for (const batch of batches) await loader.load(batch);
    peaks.push(device.ledger.peak);
    loader.close();
  }
  assert.ok(peaks[0] < peaks[1] && peaks[1] < 1.05 * peaks[0], peaks.join(" and "));
});
