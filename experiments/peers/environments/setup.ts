/**
 * `deno task peers:setup [names]`: makes the Python environments of peers in the user's cache folder, with
 * the versions that are pinned here. Optional: no other command calls it, and nothing is fetched unless a
 * name is given.
 *
 * @module
 */
import { join } from "node:path";
import { EXIT, MissingError, ReproError, UsageError } from "../../../platform/errors.ts";
import { formatBytes } from "../../../platform/text/bytes.ts";
import { listenForInterrupt } from "../../../platform/interrupt.ts";
import { systemError } from "../../../platform/system_error.ts";
import { textTable } from "../../../platform/text/text_table.ts";
import { cupyBuild } from "../cuda_driver.ts";
import {
  BASES,
  environmentFolder,
  type EnvironmentId,
  ENVIRONMENTS,
  findEnvironment,
  interpreterIn,
  peersFolder,
  type ReadyEnvironment,
  readyEnvironment,
  type Requirements,
  requirementsFile,
  writeReady,
} from "./environments.ts";
import { pythonPrograms } from "./existing_python.ts";
import { Peer } from "../peer.ts";
import { BATCH_PEERS, PEERS, peersOf } from "../peers.ts";

/** Options for making an environment. */
export interface SetupOptions {
  /** The interpreter that makes it; `GNN_REPRO_PYTHON`, else `python3` (on Windows `python`), when absent. */
  readonly python?: string;
  /** Folder of all environments; in the user's cache folder when absent. */
  readonly root?: string;
  /** Takes a line of progress. */
  readonly say?: (text: string) => void;
  /** Ends the set-up; an incomplete environment is removed. */
  readonly signal?: AbortSignal;
}

/** Approximate size of an environment on Linux, in bytes, from the package index that pip asks by default. */
const ROUGH_BYTES: Readonly<Record<EnvironmentId, number>> = {
  scipy: 0.25e9,
  torch: 5.5e9,
  "pyg-sampler": 0.2e9,
  dgl: 5e9,
  cupy: 3e9,
};

/** Output of a program, and whether the program succeeded. */
interface Ran {
  readonly ok: boolean;
  readonly text: string;
}

async function run(program: string, args: readonly string[], signal: AbortSignal): Promise<Ran> {
  try {
    const { success, stdout, stderr } = await new Deno.Command(program, {
      args: [...args],
      // Sources that could be compiled for a GPU as well are not: no peer of such an environment runs on one.
      env: { FORCE_ONLY_CPU: "1" },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      signal,
    }).output();
    signal.throwIfAborted();
    const decoder = new TextDecoder();
    return { ok: success, text: `${decoder.decode(stdout)}${decoder.decode(stderr)}`.trim() };
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    throw new MissingError({
      action: "set up peers",
      current: `no program ${JSON.stringify(program)}`,
      wanted: "Python 3.11 or 3.12 with venv and pip",
      next: "install it (apt install python3-venv), or name one by GNN_REPRO_PYTHON",
    }, { cause });
  }
}

/** Last four lines of a long output. */
function tail(text: string): string {
  return text.split("\n").slice(-4).join(" / ");
}

/** Bytes of all files of a folder; the targets of links are not counted. */
async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory) bytes += await folderBytes(path);
    else bytes += (await Deno.lstat(path)).size;
  }
  return bytes;
}

/** Versions that every peer of the environment reports at its start. */
async function versionsOf(id: EnvironmentId, python: string): Promise<Record<string, string>> {
  const versions: Record<string, string> = {};
  for (const { id: peer, backends } of peersOf(id)) {
    const worker = await Peer.open(peer, { threads: 1, python, backend: backends[0], timeoutMs: 180_000 });
    Object.assign(versions, worker.versions);
    await worker.close();
  }
  return versions;
}

/**
 * Makes one environment, unless it is there: `python3 -m venv`, `pip install --requirement`, and every peer
 * of it started once. A half-made one is removed. CuPy comes in the build for the driver of this machine.
 *
 * @throws {MissingError} where Python, venv or pip is absent, or a peer cannot run here (CuPy without a GPU).
 * @throws {ReproError} where pip fails, with its last words; the signal's reason where that ends it.
 */
export async function setUpEnvironment(
  id: EnvironmentId,
  options: SetupOptions = {},
): Promise<ReadyEnvironment> {
  const {
    python = Deno.env.get("GNN_REPRO_PYTHON") || pythonPrograms()[0],
    root = peersFolder(),
    say = () => {},
  } = options;
  const { signal = new AbortController().signal } = options;
  const requirements = id === "cupy" ? await cupyBuild() : id;
  const known = readyEnvironment(requirements, root);
  if (known !== undefined) return known;
  const folder = environmentFolder(requirements, root);
  await removeFolder(folder);
  try {
    const base = BASES[requirements] && await setUpEnvironment(BASES[requirements], options);
    const { versions, bytes } = await make(id, {
      requirements,
      folder,
      say,
      signal,
      ...(base === undefined ? { python } : { python: interpreterIn(base.folder), base }),
    });
    await writeReady(folder, { versions, bytes });
    return { versions, bytes, folder };
  } catch (error) {
    // An incomplete environment takes gigabytes and is of no use.
    await removeFolder(folder);
    // Also where the interrupted program printed an error of its own.
    signal.throwIfAborted();
    throw error;
  }
}

