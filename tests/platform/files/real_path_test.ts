import assert from "node:assert/strict";
import { join } from "node:path";
import { realPathOf, withRealPath } from "../../../platform/files/real_path.ts";

Deno.test("a path behind links is the real one, also where its end does not exist yet", async () => {
  const root = await Deno.realPath(await Deno.makeTempDir());
  try {
    await Deno.mkdir(join(root, "real", "sub"), { recursive: true });
    await Deno.symlink(join(root, "real"), join(root, "link"));
    assert.equal(realPathOf(join(root, "link")), join(root, "real"));
    assert.equal(realPathOf(join(root, "link", "sub")), join(root, "real", "sub"));
    assert.equal(realPathOf(join(root, "link", "new", "newer")), join(root, "real", "new", "newer"));
    assert.deepEqual(withRealPath(join(root, "link")), [join(root, "link"), join(root, "real")]);
    assert.deepEqual(withRealPath(join(root, "real")), [join(root, "real")]);
    assert.equal(realPathOf("/"), "/");
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
