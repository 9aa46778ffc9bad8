/**
 * Agreement of two rows: whether they measured the same thing on any device, and remarks where they did.
 *
 * @module
 */
import { isQuotient, isTimed, type Row } from "../row.ts";
import type { SessionContents } from "../store/store.ts";
import type { Subject } from "../subject.ts";
import { factorName, parseFactors } from "../report/workload.ts";
import { workloadOf } from "../store/journal.ts";

/** A remark on a cell: its rows are comparable, but something about them differs or is unknown. */
export type Mark = "other kernel text" | "kernel text unknown" | `other ${string}: ${string}`;

/** Agreement of two rows of one cell and metric. */
export interface Agreement {
  /** Reason why the rows are not comparable; empty where they are. */
  readonly obstacle: string;
  /** Remarks on comparable rows. */
  readonly marks: readonly Mark[];
}

/** A commit of a clean tree, which holds one text of every kernel. */
const CLEAN_COMMIT = /^[0-9a-f]+$/;

/** Characters of a hash that tell two graphs apart. */
const HASH_SHOWN = 8;

type Settings = Readonly<Record<string, string>>;

/** Subjects and settings of one session, by row. */
interface Described {
  readonly subject: (row: Row) => Subject | undefined;
  readonly settings: (row: Row) => Settings;
}

function described({ document, journal }: SessionContents): Described {
  const name = (suite: string, workload: string | undefined, attempt: number) =>
    JSON.stringify([suite, workload, attempt]);
  const subjects = new Map(
    journal.map(({ suite, workload, attempt, subject }) => [name(suite, workload, attempt), subject]),
  );
  const settings = new Map(document.suites.map((suite) => [suite.id, suite.settings]));
  return {
    subject: (row) => subjects.get(name(row.suite, workloadOf(row), row.attempt)),
    settings: (row) => settings.get(row.suite) ?? {},
  };
}

/** Status with the reason for it; the remark of a number that counts is none. */
function statusText({ status, reason }: Row): string {
  return status !== "ok" && reason ? `${status} (${reason})` : status;
}

/** Name of a row's graph, with the beginning of its hash where that of another row has the same name. */
function graphText({ dataset, dataset_hash }: Row, other: Row): string {
  return dataset === other.dataset ? `${dataset} (${dataset_hash.slice(0, HASH_SHOWN)})` : dataset;
}

/** First setting that differs, as `feature width 128, then 64`; empty where all settings are equal. */
function otherSetting(a: Settings, b: Settings): string {
  const name = [...new Set([...Object.keys(a), ...Object.keys(b)])].find((each) => a[each] !== b[each]);
  return name === undefined ? "" : `${name} ${a[name] ?? "not set"}, then ${b[name] ?? "not set"}`;
}

function kernelMark(a: Row, b: Row, subjects: readonly (Subject | undefined)[]): Mark | undefined {
  // A speed-up involves two kernels: the contender's and the baseline's.
  const contenders = a.vs === "" ? [a.contender] : [a.contender, a.vs];
  const texts = contenders.map((id) => subjects.map((subject) => subject?.kernels[id]));
  if (texts.some(([one, other]) => one !== undefined && other !== undefined && one !== other)) {
    return "other kernel text";
  }
  const sameTree = a.backend === b.backend && a.commit === b.commit && CLEAN_COMMIT.test(a.commit);
  const known = texts.every(([one, other]) => one !== undefined && one === other);
  return known || sameTree ? undefined : "kernel text unknown";
}

/** Marks of settings that differ by row: those that a run finds out, such as the engine that partitioned. */
function factorMarks(a: Row, b: Row): Mark[] {
  if (a.factors === b.factors) return [];
  const [ofA, ofB] = [parseFactors(a.factors), parseFactors(b.factors)];
  return [...new Set([...ofA.keys(), ...ofB.keys()])].filter((name) => ofA.get(name) !== ofB.get(name))
    .map((name): Mark => {
      const [first, second] = [ofA, ofB].map((factors) => factors.get(name) ?? "not set");
      return `other ${factorName(name)}: ${first}, then ${second}`;
    });
}

/**
 * Judges pairs of rows of two sessions. Suite, workload, settings and data must agree; device, threads,
 * backend, profile and seed may differ. Sessions of earlier versions name no subject: their settings and the
 * hash of their data decide.
 */
export function agreementOf(a: SessionContents, b: SessionContents): (rowA: Row, rowB: Row) => Agreement {
  const [describedA, describedB] = [described(a), described(b)];
  const obstacleOf = (rowA: Row, rowB: Row): string => {
    if (rowA.status !== "ok" || rowB.status !== "ok") {
      const [first, second] = [statusText(rowA), statusText(rowB)];
      return first === second ? first : `${first}, then ${second}`;
    }
    if (rowA.unit !== rowB.unit) return `in ${rowA.unit}, then in ${rowB.unit}`;
    if (rowA.dataset_hash !== rowB.dataset_hash) {
      // Where the generator has changed, the names are the same.
      return `another graph: ${graphText(rowA, rowB)}, then ${graphText(rowB, rowA)}`;
    }
    const questions = [describedA.subject(rowA)?.question, describedB.subject(rowB)?.question];
    if (questions[0] === undefined || questions[0] !== questions[1]) {
      const setting = otherSetting(describedA.settings(rowA), describedB.settings(rowB));
      if (setting !== "") return `other settings: ${setting}`;
      if (questions.every((question) => question !== undefined)) return "another workload of the same name";
    }
    if (rowA.median === undefined || rowB.median === undefined) return "no value";
    return "";
  };
  return (rowA, rowB) => {
    const obstacle = obstacleOf(rowA, rowB);
    if (obstacle !== "") return { obstacle, marks: [] };
    const factors = factorMarks(rowA, rowB);
    if (!isTimed(rowA) && !(isQuotient(rowA) && rowA.source === "measured")) {
      return { obstacle, marks: factors };
    }
    const kernel = kernelMark(rowA, rowB, [describedA.subject(rowA), describedB.subject(rowB)]);
    return {
      obstacle,
      marks: [
        ...(kernel === undefined ? [] : [kernel]),
        ...factors,
        ...(rowA.timer === rowB.timer ? [] : [`other clock: ${rowA.timer}, then ${rowB.timer}` as const]),
      ],
    };
  };
}