async function removeFolder(folder: string): Promise<void> {
  await Deno.remove(folder, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

async function make(
  id: EnvironmentId,
  { requirements, folder, python, base, say, signal }: Required<Omit<SetupOptions, "root">> & {
    readonly requirements: Requirements;
    readonly folder: string;
    /** The environment whose packages it has too, and whose pip installs the others. */
    readonly base?: ReadyEnvironment;
  },
): Promise<Omit<ReadyEnvironment, "folder">> {
  const interpreter = interpreterIn(folder);
  say(`${id}: making ${folder}`);
  // A folder that cannot be written is told as what it is; venv takes one that is empty.
  await Deno.mkdir(folder, { recursive: true });
  const made = await run(python, ["-m", "venv", ...(base ? ["--without-pip"] : []), folder], signal);
  if (!made.ok) {
    throw new MissingError({
      action: `set up peer environment "${id}"`,
      current: tail(made.text),
      wanted: `Python's venv and ensurepip modules, and ${formatBytes(ROUGH_BYTES[id])} of disk`,
      next:
        "install the modules (apt install python3-venv), name another interpreter by GNN_REPRO_PYTHON, or, " +
        "where the disk is full, another folder by GNN_REPRO_CACHE",
    });
  }
  if (base) await addPackages(folder, base, signal);
  say(`${id}: pip install, about ${formatBytes(ROUGH_BYTES[id])} on disk`);
  // What is compiled is compiled against the packages of the base, not against newer ones of a place apart.
  const [installer, ...onto] = base ? [python, "--python", interpreter] : [interpreter];
  const flags = [
    "--no-input",
    "--disable-pip-version-check",
    "--quiet",
    ...(base ? ["--no-build-isolation"] : []),
  ];
  const pip = ["-m", "pip", ...onto, "install", ...flags];
  const installed = await run(installer, [...pip, "--requirement", requirementsFile(requirements)], signal);
  if (!installed.ok) {
    throw new ReproError({
      action: `install the packages of peer environment "${id}"`,
      current: tail(installed.text),
      wanted: `what ${requirementsFile(requirements)} pins`,
      next: /No space left on device|Disk quota exceeded/.test(installed.text)
        ? "make room, or name another folder by GNN_REPRO_CACHE, and run the same command again"
        : "see whether pip reaches its package index, and whether this Python has such wheels (3.11 and 3.12 have)",
    });
  }
  return { versions: await versionsOf(id, interpreter), bytes: await folderBytes(folder) };
}

/** Folder of an environment's packages, as its interpreter says. */
async function packagesOf(folder: string, signal: AbortSignal): Promise<string> {
  const ask = "import sysconfig; print(sysconfig.get_path('purelib'))";
  const { ok, text } = await run(interpreterIn(folder), ["-I", "-c", ask], signal);
  if (ok && text !== "") return text;
  throw new MissingError({
    action: `find the packages of ${folder}`,
    current: tail(text),
    wanted: "their folder",
    next: "remove the environment, and set it up again",
  });
}

/** Makes an environment find the packages of another one, after its own. */
async function addPackages(folder: string, base: ReadyEnvironment, signal: AbortSignal): Promise<void> {
  const [own, others] = [await packagesOf(folder, signal), await packagesOf(base.folder, signal)];
  await Deno.writeTextFile(join(own, "base.pth"), `${others}\n`);
}

/**
 * The environments that peers or environments of these names need.
 *
 * @throws {UsageError} for a name that is neither.
 */
export function environmentsOf(names: readonly string[]): readonly EnvironmentId[] {
  const ids = names.map((name) => {
    const id = [...PEERS, ...BATCH_PEERS].find((peer) => peer.id === name)?.environment ??
      ENVIRONMENTS.find((each) => each === name);
    if (id !== undefined) return id;
    throw new UsageError({
      action: `set up peer "${name}"`,
      current: "no such peer",
      wanted: [...new Set([...PEERS, ...BATCH_PEERS].map((peer) => peer.id).concat(ENVIRONMENTS))].join(", "),
      next: "run it without names to see what there is",
    });
  });
  return [...new Set(ids)];
}

/** Table of all environments: their peers, and whether each is set up or how much disk it would take. */
function listing(): string {
  return textTable(
    ["environment", "peers", "state"],
    ENVIRONMENTS.map((id) => {
      const ready = findEnvironment(id);
      return [
        id,
        peersOf(id).map((peer) => peer.id).join(", "),
        ready === undefined
          ? `not set up; about ${formatBytes(ROUGH_BYTES[id])}`
          : `${formatBytes(ready.bytes)} in ${ready.folder}`,
      ];
    }),
  );
}

async function main(names: readonly string[]): Promise<number> {
  try {
    const isAsked = names.some((name) => name === "--help" || name === "-h");
    const wanted = isAsked ? [] : environmentsOf(names);
    using interrupt = listenForInterrupt("run the same command again: no half of an environment was left");
    const { signal } = interrupt;
    for (const id of wanted) {
      const { versions, bytes, folder } = await setUpEnvironment(id, {
        say: (text) => console.error(text),
        signal,
      });
      const text = Object.entries(versions).map(([name, version]) => `${name} ${version}`).join(", ");
      console.log(`${id}: ${text}; ${formatBytes(bytes)} in ${folder}`);
    }
    if (wanted.length === 0) {
      console.log(`Usage: deno task peers:setup [environment or peer...]\n\n${listing()}`);
    }
    return EXIT.ok;
  } catch (error) {
    const known = error instanceof ReproError ? error : systemError(error, "set up peers");
    if (known === undefined) throw error;
    console.error(`error: ${known.message}`);
    return known.exitCode;
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));
