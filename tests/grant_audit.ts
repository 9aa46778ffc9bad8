/**
 * A command line under the permissions that the launcher grants it, and what it asks for beyond them. Deno
 * notes every permission that a program asks for, also where the refusal is caught and something else is
 * taken in its place.
 *
 * @module
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { readCommandLine } from "../cli.ts";
import { findLauncher, LAUNCHER_VARIABLE } from "../distributed/communicator/mpi/launcher.ts";
import { grantsOf } from "../machine_grants.ts";
import { denoFlags, type Grants } from "../platform/command_line/grants.ts";
import { findLibrary, NATIVE_LIBRARIES } from "../platform/native/native_library.ts";
import { readSystemFolder, readSystemText } from "../platform/native/system_text.ts";
import { inFolder } from "./in_folder.ts";
import { CLI } from "./run_cli.ts";

/** One line of Deno's audit log. */
const askedSchema = z.looseObject({
  permission: z.string(),
  value: z.string().nullish(),
  stack: z.array(z.string()).optional(),
});

type Asked = z.infer<typeof askedSchema>;

/** Folders of which Deno refuses every file to a program that is not granted everything. */
const REFUSED_ANYWAY = ["/proc", "/sys", "/dev"];
const HARMLESS = ["/dev/null", "/dev/tty"];
/** Functions that ask the C library next. */
const READERS = [readSystemText.name, readSystemFolder.name];

/** Whether a path lies in one of the granted ones. */
export function covered(path: string, granted: readonly string[] = []): boolean {
  return granted.some((each) => path === each || path.startsWith(each.endsWith("/") ? each : `${each}/`));
}

/** Whether a path is that of a program in a folder of `PATH`, which is not there, refused or not. */
function isAbsentProgram(path: string): boolean {
  return (Deno.env.get("PATH") ?? "").split(delimiter).includes(dirname(path)) && !existsSync(path);
}

/** Whether grants have what was asked for, or the C library gives it. */
function isGranted({ permission: kind, value, stack = [] }: Asked, grants: Grants): boolean {
  const granted = grants[kind as keyof Grants];
  // A worker of Node asks for the whole environment, and goes without: no worker of ours reads `process.env`.
  if (kind === "env" && !value) return true;
  if (!value) return false;
  switch (kind) {
    case "read":
    case "write":
    case "ffi": {
      const path = resolve(value);
      if (covered(path, granted) && (!covered(path, REFUSED_ANYWAY) || HARMLESS.includes(path))) return true;
      if (kind === "read" && isAbsentProgram(path)) return true;
      return stack.some((at) => READERS.some((name) => at.startsWith(name))) &&
        covered(findLibrary(NATIVE_LIBRARIES.libc)!, grants.ffi);
    }
    case "net":
      return granted?.includes(value.replace(/:\d+$/, "")) ?? false;
    default:
      return granted?.includes(value) ?? false;
  }
}

/** A program's end under its grants, and what it was refused: a line a permission, with who asked. */
export interface Audited {
  /** Exit code. */
  readonly code: number;
  /** Everything that it printed. */
  readonly said: string;
  /** Refused permissions. */
  readonly refused: readonly string[];
  /**
   * Refused files of the system, which the C library may have read instead, by the stack of who asked. Deno
   * keeps one stack for all threads, so now and then it notes that of a thread that did not ask.
   */
  readonly perhaps: readonly string[];
}

/** Runs a command line under the permissions that it is granted on this machine. */
export async function audited(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Audited> {
  const line = readCommandLine(args);
  assert.ok(typeof line === "object", `${args.join(" ")}: ${line}`);
  const grants = await grantsOf(line);
  const launcher = findLauncher();
  return await inFolder(async (folder) => {
    const log = join(folder, "audit.jsonl");
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", ...denoFlags(grants), CLI, ...args],
      env: {
        NO_COLOR: "1",
        ...(launcher !== undefined && { [LAUNCHER_VARIABLE]: launcher }),
        DENO_AUDIT_PERMISSIONS: log,
        DENO_TRACE_PERMISSIONS: "1",
        ...env,
      },
      stdin: "null",
    }).output();
    const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
    const asked = (await Deno.readTextFile(log)).trim().split("\n").map((each) =>
      askedSchema.parse(JSON.parse(each))
    );
    const refused = asked.filter((each) => !isGranted(each, grants));
    const wordsOf = (some: readonly Asked[]) => [
      ...new Set(
        some.map(({ permission, value, stack = [] }) =>
          `${permission} ${value ?? "of everything"} ${
            stack.filter((at) => at.includes("file:")).at(0) ?? ""
          }`
        ),
      ),
    ];
    const { system = [], other = [] } = Object.groupBy(
      refused,
      ({ permission, value }) =>
        permission === "read" && value && covered(resolve(value), REFUSED_ANYWAY) ? "system" : "other",
    );
    return { code, said, refused: wordsOf(other), perhaps: wordsOf(system) };
  });
}
