import assert from "node:assert/strict";
import { findLibrary, NATIVE_LIBRARIES } from "../../../platform/native/native_library.ts";

const ignore = Deno.build.os !== "linux" || findLibrary(NATIVE_LIBRARIES.libc) === undefined;
if (ignore) console.log("texts of the system: not tested, there is no C library of Linux");

async function outputOf(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await new Deno.Command(program, { args: [...args], stdin: "null" }).output();
  return new TextDecoder().decode(stdout).trim();
}

/** The text that a program of these grants of FFI reads; it may read the C library, and all else by it. */
async function read(path: string, ffi: readonly string[]): Promise<string> {
  const program = new URL("./print_system_text.ts", import.meta.url).href;
  const grants = ["--allow-read", "--allow-env", ...ffi];
  return await outputOf(Deno.execPath(), ["run", "--quiet", "--no-prompt", ...grants, program, path]);
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
