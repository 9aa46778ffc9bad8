/**
 * All suites: those of the papers, and those that a script adds.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import { unknownName } from "../platform/unknown_name.ts";
import { checkCompoundId, checkSlugBelow } from "../platform/identifiers.ts";
import { isShippedPaper, papers as allPapers, publishedPapers } from "./papers.ts";
import { paperOf, type Suite, SUITE_GROUPS } from "./suite.ts";
import { userGraphs } from "./user_graphs.ts";

const registered: Suite[] = [];

/**
 * Every suite, in the order in which `repro` runs them.
 *
 * @example
 * ```ts
 * import { allSuites } from "gnn-repro";
 * if (!allSuites().some(({ id }) => id === "hetu-gnn/figure-8")) throw new Error("is there");
 * ```
 */
export function allSuites(): readonly Suite[] {
  return [...allPapers().flatMap(({ suites }) => suites), ...registered];
}

/**
 * Adds a suite from outside the repository.
 *
 * @throws {UsageError} where one of that id exists, the id is not `<paper>/<slug>`, or a contender's id has
 * other characters than shipped ones have.
 */
export function registerSuite(suite: Suite): void {
  checkSlugBelow("a suite", suite.id, paperOf(suite));
  for (const { id } of suite.contenders) checkCompoundId(`a contender of ${suite.id}`, id);
  if (allSuites().some(({ id }) => id === suite.id)) {
    throw new UsageError({
      action: `register suite "${suite.id}"`,
      current: "a suite of that id exists",
      wanted: "an id of its own",
      next: "rename it",
    });
  }
  registered.push(suite);
}

/** Whether the command line knows a suite; it does not know one that a script adds. */
export function isShippedSuite(suite: Suite): boolean {
  return isShippedPaper(paperOf(suite)) && !registered.includes(suite);
}

/** Whether a suite is among these names, by its own id or by its group. */
function isNamed({ id, group }: Pick<Suite, "id" | "group">, names: readonly string[]): boolean {
  return names.includes(id) || (group !== undefined && names.includes(group));
}

const fold = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/**
 * Suites that a command line names. Without papers: those of all published papers, or where a user has named
 * graphs those that run on them; questions of our own only when named. One that says
 * {@linkcode Suite.onlyWhenNamed} runs by its own id, its group or its artifact only.
 *
 * @param papers Paper ids, groups such as `accuracy`, or suite ids such as `hetu-gnn/figure-8`.
 * @param artifact `table 3`, in any spelling.
 * @throws {UsageError} for a paper, group or artifact that does not exist.
 * @example
 * ```ts
 * import { selectSuites } from "gnn-repro";
 * const [suite] = selectSuites(["hetu-gnn"], "figure 8");
 * if (suite.id !== "hetu-gnn/figure-8") throw new Error("by its artifact");
 * ```
 */
export function selectSuites(papers: readonly string[], artifact?: string): readonly Suite[] {
  const groups = Object.keys(SUITE_GROUPS), suites = allSuites();
  const known = [...allPapers().map(({ id }) => id), ...groups];
  for (const name of papers) {
    if (!known.includes(name) && !suites.some(({ id }) => id === name)) {
      const wanted = `a paper or group (${known.join(", ")}), or a suite that "list" shows`;
      throw unknownName(`run "${name}"`, name, [...known, ...suites.map(({ id }) => id)], wanted);
    }
  }
  const named = papers.length === 0 && userGraphs().length > 0
    ? suites.filter(({ onUserGraphs }) => onUserGraphs)
    : papers.length === 0
    ? suites.filter((suite) => publishedPapers().some(({ id }) => id === paperOf(suite)))
    : suites.filter((suite) => papers.includes(paperOf(suite)) || isNamed(suite, papers));
  const chosen = artifact === undefined
    ? named.filter((suite) => !suite.onlyWhenNamed || isNamed(suite, papers))
    : named.filter((suite) => fold(suite.artifact) === fold(artifact));
  if (artifact !== undefined && chosen.length === 0) {
    const artifacts = [...new Set(named.map((suite) => suite.artifact))];
    const wanted = artifacts.length > 0 ? `one of ${artifacts.join(", ")}` : "one: this paper has no suite";
    throw unknownName(`run artifact "${artifact}"`, artifact, artifacts, wanted);
  }
  return chosen;
}
