/**
 * Verbs as a shell completes them.
 *
 * @module
 */
import type { Completion } from "../value_kind.ts";
import { flagName, type Input, type Inputs, isGroup, type Verb, type VerbEntry } from "../verb.ts";

/** A word with one line on it. */
export interface CompletionWord {
  /** Word that is typed. */
  readonly word: string;
  /** One line. */
  readonly description: string;
}

/** Where values that a shell can offer come from. */
export type KnownSource =
  | { readonly words: readonly string[] }
  /** Words that the program prints, of the folder that the flag `within` names where it was typed. */
  | { readonly ask: string; readonly within?: string }
  | "file"
  | "folder";

/** Where the values of a flag come from; no shell can know numbers and sizes. */
export type CompletionSource = KnownSource | "unknown";

/** A flag. */
export interface CompletionFlag extends CompletionWord {
  /** Values; absent where it takes none. */
  readonly values?: CompletionSource;
}

/** A verb. */
export interface CompletionVerb {
  /** The verb, and before it the word that it is below: `datasets fetch`. */
  readonly path: string;
  /** Flags of the verb. */
  readonly flags: readonly CompletionFlag[];
  /** Values of its arguments, without those that no shell can know. */
  readonly values: readonly KnownSource[];
}

/** Everything that a shell completes of a program. */
export interface CompletionTree {
  /** Words that come first. */
  readonly first: readonly CompletionWord[];
  /** Words that come second, by the first. */
  readonly second: readonly { readonly word: string; readonly below: readonly CompletionWord[] }[];
  /** The verbs. */
  readonly verbs: readonly CompletionVerb[];
}

function sourceOf(completes: Completion | undefined, within: string | undefined): CompletionSource {
  if (completes === undefined) return "unknown";
  if (typeof completes === "string" || "words" in completes) return completes;
  return { ask: completes.ask, ...(completes.inSessions && within !== undefined && { within }) };
}

/** The flag that names the folder of sessions. */
function sessionsFlag(flags: Inputs): string | undefined {
  const found = Object.entries(flags).find(([, { kind }]) => kind?.holdsSessions);
  return found && flagName(found[0]);
}

function completionVerb(verb: Verb, above: readonly string[] = []): CompletionVerb {
  const within = sessionsFlag(verb.flags);
  const source = ({ kind }: Input) => sourceOf(kind?.completes, within);
  const flags = Object.entries(verb.flags).map(([property, input]) => ({
    word: flagName(property),
    description: input.description,
    ...(input.kind && { values: source(input) }),
  }));
  const sources = Object.values(verb.arguments).map(source).filter((each) => each !== "unknown");
  // Two sessions are completed alike.
  const values = [...new Map(sources.map((each) => [JSON.stringify(each), each])).values()];
  return { path: [...above, verb.name].join(" "), flags, values };
}

const wordOf = ({ name, description }: VerbEntry): CompletionWord => ({ word: name, description });

/** The tree of some verbs, without those that are hidden. */
export function completionTree(verbs: readonly VerbEntry[]): CompletionTree {
  const shown = verbs.filter((entry) => isGroup(entry) || !entry.hidden);
  return {
    first: shown.map(wordOf),
    second: shown.filter(isGroup).map(({ name, verbs }) => ({ word: name, below: verbs.map(wordOf) })),
    verbs: shown.flatMap((entry) =>
      isGroup(entry) ? entry.verbs.map((verb) => completionVerb(verb, [entry.name])) : [completionVerb(entry)]
    ),
  };
}
