import assert from "node:assert/strict";
import { isAbsolute } from "node:path";
import { MissingError } from "../../../platform/errors.ts";
import { cacheFolder } from "../../../platform/files/user_folders.ts";

const folder = (os: typeof Deno.build.os, env: Record<string, string>) =>
  cacheFolder({ os, env: (name) => env[name] });

Deno.test("each system's custom is kept", () => {
  assert.equal(folder("linux", { HOME: "/home/ada" }), "/home/ada/.cache/gnn-repro");
  assert.equal(folder("linux", { HOME: "/home/ada", XDG_CACHE_HOME: "/big" }), "/big/gnn-repro");
  assert.equal(folder("freebsd", { HOME: "/home/ada" }), "/home/ada/.cache/gnn-repro");
  assert.equal(
    folder("darwin", { HOME: "/Users/ada", XDG_CACHE_HOME: "/big" }),
    "/Users/ada/Library/Caches/gnn-repro",
  );
  assert.equal(
    folder("windows", { LOCALAPPDATA: "C:\\Users\\ada\\AppData\\Local", USERPROFILE: "D:\\x" }),
    "C:\\Users\\ada\\AppData\\Local\\gnn-repro\\cache",
  );
  assert.equal(
    folder("windows", { USERPROFILE: "C:\\Users\\ada" }),
    "C:\\Users\\ada\\AppData\\Local\\gnn-repro\\cache",
  );
});

Deno.test("a relative or empty XDG_CACHE_HOME counts as unset", () => {
  for (const XDG_CACHE_HOME of ["cache", ""]) {
    assert.equal(folder("linux", { HOME: "/home/ada", XDG_CACHE_HOME }), "/home/ada/.cache/gnn-repro");
  }
});

Deno.test("GNN_REPRO_CACHE overrides all, and is made absolute", () => {
  for (const os of ["linux", "darwin", "windows"] as const) {
    const drive = os === "windows" ? "C:\\" : "/";
    assert.equal(
      folder(os, { GNN_REPRO_CACHE: `${drive}here`, HOME: "/h", XDG_CACHE_HOME: "/c" }),
      `${drive}here`,
    );
  }
  assert.ok(isAbsolute(cacheFolder({ env: (name) => name === "GNN_REPRO_CACHE" ? "here" : undefined })));
});

Deno.test("without a home folder the error names the way out", () => {
  for (const os of ["linux", "darwin", "windows"] as const) {
    assert.throws(() => folder(os, {}), (error: unknown) => {
      assert.ok(error instanceof MissingError && error.message.includes("GNN_REPRO_CACHE"));
      return true;
    });
  }
});
