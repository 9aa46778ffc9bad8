import assert from "node:assert/strict";
import { delimiter, isAbsolute, join } from "node:path";
import {
  absenceOf,
  findLibrary,
  isLibraryHidden,
  type LibraryNames,
  librarySearchFolders,
  libraryVariable,
  NATIVE_LIBRARIES,
} from "../../../platform/native/native_library.ts";
import { UsageError } from "../../../platform/errors.ts";
import { inFolder } from "../../in_folder.ts";
import { writeLibrary } from "./library_file.ts";

const SEARCH_VARIABLE = { linux: "LD_LIBRARY_PATH", darwin: "DYLD_LIBRARY_PATH", windows: "PATH" }[
  Deno.build.os as "linux" | "darwin" | "windows"
];
const FIXTURE: LibraryNames = {
  name: "fixture",
  linux: ["libgnnfixture.so.2", "libgnnfixture.so"],
  macos: ["libgnnfixture.so.2", "libgnnfixture.so"],
  windows: ["libgnnfixture.so.2", "libgnnfixture.so"],
};

/** Runs `work` in a fresh folder with some environment variables set, and puts both right again. */
async function within(
  env: (folder: string) => Record<string, string>,
  work: (folder: string) => void,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const wanted = env(folder);
  const before = Object.keys(wanted).map((name) => [name, Deno.env.get(name)] as const);
  try {
    for (const [name, value] of Object.entries(wanted)) Deno.env.set(name, value);
    work(folder);
  } finally {
    for (const [name, value] of before) {
      value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);
    }
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a library in a folder of the loader's variable is found, its best name first", () =>
  within((folder) => ({ [SEARCH_VARIABLE]: ["relative", "", folder].join(delimiter) }), (folder) => {
    assert.equal(findLibrary(FIXTURE), undefined);
    writeLibrary(join(folder, "libgnnfixture.so"));
    assert.equal(findLibrary(FIXTURE), join(folder, "libgnnfixture.so"));
    writeLibrary(join(folder, "libgnnfixture.so.2"));
    assert.equal(findLibrary(FIXTURE), join(folder, "libgnnfixture.so.2"));
  }));

Deno.test("a library of the conda environment is found", () =>
  within((folder) => ({ CONDA_PREFIX: folder }), (folder) => {
    const below = join(folder, ...(Deno.build.os === "windows" ? ["Library", "bin"] : ["lib"]));
    Deno.mkdirSync(below, { recursive: true });
    writeLibrary(join(below, "libgnnfixture.so"));
    assert.equal(findLibrary(FIXTURE), join(below, "libgnnfixture.so"));
  }));

Deno.test("a path in the library's own variable ends the search, right or wrong", () =>
  within(
    (folder) => ({ [SEARCH_VARIABLE]: folder, GNN_REPRO_FIXTURE: join(folder, "mine.so") }),
    (folder) => {
      assert.equal(libraryVariable(FIXTURE), "GNN_REPRO_FIXTURE");
      writeLibrary(join(folder, "libgnnfixture.so"));
      assert.equal(findLibrary(FIXTURE), undefined);
      assert.match(absenceOf(FIXTURE), /^GNN_REPRO_FIXTURE=.*mine\.so, which is no library that loads here$/);
      writeLibrary(join(folder, "mine.so"));
      assert.equal(findLibrary(FIXTURE), join(folder, "mine.so"));
    },
  ));

Deno.test("hidden libraries are not found, by name or by family", () =>
  within((folder) => ({ [SEARCH_VARIABLE]: folder, GNN_REPRO_HIDE_NATIVE: " mpi, fixture" }), (folder) => {
    writeLibrary(join(folder, "libgnnfixture.so"));
    assert.equal(findLibrary(FIXTURE), undefined);
    assert.equal(absenceOf(FIXTURE), "fixture, hidden by GNN_REPRO_HIDE_NATIVE");
    Deno.env.set("GNN_REPRO_HIDE_NATIVE", "mpi,");
    const hidden = Object.values(NATIVE_LIBRARIES).filter(isLibraryHidden).map((library) => library.name);
    assert.deepEqual(hidden, ["mpi_openmpi", "mpi_mpich"]);
    Deno.env.set("GNN_REPRO_HIDE_NATIVE", "libc");
    assert.deepEqual(Object.values(NATIVE_LIBRARIES).filter(isLibraryHidden), [NATIVE_LIBRARIES.libc]);
    Deno.env.set("GNN_REPRO_HIDE_NATIVE", "");
    assert.equal(findLibrary(FIXTURE), join(folder, "libgnnfixture.so"));
    for (const [slip, meant] of [["meits", "metis"], ["volcan", "vulkan"], ["mpi_openmp", "mpi_openmpi"]]) {
      Deno.env.set("GNN_REPRO_HIDE_NATIVE", `mpi,${slip}`);
      assert.throws(() => findLibrary(FIXTURE), (error) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.message, new RegExp(`hide "${slip}".*did you mean .*"${meant}"`));
        return true;
      });
    }
  }));

