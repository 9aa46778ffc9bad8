import assert from "node:assert/strict";
import { join } from "node:path";
import { serveDashboard, serveFile } from "../../../results/dashboard/serve.ts";

async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir();
  try {
    const folder = join(root, "site");
    await Deno.mkdir(folder);
    await Deno.writeTextFile(join(root, "secret.html"), "secret");
    await Deno.writeTextFile(join(folder, "index.html"), "home");
    await Deno.writeTextFile(join(folder, "odd.bin"), "odd");
    await Deno.symlink(join(root, "secret.html"), join(folder, "link.html"));
    await use(folder);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("the server gives the site's files with its policy, and nothing outside it by any spelling", async () => {
  await withFolder(async (folder) => {
    const get = (path: string, init?: RequestInit) =>
      serveFile(folder, new Request(`http://127.0.0.1${path}`, init));
    const home = await get("/");
    assert.equal(await home.text(), "home");
    assert.match(home.headers.get("content-security-policy")!, /^default-src 'none'; script-src 'self'/);
    assert.equal(home.headers.get("x-content-type-options"), "nosniff");
    const refused = [
      "/%2e%2e/secret.html",
      "/..%2fsecret.html",
      "/%2e%2e%2fsecret.html",
      "/..%5csecret.html",
      "/link.html",
      "/index.html%00.html",
      "/%2fetc%2fhostname.html",
      "/%zz.html",
      "/odd.bin",
      "/absent.html",
    ];
    for (const path of refused) {
      const response = await get(path);
      assert.ok(response.status >= 400, path);
      assert.doesNotMatch(await response.text(), /secret/, path);
      assert.ok(response.headers.has("content-security-policy"));
    }
    assert.equal((await get("/", { method: "POST" })).status, 405);
    assert.equal((await serveFile(folder, new Request("http://evil.example/"))).status, 403);
  });
});

Deno.test("the server listens on loopback and ends with its signal", async () => {
  await withFolder(async (folder) => {
    const stop = new AbortController();
    const address = Promise.withResolvers<string>();
    const served = serveDashboard(folder, { port: 0, signal: stop.signal, listening: address.resolve });
    const home = await address.promise;
    assert.match(home, /^http:\/\/127\.0\.0\.1:\d+\/$/);
    assert.equal(await (await fetch(home)).text(), "home");
    stop.abort();
    await served;
  });
});
