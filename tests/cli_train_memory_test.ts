/**
 * Memory of ranks that train on a graph whose features are nearly all of it: each holds its own part, and the
 * features of its halo.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { PartitionManifest } from "../distributed/partition_files/manifest.ts";
import { EXIT } from "../platform/errors.ts";
import { hasMpi } from "./distributed/communicator/engines.ts";
import { inPlace } from "./train_place.ts";

const RANKS = 2, WIDTH = 8192;
/** Most memory of a rank above that of an idle one and without activations, by that of its part and halo. */
const MOST = 1.3;
/** Bytes of dead arrays that V8 lets wait for its garbage collector, beside large parts next to nothing. */
const GARBAGE = 2 ** 26;

Deno.test({
  name: "a rank holds its part and the features of its halo, and little else",
  ignore: !hasMpi,
  fn: () =>
    inPlace(async (place) => {
      const train = async (graph: string, width: number) => {
        const parts = join(place.folder, graph.replaceAll("/", "-"));
        const cut = ["--parts", `${RANKS}`, "--method", "fennel", "--width", `${width}`, "--out", parts];
        const { code, out, err } = await place.run(["partition", graph, ...cut, "--json"]);
        assert.equal(code, EXIT.ok, err);
        const small = [
          "--hidden",
          "8",
          "--fanouts",
          "2,2",
          "--batch-size",
          "64",
          "--epochs",
          "1",
          "--push-limit",
          "50",
        ];
        const ranks = ["--ranks", `${RANKS}`, "--engine", "mpi", "--partition", parts];
        const document = await place.document([graph, ...small, ...ranks]);
        return { ...document, manifest: JSON.parse(out).manifest as PartitionManifest };
      };
      const idle = await train("rmat@1/300000", 4),
        { ranks, peaks, manifest } = await train("rmat@1/3000", WIDTH);
      const most = Math.max(...idle.peaks!.map(({ process, device }) => process - device));
      for (const { rank, solid, halo, memory } of ranks) {
        const { process, device } = peaks![rank], { counts } = manifest.parts[rank];
        assert.deepEqual([solid, halo], [counts.solid, counts.halo]);
        const features = 4 * WIDTH * solid;
        assert.ok(
          memory.part > features && memory.part < 1.1 * features,
          "features are nearly all of a part",
        );
        assert.equal(memory.halo, 4 * WIDTH * halo);
        assert.ok(memory.part + memory.halo > 2 ** 26, "a part that is large beside the noise");
        const share = (process - device - most - GARBAGE) / (memory.part + memory.halo);
        console.log(`rank ${rank}: ${share.toFixed(2)} times its part and halo, garbage apart`);
        assert.ok(
          share <= MOST,
          `${share} times its part and halo, ${JSON.stringify({ memory, process, device, most })}`,
        );
      }
    }),
});
