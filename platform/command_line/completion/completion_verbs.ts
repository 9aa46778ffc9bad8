/**
 * The verbs `completion`, for people, and `complete`, for the scripts that it prints.
 *
 * @module
 */
import { UsageError } from "../../errors.ts";
import { choice, folderToRead, text, type ValueKind } from "../value_kind.ts";
import { defaulting, defineVerb, isGroup, optional, required, type VerbEntry } from "../verb.ts";
import { completionScript, SHELLS } from "./completion_script.ts";

/** Prints the completion script of a shell. */
export const completionVerb = defineVerb({
  name: "completion",
  description: "a completion script: source <(gnn-repro completion bash)",
  needs: [],
  arguments: { shell: required(choice("shell", SHELLS), `${SHELLS.join(", ")}`) },
  flags: { program: defaulting(text("name"), "gnn-repro", "what you call this program by") },
  // deno-lint-ignore require-await
  async run({ shell, program }, { verbs }) {
    console.log(completionScript(shell, program, verbs));
  },
});

/** Kinds of values of all arguments and flags. */
function kindsOf(verbs: readonly VerbEntry[]): ValueKind[] {
  const each = verbs.flatMap((entry) => isGroup(entry) ? entry.verbs : [entry]);
  const inputs = each.flatMap((verb) => [...Object.values(verb.arguments), ...Object.values(verb.flags)]);
  return inputs.flatMap(({ kind }) => kind ? [kind] : []);
}

/** Prints the values of a kind, one a line. */
export const completeVerb = defineVerb({
  name: "complete",
  description: "values for a shell's completion, one a line",
  needs: [],
  hidden: true,
  arguments: { kind: required(text("kind"), "a kind of values: session, suite, dataset, name") },
  flags: { out: optional(folderToRead, "folder that they lie in, where they lie in one") },
  async run({ kind, out }, { verbs }) {
    for (const { completes } of kindsOf(verbs)) {
      if (typeof completes !== "object" || !("ask" in completes) || completes.ask !== kind) continue;
      console.log((await completes.values(out)).join("\n"));
      return;
    }
    throw new UsageError({
      action: `complete ${JSON.stringify(kind)}`,
      current: "no such kind of values",
      wanted: "one that an argument or a flag takes",
      next: "let the script of the verb completion ask",
    });
  },
});
