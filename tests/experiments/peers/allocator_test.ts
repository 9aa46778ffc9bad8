/**
 * Memory of peers' results: kept between calls, in pages of 2 MiB.
 *
 * @module
 */
import assert from "node:assert/strict";
import { Peer } from "../../../experiments/peers/peer.ts";
import { fakePython, HAS_SHELL } from "./fake_python.ts";

Deno.test({
  name: "a worker's allocator keeps pages between calls and asks for large ones",
  ignore: !HAS_SHELL,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const wanted = '[ "$GLIBC_TUNABLES $MALLOC_MMAP_MAX_" = "glibc.malloc.hugetlb=1 0" ] || exit 2; ' +
        '[ "$MALLOC_TRIM_THRESHOLD_" -gt 1000000000 ] || exit 2';
      const peer = await Peer.open("scipy", {
        threads: 1,
        python: await fakePython(folder, { first: wanted }),
      });
      assert.equal(peer.ended, false);
      await peer.close();
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
