/**
 * Checks the titles of commits: `area: verb object`, such as `csv: refuse ragged rows`. The story of a commit
 * goes into its body. Exits with 1 where a title does not fit; a tree without history passes, with a remark.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { gitOutput } from "../platform/git_output.ts";

/** Last commit before titles had a form. */
const BASE = "8e9a4dae064aefa4cb3db826c96472b4b3668aa9";

const MOST_CHARACTERS = 72;

/** Fault of a title, or nothing where the title is well formed. */
export function titleFault(title: string): string | undefined {
  const characters = [...title].length;
  if (characters > MOST_CHARACTERS) return `${characters} characters, wanted at most ${MOST_CHARACTERS}`;
  const [, area, text] = title.match(/^([^\s:]+): (\S.*)$/) ?? [];
  if (area === undefined) return 'no area, wanted "area: verb object"';
  if (!/^[a-z][a-z0-9_./-]*$/.test(area)) return `area "${area}" is not in lower case`;
  if (!/^[a-z]/.test(text)) return "the text does not begin with a verb in lower case";
  if (!/\s/.test(text)) return "the verb has no object";
  if (text.endsWith(".")) return "ends with a period";
  return undefined;
}

/** Outcome of a check: the faults found, or the reason why there is no history to read. */
export type TitleCheck =
  | { readonly checked: number; readonly faults: readonly string[] }
  | { readonly skipped: string };

/** Output of git in a folder, or nothing where git fails or is absent. */
function git(folder: string, ...args: string[]): string | undefined {
  try {
    return gitOutput(folder, ...args);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Checks the titles of all commits after `base`; merges are left out, since git words them. */
export function checkTitles(folder: string, base: string): TitleCheck {
  if (git(folder, "rev-parse", "HEAD") === undefined) return { skipped: "no git history here" };
  if (git(folder, "merge-base", "--is-ancestor", base, "HEAD") === undefined) {
    return { skipped: `commit ${base.slice(0, 7)} is not in this history` };
  }
  const log = git(folder, "log", "--no-merges", "--format=%H %s", `${base}..HEAD`);
  const lines = (log ?? "").split("\n").filter((line) => line !== "");
  const faults: string[] = [];
  for (const line of lines) {
    const space = line.indexOf(" ");
    const [commit, title] = [line.slice(0, space), line.slice(space + 1)];
    const fault = titleFault(title);
    if (fault === undefined) continue;
    faults.push(`${commit.slice(0, 7)} ${title}: ${fault}`);
  }
  return { checked: lines.length, faults };
}

if (import.meta.main) {
  const outcome = checkTitles(fileURLToPath(new URL("..", import.meta.url)), BASE);
  if ("skipped" in outcome) {
    console.log(`Commit titles are not checked: ${outcome.skipped}`);
  } else {
    for (const fault of outcome.faults) console.error(`error: ${fault}`);
    console.log(`${outcome.checked} commit titles, ${outcome.faults.length} faults`);
    if (outcome.faults.length > 0) Deno.exit(1);
  }
}