Deno.test({
  name:
    "files that this machine cannot load are passed over: linker scripts, other architectures, folders, broken links",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    within(
      (folder) => ({ LD_LIBRARY_PATH: `${folder}/a:${folder}/b:${folder}/c:${folder}/d:${folder}/e` }),
      (folder) => {
        for (const name of "abcde") Deno.mkdirSync(join(folder, name));
        const path = (sub: string) => join(folder, sub, "libgnnfixture.so");
        Deno.writeTextFileSync(path("a"), "GROUP ( /lib/libc.so.6 )");
        writeLibrary(path("b"), { change: (header) => header[18] ^= 0xff });
        Deno.mkdirSync(path("c"));
        Deno.symlinkSync("/nowhere/at/all", path("d"));
        assert.equal(findLibrary(FIXTURE), undefined);
        writeLibrary(path("e"));
        assert.equal(findLibrary(FIXTURE), path("e"));
      },
    ),
});

Deno.test({
  name: "the path that is found is enough for an FFI permission of its own",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const libc = { name: "libc", linux: ["libc.so.6", "libc.musl-x86_64.so.1"], macos: [], windows: [] };
    const path = findLibrary(libc);
    assert.ok(path !== undefined && isAbsolute(path));
    const code = `const libc = Deno.dlopen(${
      JSON.stringify(path)
    }, { getpid: { parameters: [], result: "i32" } });
      console.log(libc.symbols.getpid() === Deno.pid);`;
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-lock",
        "--no-prompt",
        `--allow-ffi=${path}`,
        `data:text/javascript,${encodeURIComponent(code)}`,
      ],
    }).output();
    assert.equal(new TextDecoder().decode(stdout).trim(), "true", new TextDecoder().decode(stderr));
  },
});

/** Prints what each user of a library says where it may not read what the flags leave out. */
const PROGRAM = `
import { findLibrary, NATIVE_LIBRARIES, refusedSearch } from "HOME/platform/native/native_library.ts";
import { openMetis } from "HOME/graph/partitions/metis.ts";
import { openLibc } from "HOME/hardware/cpu/x86/libc.ts";
import { systemVulkan } from "HOME/hardware/webgpu/vulkan.ts";
import { findInstallation } from "HOME/distributed/communicator/mpi/launcher.ts";
console.log(findLibrary(NATIVE_LIBRARIES.metis) ?? refusedSearch(NATIVE_LIBRARIES.metis)?.next ?? "absent");
console.log(systemVulkan().detail);
for (const open of [openMetis, openLibc, findInstallation]) {
  try {
    await open();
    console.log("open");
  } catch (error) {
    console.log(error.message);
  }
}`;

Deno.test({
  name: "where files may not be read, each user of a library says which, and how to grant them",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inFolder(async (folder) => {
      const program = join(folder, "program.ts"), home = new URL("../../../", import.meta.url).href;
      await Deno.writeTextFile(program, PROGRAM.replaceAll("HOME/", home));
      const run = async (grants: readonly string[], env: Record<string, string> = {}) => {
        const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
          args: ["run", "--quiet", "--no-prompt", "--allow-env", ...grants, program],
          env: { GNN_REPRO_METIS: "", GNN_REPRO_HIDE_NATIVE: "", ...env },
        }).output();
        const lines = new TextDecoder().decode(stdout).trim().split("\n");
        assert.equal(lines.length, 5, new TextDecoder().decode(stderr));
        return lines;
      };
      const [next, ...refused] = await run([]);
      assert.match(next, /^run with --allow-read=\/\S*,\/usr\/lib,\S*, or by deno task$/);
      for (const text of refused) {
        assert.match(
          text,
          /no permission to read \/.*\/usr\/lib.*run with --allow-read=\/.*, or by deno task/,
        );
        assert.doesNotMatch(text, /install it|on this machine/);
      }
      const mine = join(folder, "mine.so");
      const [ofNamed] = await run([], { GNN_REPRO_METIS: mine });
      assert.equal(ofNamed, `run with --allow-read=${mine}, or by deno task`);

      for (const text of await run([next.split(" ")[2].replace(/,$/, "")])) {
        assert.doesNotMatch(text, /no permission to read/);
      }
      const [absent] = await run(["--allow-read"], { GNN_REPRO_METIS: mine });
      assert.equal(absent, "absent");
    }),
});

Deno.test("the search folders are absolute and each is named once; the table's names tell the MPIs apart", () => {
  const folders = librarySearchFolders();
  assert.ok(folders.length > 0 && folders.every(isAbsolute));
  assert.equal(new Set(folders).size, folders.length);
  const { mpi_openmpi: open, mpi_mpich: mpich } = NATIVE_LIBRARIES;
  const both = [open, mpich].flatMap((library) => [...library.linux, ...library.macos, ...library.windows]);
  assert.equal(new Set(both).size, both.length);
  for (const [key, library] of Object.entries(NATIVE_LIBRARIES)) assert.equal(library.name, key);
});
