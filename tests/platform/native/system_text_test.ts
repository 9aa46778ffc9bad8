import assert from "node:assert/strict";
import { join } from "node:path";
import { findLibrary, NATIVE_LIBRARIES } from "../../../platform/native/native_library.ts";
import { readSystemFolder } from "../../../platform/native/system_text.ts";
import { inFolder } from "../../in_folder.ts";

const ignore = Deno.build.os !== "linux" || findLibrary(NATIVE_LIBRARIES.libc) === undefined;
if (ignore) console.log("texts of the system: not tested, there is no C library of Linux");

async function outputOf(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await new Deno.Command(program, { args: [...args], stdin: "null" }).output();
  return new TextDecoder().decode(stdout).trim();
}

/**
 * The text, or the names in a folder, that a program of these grants of FFI reads; it may read the C library,
 * and all else by it.
 */
async function read(path: string, ffi: readonly string[], kind: "text" | "folder" = "text"): Promise<string> {
  const program = new URL("./print_system_text.ts", import.meta.url).href;
  const grants = ["--allow-read", "--allow-env", ...ffi];
  return await outputOf(Deno.execPath(), ["run", "--quiet", "--no-prompt", ...grants, program, path, kind]);
}

Deno.test({
  name: "texts of the system are read whole by the grant of the C library alone, and are unreadable without",
  ignore,
  fn: async () => {
    const granted = [`--allow-ffi=${findLibrary(NATIVE_LIBRARIES.libc)}`];
    // Linux gives the second a page at a time.
    for (const path of ["/proc/sys/kernel/ostype", "/proc/crypto"]) {
      assert.equal(await read(path, granted), await outputOf("cat", [path]), path);
    }
    assert.equal(await read("/proc/sys/kernel/ostype", []), "unreadable");
    for (const absent of ["/proc/no/such", "/proc/self"]) {
      assert.equal(await read(absent, granted), "unreadable", absent);
    }
  },
});

Deno.test({
  name: "folders are listed whole by the grant of the C library alone, and by Deno's own, as they are",
  ignore,
  fn: () =>
    inFolder(async (folder) => {
      // More than are listed at once, and names of every length that padding can have.
      const names = Array.from({ length: 600 }, (_, i) => `${i}${"-".repeat(i % 9)}`).concat(
        "räume 1",
        ".hidden",
      );
      for (const name of names) await Deno.writeTextFile(join(folder, name), "");
      const granted = [`--allow-ffi=${findLibrary(NATIVE_LIBRARIES.libc)}`],
        refused = `--deny-read=${folder}`;
      const listed = await read(folder, [...granted, refused], "folder");
      assert.deepEqual(listed.split("\n"), names.toSorted());
      assert.deepEqual(readSystemFolder(folder)?.toSorted(), names.toSorted());
      assert.equal(await read(folder, [refused], "folder"), "unreadable");
      for (const absent of ["/proc/no/such", "/proc/stat"]) {
        assert.equal(await read(absent, granted, "folder"), "unreadable", absent);
      }
    }),
});
