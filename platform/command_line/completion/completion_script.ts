/**
 * Shell completion: a script for bash, zsh, fish or PowerShell from the records of the verbs.
 *
 * @module
 */
import type { VerbEntry } from "../verb.ts";
import { bash } from "./bash.ts";
import { type CompletionTree, completionTree } from "./completion_tree.ts";
import { fish } from "./fish.ts";
import { powershell } from "./powershell.ts";
import { zsh } from "./zsh.ts";

const SCRIPTS = { bash, zsh, fish, powershell } satisfies Record<
  string,
  (program: string, tree: CompletionTree) => string
>;

/** A shell that has a script. */
export type Shell = keyof typeof SCRIPTS;

/** Names of all shells that have a script. */
export const SHELLS = Object.keys(SCRIPTS) as readonly Shell[];

/**
 * The completion script of a program. Verbs, flags and fixed values stand in it; for other values it calls
 * the program's verb `complete`.
 *
 * @param program Name that the program is called by.
 * @example
 * ```ts
 * const nothing = { needs: [], arguments: {}, flags: {}, run: async () => {} };
 * const list = { name: "list", description: "all that there is", ...nothing };
 * if (!completionScript("bash", "gnn-repro", [list]).includes("'list'")) throw new Error("completion");
 * ```
 */
export function completionScript(shell: Shell, program: string, verbs: readonly VerbEntry[]): string {
  return SCRIPTS[shell](program, completionTree(verbs));
}
