/**
 * Writer of a session's notebook beside its report: a pure function of the session's files and of their
 * place.
 *
 * @module
 */
import { join, relative, sep } from "node:path";
import { writeFileDurably } from "../../platform/files/durable_files.ts";
import config from "../../deno.json" with { type: "json" };
import type { ChangedVerdict } from "../verdicts/changed_verdicts.ts";
import { sessionNotebook } from "./session_notebook.ts";
import type { SessionContents } from "../store/store.ts";

/** Name of the notebook in a session folder. */
export const NOTEBOOK_FILE = "report.ipynb";

/** Name of the file that maps the library's package names for the notebook's kernel. */
export const KERNEL_CONFIG_FILE = "deno.json";

/**
 * Configuration for the notebook's kernel, which looks up package names in a deno.json of the notebook's own
 * folder or one above it, and takes no flag for another. A session outside the repository brings this file
 * along; the empty workspace says that it is no part of one around it.
 */
function kernelConfig(): string {
  // The library's own names are paths within the repository, which the notebook finds by itself.
  const imports = Object.fromEntries(
    Object.entries(config.imports).filter(([name]) => !/^gnn-repro(\/|$)/.test(name)),
  );
  return `${JSON.stringify({ workspace: [], nodeModulesDir: "none", lock: false, imports }, null, 2)}\n`;
}

/** Keys of {@linkcode kernelConfig}; earlier versions had no workspace. */
const CONFIG_KEYS: ReadonlySet<string> = new Set(["workspace", "nodeModulesDir", "lock", "imports"]);

/** Package that the configuration of every version maps, and hardly any other one. */
const OWN_PACKAGE = "plotly.js-basic-dist-min";

/** Whether the text of a deno.json is a kernel's configuration, of this version or an earlier one. */
export function isKernelConfig(text: string): boolean {
  let found: Readonly<Record<string, unknown>>;
  try {
    found = Object(JSON.parse(text));
  } catch {
    return false;
  }
  const { nodeModulesDir, lock, imports } = found;
  return Object.keys(found).every((key) => CONFIG_KEYS.has(key)) && nodeModulesDir === "none" &&
    lock === false && Object.hasOwn(Object(imports), OWN_PACKAGE);
}

/**
 * Writes a session's notebook into a folder and returns the notebook's path.
 *
 * @param options.session Path of the session that the notebook reads; the folder itself by default.
 * @param options.changed Claims that today's rules decide otherwise; none by default.
 */
export async function writeNotebook(
  folder: string,
  contents: SessionContents,
  { session = folder, changed = [] }: {
    readonly session?: string;
    readonly changed?: readonly ChangedVerdict[];
  } = {},
): Promise<string> {
  const path = join(folder, NOTEBOOK_FILE);
  const place = relative(folder, session).split(sep).join("/");
  await writeFileDurably(path, sessionNotebook(contents, { place, changed }));
  await writeFileDurably(join(folder, KERNEL_CONFIG_FILE), kernelConfig());
  return path;
}
