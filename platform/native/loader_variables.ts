/**
 * Variables of the dynamic loader, such as `LD_LIBRARY_PATH`. Where one is set, Deno starts a program only
 * with the permission to run any, since the variable could change the program. The loader reads the variables
 * once, when a process starts: a process that drops them still loads libraries by them, and may start the
 * programs that it was granted.
 *
 * @module
 */
import { readVariable } from "../environment_variable.ts";
import { MissingError } from "../errors.ts";

/**
 * Variable with the folders of the loader's variables after {@linkcode withholdLoaderVariables}; users may
 * set it, too.
 */
export const LIBRARY_PATH_VARIABLE = "GNN_REPRO_LIBRARY_PATH";

const FOLDERS = ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] as const;

/** Variables that are withheld from other programs. */
export const LOADER_VARIABLES = [
  ...FOLDERS,
  "LD_PRELOAD",
  "LD_AUDIT",
  "DYLD_FALLBACK_LIBRARY_PATH",
  "DYLD_INSERT_LIBRARIES",
] as const;

/** Names of the loader's variables that are set. */
export function loaderVariables(): readonly string[] {
  return LOADER_VARIABLES.filter((name) => readVariable(name));
}

/**
 * Drops the loader's variables from the environment of this process, unless it may start any program. Their
 * folders stay known by {@linkcode LIBRARY_PATH_VARIABLE}. Variables that this process may not change stay as
 * they are.
 */
export function withholdLoaderVariables(): void {
  if (Deno.permissions.querySync({ name: "run" }).state === "granted") return;
  const separator = Deno.build.os === "windows" ? ";" : ":";
  const folders = [LIBRARY_PATH_VARIABLE, ...FOLDERS].map(readVariable).filter(Boolean);
  if (folders.length > 0 && mayChange(LIBRARY_PATH_VARIABLE)) {
    Deno.env.set(LIBRARY_PATH_VARIABLE, folders.join(separator));
  }
  for (const name of LOADER_VARIABLES.filter(mayChange)) Deno.env.delete(name);
}

function mayChange(variable: string): boolean {
  return Deno.permissions.querySync({ name: "env", variable }).state === "granted";
}

/**
 * Error for a start that Deno refused because of a variable of the loader; `undefined` for any other error.
 */
export function loaderRefusal(error: unknown, action: string): MissingError | undefined {
  if (!(error instanceof Deno.errors.NotCapable)) return undefined;
  const name = /spawn subprocess with ((?:LD|DYLD)_\w+) environment variable/.exec(error.message)?.[1];
  if (name === undefined) return undefined;
  return new MissingError({
    action,
    current: `${name} set, under which Deno starts no program without the permission to run any`,
    wanted: `an environment without ${name}`,
    next: `unset ${name} (name libraries' folders by ${LIBRARY_PATH_VARIABLE}), or start by deno task`,
  }, { cause: error });
}
