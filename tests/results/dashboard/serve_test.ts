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

Deno.test("a page that is served alone is the first page, too, and nothing beside it is given", async () => {
  await withFolder(async (folder) => {
    const only = "try #1 ü.html", stop = new AbortController();
    await Deno.writeTextFile(join(folder, only), "one page");
    const address = Promise.withResolvers<string>();
    const listening = address.resolve;
    const served = serveDashboard(folder, {
      port: 0,
      signal: stop.signal,
      listening,
      only,
      policy: "img-src *",
    });
    try {
      const page = await address.promise;
      assert.match(page, /\/try%20%231%20%C3%BC\.html$/);
      for (const each of [page, new URL("/", page)]) {
        const answer = await fetch(each);
        assert.equal(await answer.text(), "one page");
        assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
        assert.match(answer.headers.get("content-security-policy")!, /^img-src \*;/);
      }
      for (const path of ["/index.html", "/link.html", "/..%2fsecret.html"]) {
        const answer = await fetch(new URL(path, page));
        assert.equal(answer.status, 404, path);
        await answer.body?.cancel();
      }
    } finally {
      stop.abort();
      await served;
    }
  });
});

/** Status line and headers of the answer to bytes that no client of good manners would send. */
async function rawAnswer(port: number, head: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode(head));
  const chunks: string[] = [];
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(65_536);
  for (let n = await connection.read(buffer); n !== null; n = await connection.read(buffer)) {
    chunks.push(decoder.decode(buffer.subarray(0, n), { stream: true }));
  }
  return chunks.join("");
}

const LONG = "a".repeat(300);

/**
 * Request lines with the statuses that may answer them: a server that reads HTTP strictly closes with 400 by
 * itself.
 */
const RAW: readonly [line: string, statuses: readonly number[]][] = [
  ["GET /index.html", [200]],
  ["HEAD /index.html", [200]],
  ["GET /%zz.html", [400]],
  ["GET /%c3%28.html", [400]],
  ["GET /%ff", [400]],
  ["GET /index.html%00", [400]],
  ["GET /index.html%00.html", [400]],
  ["GET /\0.html", [400]],
  ["GET /folder.html", [404]],
  ["HEAD /folder.html", [404]],
  ["GET /folder.html/", [404]],
  ["GET /data", [404]],
  ["GET /index.html/x.html", [404]],
  ["GET /index.html/", [404]],
  ["GET /loop.html", [404]],
  [`GET /${LONG}.html`, [404]],
  [`GET /${`${LONG}/`.repeat(20)}x.html`, [404]],
  ["HEAD /pipe.html", [404]],
  ["GET /pipe.html", [404]],
  ["GET /../secret.html", [403, 404]],
  ["GET /%2e%2e/secret.html", [403, 404]],
  ["GET /..%2fsecret.html", [403]],
  ["GET /..%5csecret.html", [403]],
  ["GET /link.html", [403]],
  ["GET /elsewhere.html", [403]],
  ["GET //evil.example/index.html", [403, 404]],
  ["GET http://evil.example/index.html", [403]],
  ["GET http://[/index.html", [400]],
  ["GET index.html", [400]],
  ["GET", [400]],
  ["POST /", [405]],
  ["PUT /index.html", [405]],
  ["DELETE /index.html", [405]],
  ["TRACE /", [405]],
  ["OPTIONS *", [400, 405]],
  ["CONNECT 127.0.0.1:80", [400, 405]],
  ["NONSENSE /", [405]],
  ["get /", [405]],
];

Deno.test("raw requests of every kind are answered with their own status, and never with 500", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(join(folder, "folder.html"));
    await Deno.symlink("loop.html", join(folder, "loop.html"), { type: "file" });
    await Deno.symlink("/etc/hostname", join(folder, "elsewhere.html"));
    // Windows has none; the name is then absent, with the same answer.
    if (Deno.build.os !== "windows") {
      await new Deno.Command("mkfifo", { args: [join(folder, "pipe.html")] }).output();
    }
    const stop = new AbortController();
    const address = Promise.withResolvers<string>();
    const served = serveDashboard(folder, { port: 0, signal: stop.signal, listening: address.resolve });
    const port = Number(new URL(await address.promise).port);
    const answers: string[] = [];
    try {
      for (const [line, statuses] of RAW) {
        const host = line.startsWith("GET http://") ? "" : `Host: 127.0.0.1:${port}\r\n`;
        const answer = await rawAnswer(port, `${line} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
        const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1]);
        assert.doesNotMatch(answer, /secret/, line);
        if (status === 405) assert.match(answer, /^allow: GET, HEAD\r$/im, line);
        if (!statuses.includes(status)) answers.push(`${line.slice(0, 60)}: ${status}, not ${statuses}`);
      }
    } finally {
      stop.abort();
      await served;
    }
    assert.deepEqual(answers, []);
  });
});
