import assert from "node:assert/strict";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { type FeatureLoader, openFeatureLoader } from "../../../training/feature_loading/mod.ts";
import { LoaderByNeed } from "../../../training/mini_batch/loader_by_need.ts";

const VERTICES = 100;

/** Vertices 0 to `count - 1`. */
function first(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, v) => v);
}

Deno.test("a loader is opened for the largest batch known, and again for one that is larger still", async () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 22 });
  try {
    const features = { rows: VERTICES, width: 3, values: new Float32Array(3 * VERTICES).fill(1) };
    const opened: number[] = [];
    let open = 0;
    const loader = new LoaderByNeed(async (maxRows): Promise<FeatureLoader> => {
      opened.push(maxRows);
      open++;
      const inner = await openFeatureLoader(device, features, { loading: { match: true }, maxRows });
      return {
        width: inner.width,
        gatherKernel: inner.gatherKernel,
        bytes: inner.bytes,
        load: (vertices) => inner.load(vertices),
        close() {
          open--;
          inner.close();
        },
      };
    }, VERTICES);
    const reused: number[] = [];
    for (const [count, expected] of [[10, 16], [16, 0], [17, 0], [18, 0], [30, 95], [100, 0]]) {
      const { matrix, counts } = await loader.load(first(count), expected);
      assert.deepEqual([matrix.rows, counts.loaded + counts.reused], [count, count]);
      assert.equal(open, 1);
      reused.push(counts.reused);
    }
    // Loaders have room for a sixteenth more than the largest known batch, and at most for all vertices.
    assert.deepEqual(opened, [17, 20, 100]);
    assert.deepEqual(reused, [0, 10, 16, 0, 0, 30]);
    loader.close();
    loader.close();
    assert.deepEqual([open, device.ledger.live], [0, 0]);
  } finally {
    device.close();
  }
});
