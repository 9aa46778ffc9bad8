/**
 * Refusals of the operating system as errors of the harness: a folder that is not writable, a file in the
 * place of a folder, a full disk, a used port.
 *
 * @module
 */
import { MissingError, type ReproError, UsageError } from "./errors.ts";
import { cacheFolder } from "./files/user_folders.ts";
import { loaderRefusal } from "./native/loader_variables.ts";

/**
 * Codes of the operating system, with the wanted state and the next step. The first ones are mistakes of the
 * caller.
 */
const MISTAKES: Readonly<Record<string, readonly [wanted: string, next: string]>> = {
  ENOTDIR: ["a folder", "name a folder, or a place where one can be made"],
  EEXIST: ["a folder, or nothing in its place", "name another folder, or move that file away"],
  EISDIR: ["a file", "name a file"],
  ENOTEMPTY: ["a file, or nothing in its place", "name a file"],
  ENAMETOOLONG: ["a name that the file system takes", "choose a shorter one"],
  EADDRINUSE: ["a free port", "name another with --port, or 0 for any"],
  ELOOP: ["a path that ends somewhere", "name the folder itself instead of the link"],
};

/** Advice that depends on the command line that was refused. */
export interface WayOut {
  /** Next command, in words: "run the same command again" unless told. */
  readonly again?: string;
  /** Flag or variable that names another place for its files, or flags joined by "or". */
  readonly by?: string;
}

/** Refusals of the machine by code, with the wanted state and the next step. */
function lacks(
  { again = "run the same command again", by: flag }: WayOut,
  os: typeof Deno.build.os,
): typeof MISTAKES {
  const by = flag === undefined ? "" : ` by ${flag}`;
  const elsewhere = `name a folder on another disk${by}`;
  // Windows says the same of a file that a program keeps to itself.
  const close = os === "windows" ? ", or close the file where a program has it open" : "";
  const rights = [
    "the right to read or write there",
    `name another folder${by}, or change whose it is${close}`,
  ] as const;
  // What a run has finished by then is kept.
  const makeRoom = `make room (gc shows what can go) and ${again}, or ${elsewhere}`;
  return {
    EBUSY: ["a file that no other program keeps to itself", `close it there, and ${again}`],
    EACCES: rights,
    EPERM: rights,
    EROFS: ["a file system that can be written", elsewhere],
    ENOSPC: ["room on the disk", makeRoom],
    EDQUOT: ["room within your quota", makeRoom],
    EFBIG: ["a file as large as that", `raise the limit (ulimit -f), or ${elsewhere}`],
    EIO: ["a disk that answers", `${elsewhere}, and look after that one`],
    ESTALE: ["a file that its server still has", `look at the network disk, and ${again}`],
    EMFILE: ["more open files", "raise the limit: ulimit -n"],
    ENOENT: ["a file or folder of that name", "look at the spelling"],
  };
}

/** Whether a message names a path in the cache folder, which no flag names. */
function isInCache(message: string): boolean {
  try {
    return message.includes(cacheFolder());
  } catch {
    // No home folder, or a verb without the cache folder among its needs.
    return false;
  }
}

/** Codes that Deno leaves out, by their numbers, which Linux and macOS have each its own. */
const NUMBERED: Readonly<Record<string, string>> = Deno.build.os === "darwin"
  ? { "27": "EFBIG", "69": "EDQUOT", "70": "ESTALE" }
  : { "27": "EFBIG", "116": "ESTALE", "122": "EDQUOT" };

/**
 * Code of an error of the operating system, which Deno has as a property, in its class or only as a number in
 * its message; `undefined` for an error of another kind.
 *
 * @example
 * ```ts
 * const error = await Deno.readTextFile("/no/such/file").catch((error) => error);
 * if (systemCode(error) !== "ENOENT") throw error;
 * ```
 */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { readonly code?: unknown };
  if (typeof code === "string") return code;
  if (error instanceof Deno.errors.NotCapable) return "EPERM";
  if (error instanceof Deno.errors.PermissionDenied) return "EACCES";
  if (error instanceof Deno.errors.AddrInUse) return "EADDRINUSE";
  const number = /\(os error (\d+)\)/.exec(error.message)?.[1];
  return number === undefined ? undefined : NUMBERED[number] ?? `os error ${number}`;
}

/**
 * Converts an error of the operating system into one of the harness; `undefined` for any other, which is a
 * defect of ours.
 *
 * @param action Action that failed, in the infinitive: `run "report"`.
 * @param way Advice of the command line.
 * @param os Kind of the system.
 *
 * @example
 * ```ts
 * const refused = await Deno.readTextFile("/no/such/file").catch((error) => systemError(error, "look"));
 * if (!/^Cannot look: found No such file/.test(String(refused).replace("MissingError: ", ""))) throw refused;
 * ```
 */
export function systemError(
  error: unknown,
  action: string,
  way: WayOut = {},
  os: typeof Deno.build.os = Deno.build.os,
): ReproError | undefined {
  if (!(error instanceof Error)) return undefined;
  const refusal = loaderRefusal(error, action);
  if (refusal) return refusal;
  const code = systemCode(error) ?? "";
  const current = error.message
    .replace(/\n.*/s, "")
    .replace(/ \(os error \d+\)/, "")
    .replace(/, run again with the --allow-\S+ flag/, "");
  const mistake = MISTAKES[code];
  const lack = lacks(isInCache(current) ? { ...way, by: "GNN_REPRO_CACHE" } : way, os)[code];
  if (mistake) {
    const [wanted, next] = mistake;
    return new UsageError({ action, current, wanted, next }, { cause: error });
  }
  if (lack) {
    const [wanted, next] = lack;
    return new MissingError({ action, current, wanted, next }, { cause: error });
  }
  return undefined;
}
